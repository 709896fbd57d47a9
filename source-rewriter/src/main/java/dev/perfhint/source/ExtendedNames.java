package dev.perfhint.source;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The simple names that follow {@code extends} anywhere in source files: one look through them by text, so that nothing
 * is parsed for it. Beyond 64 MB of sources every name may be among them.
 */
final class ExtendedNames {
    private static final long MAXIMUM_BYTES = 64L << 20;
    private static final byte[] EXTENDS = "extends".getBytes(StandardCharsets.US_ASCII);
    /** How far the word can lie behind a position, by the byte that stands where its last one would. */
    private static final int[] SKIPS = skips();

    private final Set<String> names = new HashSet<>();
    private boolean all;

    private static int[] skips() {
        int[] skips = new int[256];
        Arrays.fill(skips, EXTENDS.length);
        for (int i = 0; i < EXTENDS.length - 1; i++) {
            skips[EXTENDS[i]] = EXTENDS.length - 1 - i;
        }
        return skips;
    }

    static ExtendedNames of(List<Path> files) {
        ExtendedNames found = new ExtendedNames();
        long bytes = 0;
        for (Path file : files) {
            try {
                byte[] text = Files.readAllBytes(file);
                bytes += text.length;
                found.add(text);
            } catch (IOException unreadable) {
                found.all = true;
            }
            if (found.all || bytes > MAXIMUM_BYTES) {
                found.all = true;
                return found;
            }
        }
        return found;
    }

    /** Returns whether a class of that simple name may be extended; true also if there is too much to look through. */
    boolean contain(String simpleName) {
        // other names depend on the files' encoding
        boolean ascii = simpleName.chars().allMatch(c -> c < 128);
        return all || !ascii || names.contains(simpleName);
    }

    private void add(byte[] text) {
        int last = EXTENDS.length - 1;
        for (int at = last; at < text.length; at += SKIPS[text[at] & 0xFF]) {
            int start = at - last;
            if (text[at] == 's' && Arrays.equals(text, start, at + 1, EXTENDS, 0, EXTENDS.length)
                    && (start == 0 || !part(text[start - 1]))) {
                qualified(text, at + 1);
            }
        }
    }

    /** Adds all parts of a qualified name: a nested class is as good as the one around it. */
    private void qualified(byte[] text, int after) {
        int at = after;
        while (at < text.length && (text[at] == ' ' || text[at] >= '\t' && text[at] <= '\r')) {
            at++;
        }
        int start = at;
        while (at > after && at < text.length && (part(text[at]) || text[at] == '.')) {
            at++;
        }
        for (String part : new String(text, start, at - start, StandardCharsets.ISO_8859_1).split("\\.")) {
            names.add(part);
        }
    }

    private static boolean part(byte b) {
        return b >= '0' && b <= '9' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b == '_' || b == '$' || b < 0;
    }
}
