package dev.perfhint.cli.verify;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Predicate;

/**
 * One thing that a run put out: a stream, a file, the result of a test.
 *
 * @param text what messages show of it, such as {@code 14 bytes}
 * @param hash of its content; empty for what {@code text} says wholly
 * @param lines of a short text, so that single lines that differ from run to run can be left out; else empty
 */
record Produced(String text, String hash, List<String> lines) {
    static final Produced MISSING = of("missing");
    private static final long MAX_STREAM_BYTES = 1 << 20;
    private static final long MAX_TEXT_BYTES = 1 << 16;
    /** The JVM says on standard error where its options come from. */
    private static final Predicate<String> OF_OPTIONS =
            line -> line.startsWith("Picked up JAVA_TOOL_OPTIONS: ");

    static Produced of(String text) {
        return new Produced(text, "", List.of());
    }

    /** Reads a stream of the program, without what its JVM says of options that perfhint gave it. */
    static Produced ofStream(Path file) throws IOException {
        if (Files.size(file) > MAX_STREAM_BYTES) {
            return ofFile(file);
        }
        byte[] bytes = Files.readAllBytes(file);
        List<String> lines = lines(bytes);
        return lines.stream().anyMatch(OF_OPTIONS)
                ? of(join(lines.stream().filter(OF_OPTIONS.negate()).toList())) : of(bytes);
    }

    static Produced ofFile(Path file) throws IOException {
        if (Files.isSymbolicLink(file)) {
            return of("link to " + Files.readSymbolicLink(file));
        }
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            return Files.isDirectory(file) ? of("directory") : MISSING;
        }
        if (Files.size(file) <= MAX_TEXT_BYTES) {
            return of(Files.readAllBytes(file));
        }
        MessageDigest digest = sha256();
        long bytes = 0;
        try (InputStream in = Files.newInputStream(file)) {
            byte[] buffer = new byte[1 << 16];
            for (int n; (n = in.read(buffer)) > 0; ) {
                digest.update(buffer, 0, n);
                bytes += n;
            }
        }
        return new Produced(bytes + " bytes", HexFormat.of().formatHex(digest.digest()), List.of());
    }

    private static Produced of(byte[] bytes) {
        return new Produced(bytes.length + " bytes", HexFormat.of().formatHex(sha256().digest(bytes)), lines(bytes));
    }

    private static byte[] join(List<String> lines) {
        return String.join("", lines).getBytes(StandardCharsets.ISO_8859_1);
    }

    /** Splits a text into lines that keep their ends; binary content has none. */
    private static List<String> lines(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        return text.isEmpty() || text.indexOf(0) >= 0 ? List.of() : List.of(text.split("(?<=\n)"));
    }

    /** Returns whether it is something that a wrong patch could have changed. */
    boolean isContent() {
        return !equals(MISSING) && !text.equals("0 bytes");
    }

    /** Returns whether it is the content of a file or stream. */
    boolean isFile() {
        return !hash.isEmpty();
    }

    /** Returns a short text without its numbers: one that differs in these alone, such as in a time, has any length. */
    List<String> withoutNumbers() {
        return lines.isEmpty() ? List.of(hash) : lines.stream().map(line -> line.replaceAll("\\d+", "0")).toList();
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
