package dev.perfhint.fleet;

import java.io.IOException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Finds recordings in directories ({@code *.jfr}, {@code *.jfr.gz}, {@code *.php}), by globs, by name, and in lists of
 * names: {@code @FILE}, one a line.
 */
public final class RecordingFinder {
    private static final Pattern RECORDING = Pattern.compile(".*\\.(jfr|jfr\\.gz|php)");
    /** A store may be kept below the recordings. */
    private static final Pattern STORED =
            Pattern.compile(".*/tree/service=[^/]*/version=[^/]*/date=[^/]*/tree-[0-9a-f]+\\.php");

    private final TreeMap<String, FoundRecording> found = new TreeMap<>();
    private final List<Pattern> covered = new ArrayList<>();

    /** Finds what an argument names, besides what was found before. */
    public void add(String argument) throws IOException {
        if (argument.startsWith("@")) {
            for (String line : Files.readAllLines(Path.of(argument.substring(1)))) {
                if (!line.isBlank()) {
                    add(line.strip());
                }
            }
            return;
        }
        if (PathGlob.isGlob(argument) && !Files.exists(Path.of(argument))) {
            String glob = absolute(Path.of(PathGlob.base(argument)))
                    + argument.substring(PathGlob.base(argument).equals(".") ? 0 : PathGlob.base(argument).length());
            glob = PathGlob.base(argument).equals(".") ? absolute(Path.of(".")) + "/" + argument : glob;
            Pattern pattern = PathGlob.pattern(glob);
            covered.add(pattern);
            walk(Path.of(PathGlob.base(argument)), path -> pattern.matcher(path).matches());
            return;
        }
        Path path = Path.of(argument);
        if (Files.isDirectory(path)) {
            covered.add(Pattern.compile(Pattern.quote(absolute(path)) + "/.*"));
            walk(path, RecordingFinder::isRecording);
        } else {
            covered.add(Pattern.compile(Pattern.quote(absolute(path))));
            if (Files.exists(path)) {
                put(path, Files.readAttributes(path, BasicFileAttributes.class));
            } else {
                found.put(absolute(path), new FoundRecording(absolute(path), 0, ""));
            }
        }
    }

    /** Returns whether a file in a directory is a recording by its path, and no tree of a store. */
    public static boolean isRecording(String path) {
        return RECORDING.matcher(path).matches() && !STORED.matcher(path).matches();
    }

    public Collection<FoundRecording> found() {
        return found.values();
    }

    /** Returns whether a path would have been found if it existed. */
    public boolean covers(String path) {
        return covered.stream().anyMatch(pattern -> pattern.matcher(path).matches());
    }

    private void walk(Path directory, Predicate<String> wanted) throws IOException {
        if (!Files.isDirectory(directory)) {
            return;
        }
        try (Stream<Path> files = Files.walk(directory, FileVisitOption.FOLLOW_LINKS)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                if (wanted.test(absolute(file))) {
                    BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
                    if (attributes.isRegularFile()) {
                        put(file, attributes);
                    }
                }
            }
        }
    }

    private void put(Path file, BasicFileAttributes attributes) {
        found.put(absolute(file), new FoundRecording(absolute(file), attributes.size(),
                Long.toString(attributes.lastModifiedTime().toMillis())));
    }

    private static String absolute(Path path) {
        return path.toAbsolutePath().normalize().toString().replace('\\', '/');
    }
}
