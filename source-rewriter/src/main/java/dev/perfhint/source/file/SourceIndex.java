package dev.perfhint.source.file;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The names of all source files under the roots, found by listing directories without opening a file.
 *
 * <p>Each directory is listed once, however often symbolic links or nested roots lead to it.
 */
final class SourceIndex {
    private static final Set<String> LANGUAGES = Set.of("java", "kt", "scala", "groovy");
    private static final Set<String> SKIPPED = Set.of("node_modules", "CVS");
    private static final Set<String> NOT_DIRECTORIES = Set.of(
            "jar", "xml", "properties", "txt", "md", "json", "html", "css", "js", "png", "yml", "yaml");
    private static final Set<String> CONFIGURATIONS = Set.of("xml", "properties");
    private static final int MAX_DEPTH = 64;
    private static final int MAX_ENTRIES = 2_000_000;

    private final Map<String, List<Path>> byFileName = new HashMap<>();
    private final Map<String, List<Path>> byDirectoryName = new HashMap<>();
    private final Map<Path, List<Path>> javaFiles = new HashMap<>();
    private final Map<Path, List<Path>> archived = new HashMap<>();
    private final List<Path> loggerConfigurations = new ArrayList<>();
    private final Set<Object> seen = new HashSet<>();
    private final Set<Path> leadingOut = new TreeSet<>();
    private final Set<Path> compiled = new TreeSet<>();
    private final List<Path> roots;
    private int entries;
    private int sourceFiles;
    private int classFiles;

    private SourceIndex(List<Path> roots) {
        this.roots = roots;
    }

    /** Lists what lies below the roots, which are real paths. */
    static SourceIndex of(List<Path> roots) {
        SourceIndex index = new SourceIndex(roots);
        for (Path root : roots) {
            index.sourceFiles = 0;
            index.classFiles = 0;
            index.list(root.toAbsolutePath().normalize(), 0);
            if (index.classFiles > 0 && index.sourceFiles == 0) {
                index.compiled.add(root);
            }
        }
        return index;
    }

    /** Adds the names in a jar, as if the jar were a directory. */
    void add(SourceArchive archive) {
        for (Path file : archive.files()) {
            byFileName.computeIfAbsent(file.getFileName().toString(), key -> new ArrayList<>(1)).add(file);
            archived.computeIfAbsent(file.getParent(), key -> new ArrayList<>()).add(file);
        }
        archived.keySet().stream().filter(directory -> directory.startsWith(archive.jar())).forEach(this::addDirectory);
    }

    private void addDirectory(Path directory) {
        String last = directory.getFileName() == null ? "" : directory.getFileName().toString();
        byDirectoryName.computeIfAbsent(last, key -> new ArrayList<>(1)).add(directory);
    }

    /** Returns the files of that name, {@code Foo.java}, sorted. */
    List<Path> named(String fileName) {
        return byFileName.getOrDefault(fileName, List.of()).stream().sorted().toList();
    }

    /** Returns the directories whose last name is the given one. */
    List<Path> directories(String lastName) {
        return byDirectoryName.getOrDefault(lastName, List.of());
    }

    /** Returns the Java files directly in a listed directory or in a directory of a jar, sorted. */
    List<Path> javaFiles(Path directory) {
        return javaFiles.getOrDefault(directory, archived.getOrDefault(directory, List.of())).stream().sorted()
                .toList();
    }

    /** Returns all Java files that are not in jars, in no promised order. */
    List<Path> javaFiles() {
        return javaFiles.values().stream().flatMap(List::stream).toList();
    }

    /** Returns the files that are named like a configuration of a logging library, sorted. */
    List<Path> loggerConfigurations() {
        return loggerConfigurations.stream().sorted().toList();
    }

    /** Returns the links to directories that were not followed because they lead out of the roots. */
    Set<Path> leadingOut() {
        return leadingOut;
    }

    /** Returns the roots that hold class files and no source. */
    Set<Path> compiled() {
        return compiled;
    }

    private void list(Path directory, int depth) {
        if (depth > MAX_DEPTH || !isNewDirectory(directory)) {
            return;
        }
        List<Path> files = new ArrayList<>();
        List<Path> others = new ArrayList<>();
        try (DirectoryStream<Path> children = Files.newDirectoryStream(directory)) {
            for (Path child : children) {
                if (++entries > MAX_ENTRIES) {
                    return;
                }
                String name = child.getFileName().toString();
                String extension = extension(name);
                if (LANGUAGES.contains(extension)) {
                    sourceFiles++;
                    byFileName.computeIfAbsent(name, key -> new ArrayList<>(1)).add(child);
                    if (extension.equals("java")) {
                        files.add(child);
                    }
                } else if (CONFIGURATIONS.contains(extension) && isLoggers(name)) {
                    loggerConfigurations.add(child);
                } else if (extension.equals("class")) {
                    classFiles++;
                } else if (mayBeDirectory(name, extension)) {
                    others.add(child);
                }
            }
        } catch (IOException | DirectoryIteratorException unreadable) {
            return;
        }
        // of several links to one directory the first by name counts
        others.sort(null);
        others.forEach(child -> list(child, depth + 1));
        if (!files.isEmpty()) {
            javaFiles.put(directory, files);
            addDirectory(directory);
        }
    }

    private boolean isNewDirectory(Path directory) {
        try {
            BasicFileAttributes attributes =
                    Files.readAttributes(directory, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            if (attributes.isSymbolicLink()) {
                attributes = Files.readAttributes(directory, BasicFileAttributes.class);
                if (attributes.isDirectory() && !SourceBytes.isBelow(directory, roots)) {
                    leadingOut.add(directory);
                    return false;
                }
            }
            Object key = attributes.fileKey();
            return attributes.isDirectory() && seen.add(key == null ? directory.toRealPath(new LinkOption[0]) : key);
        } catch (IOException gone) {
            return false;
        }
    }

    private static boolean isLoggers(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return lower.contains("log4j") || lower.contains("logback") || lower.contains("tinylog");
    }

    private static boolean mayBeDirectory(String name, String extension) {
        return !name.startsWith(".") && !SKIPPED.contains(name) && !NOT_DIRECTORIES.contains(extension);
    }

    private static String extension(String name) {
        int dot = name.lastIndexOf('.');
        return dot < 0 ? "" : name.substring(dot + 1).toLowerCase(Locale.ROOT);
    }
}
