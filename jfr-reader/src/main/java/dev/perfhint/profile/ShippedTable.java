package dev.perfhint.profile;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * Reads what ships with the program: text, and tables of cells between blanks, one row a line, {@code #} starting a
 * line of comment. Without patterns and streams, which would show in the start-up time.
 */
public final class ShippedTable {
    private ShippedTable() {}

    /** Hands each row's cells, at least one, to {@code row}; the resource stands beside {@code owner}. */
    public static void read(Class<?> owner, String resource, Consumer<List<String>> row) {
        String text = text(owner, resource).orElseThrow(
                () -> new IllegalStateException("no table " + resource + " beside " + owner.getName()));
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

    /**
     * Returns the resource's text, which is UTF-8; empty if there is none beside {@code owner}. A jar is opened by its
     * path: a class loader makes a URL of each resource and looks into all jars in front, 10 ms of each command.
     */
    public static Optional<String> text(Class<?> owner, String resource) {
        Optional<Path> jar = jar(owner);
        try {
            if (jar.isPresent()) {
                return inJar(jar.get(), owner.getPackageName().replace('.', '/') + "/" + resource);
            }
            try (InputStream in = owner.getResourceAsStream(resource)) {
                return in == null ? Optional.empty() : Optional.of(textOf(in));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the class's jar; empty where it is in a directory, or the loader's URL is no path. */
    private static Optional<Path> jar(Class<?> owner) {
        CodeSource code = owner.getProtectionDomain().getCodeSource();
        String location = code == null || code.getLocation() == null ? "" : code.getLocation().toString();
        try {
            return location.startsWith("file:") && location.endsWith(".jar")
                    ? Optional.of(Path.of(URI.create(location))) : Optional.empty();
        } catch (IllegalArgumentException notEncoded) {
            return Optional.empty();
        }
    }

    private static Optional<String> inJar(Path jar, String name) throws IOException {
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            ZipEntry entry = zip.getEntry(name);
            if (entry == null) {
                return Optional.empty();
            }
            try (InputStream in = zip.getInputStream(entry)) {
                return Optional.of(textOf(in));
            }
        }
    }

    private static String textOf(InputStream in) throws IOException {
        return new String(in.readAllBytes(), StandardCharsets.UTF_8);
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
