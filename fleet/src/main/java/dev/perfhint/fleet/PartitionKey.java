package dev.perfhint.fleet;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;

/** What one call tree of the store is of. Its text is a path of {@code key=value} folders. */
public record PartitionKey(String service, String version, String date) implements Comparable<PartitionKey> {
    /** Returns {@code service=S/version=V/date=D}, other characters than {@code A-Za-z0-9._-} as {@code %XX}. */
    @Override
    public String toString() {
        return "service=" + escaped(service) + "/version=" + escaped(version) + "/date=" + escaped(date);
    }

    /** Reads the text of a key. */
    public static PartitionKey of(String text) {
        String[] parts = text.split("/");
        return new PartitionKey(value(parts[0]), value(parts[1]), value(parts[2]));
    }

    /** Returns whether it is of a service, where one is asked for. */
    public boolean isOf(Optional<String> asked) {
        return asked.isEmpty() || asked.get().equals(service);
    }

    @Override
    public int compareTo(PartitionKey other) {
        return toString().compareTo(other.toString());
    }

    /** Returns a label as it is written in the names of folders. */
    public static String escaped(String value) {
        StringBuilder text = new StringBuilder();
        for (byte b : value.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (b & 0xFF);
            boolean plain = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '-'
                    || c == '.' && text.length() > 0;
            text.append(plain ? String.valueOf(c) : String.format(Locale.ROOT, "%%%02X", (int) c));
        }
        return text.toString();
    }

    static String unescaped(String text) {
        byte[] bytes = new byte[text.length()];
        int size = 0;
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) == '%' && i + 2 < text.length()
                    && text.substring(i + 1, i + 3).matches("[0-9A-Fa-f]{2}")) {
                bytes[size++] = (byte) Integer.parseInt(text.substring(i + 1, i + 3), 16);
                i += 2;
            } else {
                byte[] one = text.substring(i, i + 1).getBytes(StandardCharsets.UTF_8);
                if (one.length > 1) {
                    return text;
                }
                bytes[size++] = one[0];
            }
        }
        return new String(bytes, 0, size, StandardCharsets.UTF_8);
    }

    private static String value(String part) {
        return unescaped(part.substring(part.indexOf('=') + 1));
    }
}
