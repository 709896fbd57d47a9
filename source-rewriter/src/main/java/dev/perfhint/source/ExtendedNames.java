package dev.perfhint.source;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * The simple names that follow {@code extends} anywhere in source files: one look through them by text, at the first
 * question, so that nothing is parsed for it. Beyond 64 MB of sources every name may be among them.
 */
final class ExtendedNames {
    private static final long MAXIMUM_BYTES = 64L << 20;
    private static final byte[] EXTENDS = "extends".getBytes(StandardCharsets.US_ASCII);
    /** How far the word can lie behind a position, by the byte that stands where its last one would. */
    private static final int[] SKIPS = skips();

    private final Supplier<Collection<Path>> files;
    private Optional<Set<String>> names = Optional.empty();
    private boolean all;
    private byte[] buffer = new byte[1 << 16];

    /** Takes what names the files, asked for when they are first looked through. */
    ExtendedNames(Supplier<Collection<Path>> files) {
        this.files = files;
    }

    private static int[] skips() {
        int[] skips = new int[256];
        Arrays.fill(skips, EXTENDS.length);
        for (int i = 0; i < EXTENDS.length - 1; i++) {
            skips[EXTENDS[i]] = EXTENDS.length - 1 - i;
        }
        return skips;
    }

    /** Returns whether a class of that simple name may be extended; true also if there is too much to look through. */
    boolean contain(String simpleName) {
        // other names depend on the files' encoding
        boolean ascii = simpleName.chars().allMatch(c -> c < 128);
        return !ascii || found().contains(simpleName) || all;
    }

    private Set<String> found() {
        if (names.isEmpty()) {
            Set<String> found = new HashSet<>();
            all = !collect(found);
            names = Optional.of(found);
            buffer = new byte[0];
        }
        return names.get();
    }

    private boolean collect(Set<String> found) {
        long bytes = 0;
        for (Path file : files.get()) {
            if (!file.toFile().isFile() && file.toFile().exists()) {
                continue; // opening a named pipe would wait for its other end
            }
            try {
                int length = read(file, MAXIMUM_BYTES - bytes);
                bytes += length;
                collect(buffer, length, found);
            } catch (IOException unreadable) {
                return false;
            }
            if (bytes > MAXIMUM_BYTES) {
                return false;
            }
        }
        return true;
    }

    /** Reads a file, or little more than the given number of bytes of it, into the buffer and returns how many. */
    private int read(Path file, long most) throws IOException {
        // opens with fewer system calls than a channel, and nothing is allocated for its size
        try (InputStream in = new FileInputStream(file.toFile())) {
            int length = 0;
            for (int read = 0; read >= 0 && length <= most; length += Math.max(read, 0)) {
                if (length == buffer.length) {
                    buffer = Arrays.copyOf(buffer, 2 * length);
                }
                read = in.read(buffer, length, buffer.length - length);
            }
            return length;
        }
    }

    private static void collect(byte[] text, int length, Set<String> found) {
        int last = EXTENDS.length - 1;
        for (int at = last; at < length; at += SKIPS[text[at] & 0xFF]) {
            int start = at - last;
            if (text[at] == 's' && Arrays.equals(text, start, at + 1, EXTENDS, 0, EXTENDS.length)
                    && (start == 0 || !part(text[start - 1]))) {
                qualified(text, at + 1, length, found);
            }
        }
    }

    /** Adds all parts of a qualified name: a nested class is as good as the one around it. */
    private static void qualified(byte[] text, int after, int length, Set<String> found) {
        int at = after;
        while (at < length && (text[at] == ' ' || text[at] >= '\t' && text[at] <= '\r')) {
            at++;
        }
        int start = at;
        while (at > after && at < length && (part(text[at]) || text[at] == '.')) {
            at++;
        }
        for (String part : new String(text, start, at - start, StandardCharsets.ISO_8859_1).split("\\.")) {
            found.add(part);
        }
    }

    private static boolean part(byte b) {
        return b >= '0' && b <= '9' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b == '_' || b == '$' || b < 0;
    }
}
