package dev.perfhint.profile;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Reads a table that ships with the program: a resource of cells between blanks, one row a line, {@code #} starting a
 * line of comment. Without patterns and streams, which would show in the start-up time.
 */
public final class ShippedTable {
    private ShippedTable() {}

    /** Hands each row's cells, at least one, to {@code row}; the resource stands beside {@code owner}. */
    public static void read(Class<?> owner, String resource, Consumer<List<String>> row) {
        String text = text(owner, resource);
        int start = 0;
        while (start < text.length()) {
            int end = text.indexOf('\n', start);
            end = end < 0 ? text.length() : end;
            if (end > start && text.charAt(start) != '#') {
                List<String> cells = cells(text, start, end);
                if (!cells.isEmpty()) {
                    row.accept(cells);
                }
            }
            start = end + 1;
        }
    }

    private static String text(Class<?> owner, String resource) {
        try (InputStream in = owner.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException("no table " + resource + " beside " + owner.getName());
            }
            return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> cells(String text, int start, int end) {
        List<String> cells = new ArrayList<>();
        int at = start;
        while (at < end) {
            int blank = at;
            while (blank < end && text.charAt(blank) != ' ') {
                blank++;
            }
            if (blank > at) {
                cells.add(text.substring(at, blank));
            }
            at = blank + 1;
        }
        return cells;
    }
}
