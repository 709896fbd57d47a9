package dev.perfhint.cli.project;

import dev.perfhint.source.build.LocalArtifacts;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * The sources of what a JVM ran, found by the names of its classes.
 *
 * @param roots source directories of the tree that hold the program's own classes
 * @param libraries jars of sources by the jar that they are of
 */
public record RunningSources(List<Path> roots, Map<Path, Path> libraries) {
    private static final Set<String> SKIPPED = Set.of("target", "build", "out", "bin", "node_modules", ".git");
    private static final int MAX_DEPTH = 24;
    private static final int MAX_FILES = 200_000;

    /**
     * Looks for the sources of the class path entries that hold some of the classes.
     *
     * @param classes by name, nested ones with {@code $}
     */
    public static RunningSources of(List<Path> classPath, Path tree, Set<String> classes) {
        Set<Path> roots = new LinkedHashSet<>();
        Map<Path, Path> libraries = new LinkedHashMap<>();
        Map<String, List<Path>> files = new HashMap<>();
        for (Path entry : classPath) {
            List<String> own = held(entry, classes);
            Optional<Path> jar = own.isEmpty() ? Optional.empty() : sourcesJar(entry);
            if (jar.isPresent()) {
                libraries.put(entry, jar.get());
            } else if (!own.isEmpty()) {
                if (files.isEmpty()) {
                    files.putAll(javaFiles(tree));
                }
                own.forEach(name -> root(name, files, entry).ifPresent(roots::add));
            }
        }
        return new RunningSources(List.copyOf(roots), libraries);
    }

    private static List<String> held(Path entry, Set<String> classes) {
        if (Files.isDirectory(entry)) {
            return classes.stream().filter(name -> Files.exists(entry.resolve(file(name, ".class")))).toList();
        }
        try (ZipFile jar = new ZipFile(entry.toFile())) {
            return classes.stream().filter(name -> jar.getEntry(file(name, ".class")) != null).toList();
        } catch (IOException unreadable) {
            return List.of();
        }
    }

    private static String file(String className, String suffix) {
        return className.replace('.', '/') + suffix;
    }

    /** Returns the directory that the class's package starts in, the nearest one to where the class is. */
    private static Optional<Path> root(String className, Map<String, List<Path>> files, Path entry) {
        Path source = Path.of(file(className.replaceFirst("\\$.*", ""), ".java"));
        return files.getOrDefault(source.getFileName().toString(), List.of()).stream()
                .filter(file -> file.endsWith(source))
                .max(Comparator.comparingInt((Path file) -> common(file, entry)).thenComparing(Path::toString))
                .map(file -> {
                    Path root = file;
                    for (int i = 0; i < source.getNameCount(); i++) {
                        root = root.getParent();
                    }
                    return root;
                });
    }

    private static int common(Path one, Path other) {
        int names = 0;
        while (names < Math.min(one.getNameCount(), other.getNameCount())
                && one.getName(names).equals(other.getName(names))) {
            names++;
        }
        return names;
    }

    private static Map<String, List<Path>> javaFiles(Path tree) {
        Map<String, List<Path>> files = new HashMap<>();
        int[] count = {0};
        try {
            Files.walkFileTree(tree, EnumSet.noneOf(java.nio.file.FileVisitOption.class), MAX_DEPTH,
                    new SimpleFileVisitor<>() {
                        @Override
                        public FileVisitResult preVisitDirectory(Path each, BasicFileAttributes attributes) {
                            boolean skipped = !each.equals(tree) && SKIPPED.contains(each.getFileName().toString());
                            return skipped ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
                        }

                        @Override
                        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                            if (file.toString().endsWith(".java")) {
                                files.computeIfAbsent(file.getFileName().toString(), key -> new ArrayList<>())
                                        .add(file);
                            }
                            return ++count[0] > MAX_FILES ? FileVisitResult.TERMINATE : FileVisitResult.CONTINUE;
                        }

                        @Override
                        public FileVisitResult visitFileFailed(Path file, IOException unreadable) {
                            return FileVisitResult.CONTINUE;
                        }
                    });
        } catch (IOException unreadable) {
            // what was found until then counts
        }
        return files;
    }

    /** Returns the jar of sources beside a jar, or in the local Maven repository. */
    private static Optional<Path> sourcesJar(Path jar) {
        if (!Files.isRegularFile(jar)) {
            return Optional.empty();
        }
        Path beside = jar.resolveSibling(jar.getFileName().toString().replaceFirst("\\.jar$", "") + "-sources.jar");
        if (Files.isRegularFile(beside)) {
            return Optional.of(beside);
        }
        return coordinates(jar).map(id -> {
            String artifact = id.getProperty("artifactId");
            String version = id.getProperty("version");
            return LocalArtifacts.ofUser().mavenRepository().resolve(id.getProperty("groupId").replace('.', '/'))
                    .resolve(artifact).resolve(version).resolve(artifact + "-" + version + "-sources.jar");
        }).filter(Files::isRegularFile);
    }

    /** Returns groupId, artifactId and version, as Maven puts them into the jars that it builds. */
    public static Optional<Properties> coordinates(Path jar) {
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            List<? extends ZipEntry> found = zip.stream()
                    .filter(entry -> entry.getName().matches("META-INF/maven/.*/pom\\.properties")).limit(2).toList();
            if (found.size() != 1) {
                return Optional.empty();
            }
            Properties id = new Properties();
            try (InputStream in = zip.getInputStream(found.get(0))) {
                id.load(in);
            }
            boolean whole = id.containsKey("groupId") && id.containsKey("artifactId") && id.containsKey("version");
            return whole ? Optional.of(id) : Optional.empty();
        } catch (IOException unreadable) {
            return Optional.empty();
        }
    }
}
