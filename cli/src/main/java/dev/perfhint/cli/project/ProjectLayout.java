package dev.perfhint.cli.project;

import dev.perfhint.source.build.BuildFiles;
import dev.perfhint.source.build.Dependencies;
import dev.perfhint.source.build.LocalArtifacts;
import dev.perfhint.source.build.MavenProject;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The source directories of the Maven, Gradle, IDE or plain {@code src} project that a directory belongs to.
 *
 * <p>Build files are read as text, no build tool is run, and nothing outside of the project's directory is listed: no
 * link to a directory is followed. {@link Dependencies} finds what Maven, Gradle and Eclipse projects depend on.
 *
 * @param root the outermost directory of the build
 * @param buildFile what it was recognised by: {@code pom.xml}, {@code settings.gradle}, {@code .classpath}, {@code src}
 * @param sources source directories, at least one, sorted
 * @param libraries jars in {@code lib} and {@code libs} of a project without a build tool
 */
public record ProjectLayout(Path root, String buildFile, List<Path> sources, List<Path> libraries) {
    private static final List<String> BUILD_FILES = List.of(
            "pom.xml", "settings.gradle", "settings.gradle.kts", "build.gradle", "build.gradle.kts");
    private static final List<String> IDE_FILES = List.of(".classpath", ".idea");
    private static final Set<String> OUTPUTS = Set.of("target", "build", "out", "bin", "node_modules");
    private static final List<String> SETS = List.of(
            "main/kotlin", "main/groovy", "main/scala", "test/kotlin", "test/groovy", "test/scala");
    private static final int MAX_DEPTH = 8;
    private static final int MAX_DIRECTORIES = 20_000;

    public ProjectLayout {
        sources = List.copyOf(sources);
        libraries = List.copyOf(libraries);
    }

    /** Returns whether Maven or Gradle build it, and so say what it depends on. */
    public boolean isBuilt() {
        return BUILD_FILES.contains(buildFile);
    }

    /** Returns the project of a directory; empty without one, or without a source directory in it. */
    public static Optional<ProjectLayout> of(Path directory) {
        Path start = directory.toAbsolutePath().normalize();
        List<Path> roots = with(start, BUILD_FILES);
        return roots.stream().map(ProjectLayout::built)
                .filter(layout -> layout.isOf(start, roots.get(roots.size() - 1))).findFirst()
                .or(() -> with(start, IDE_FILES).stream().findFirst().or(() -> plain(start))
                        .map(ProjectLayout::unbuilt))
                .filter(layout -> !layout.sources.isEmpty());
    }

    /** Returns the directories with one of the files, from the git top level or home down to the given one. */
    private static List<Path> with(Path start, List<String> files) {
        Path home = Path.of(System.getProperty("user.home"));
        Deque<Path> found = new ArrayDeque<>();
        for (Path each = start; each != null && !each.equals(home); each = each.getParent()) {
            if (name(each, files).isPresent()) {
                found.addFirst(each);
            }
            if (BuildFiles.isTop(each)) {
                break;
            }
        }
        return List.copyOf(found);
    }

    private static Optional<String> name(Path directory, List<String> files) {
        return files.stream().filter(file -> Files.exists(directory.resolve(file))).findFirst();
    }

    /** Returns whether the directory is the build's: an example with sources that no module names is not. */
    private boolean isOf(Path directory, Path module) {
        return sources.stream().anyMatch(each -> each.startsWith(root.equals(module) ? directory : module))
                || root.equals(module) && !Files.isDirectory(directory.resolve("src"));
    }

    private static Optional<Path> plain(Path directory) {
        return Optional.of(directory).filter(each -> Files.isDirectory(each.resolve("src")));
    }

    private static ProjectLayout built(Path root) {
        String buildFile = name(root, BUILD_FILES).orElseThrow();
        Set<Path> sources = BuildFiles.isMaven(Path.of(buildFile)) ? mavenSources(root) : sourcesBelow(root);
        return new ProjectLayout(root, buildFile, List.copyOf(sources), List.of());
    }

    private static ProjectLayout unbuilt(Path root) {
        List<Path> jars = Stream.of("lib", "libs").flatMap(name -> children(root.resolve(name), "*.jar")).toList();
        return new ProjectLayout(root, name(root, IDE_FILES).orElse("src"), List.copyOf(sourcesBelow(root)), jars);
    }

    private static Set<Path> mavenSources(Path root) {
        Set<Path> sources = new TreeSet<>();
        Set<Path> seen = new LinkedHashSet<>();
        Deque<Path> waiting = new ArrayDeque<>(List.of(root));
        while (!waiting.isEmpty() && seen.size() < MAX_DIRECTORIES) {
            Path module = waiting.poll();
            Path pom = module.resolve("pom.xml");
            if (!module.startsWith(root) || !seen.add(module) || !Files.isRegularFile(pom)) {
                continue;
            }
            MavenProject project = MavenProject.of(pom, LocalArtifacts.ofUser());
            waiting.addAll(project.modules());
            project.sourceDirectories().stream()
                    .filter(each -> each.startsWith(root) && Files.isDirectory(each))
                    .forEach(sources::add);
        }
        return sources;
    }

    /** Returns each {@code src/SET/java}, and {@code src} itself where it holds no such directory and no source set. */
    private static Set<Path> sourcesBelow(Path root) {
        Set<Path> sources = new TreeSet<>();
        int[] visited = {0};
        try {
            Files.walkFileTree(root, EnumSet.noneOf(java.nio.file.FileVisitOption.class), MAX_DEPTH,
                    new SimpleFileVisitor<>() {
                        @Override
                        public FileVisitResult preVisitDirectory(Path each, BasicFileAttributes attributes) {
                            String name = each.getFileName() == null ? "" : each.getFileName().toString();
                            if (++visited[0] > MAX_DIRECTORIES) {
                                return FileVisitResult.TERMINATE;
                            }
                            if (name.equals("src")) {
                                sources.addAll(sourceSets(each));
                            }
                            boolean skipped = name.startsWith(".") || OUTPUTS.contains(name) || name.equals("src");
                            return skipped && !each.equals(root)
                                    ? FileVisitResult.SKIP_SUBTREE
                                    : FileVisitResult.CONTINUE;
                        }

                        @Override
                        public FileVisitResult visitFileFailed(Path file, IOException unreadable) {
                            return FileVisitResult.CONTINUE;
                        }
                    });
        } catch (IOException unreadable) {
            // what was found until then counts
        }
        return sources;
    }

    private static List<Path> sourceSets(Path src) {
        List<Path> sets = children(src, "*").map(set -> set.resolve("java")).filter(Files::isDirectory).toList();
        boolean other = SETS.stream().anyMatch(set -> Files.isDirectory(src.resolve(set))); // Kotlin or Groovy only
        return sets.isEmpty() && !other ? List.of(src) : sets;
    }

    private static Stream<Path> children(Path directory, String glob) {
        List<Path> found = new ArrayList<>();
        try (DirectoryStream<Path> children = Files.newDirectoryStream(directory, glob)) {
            children.forEach(found::add);
        } catch (IOException unreadable) {
            return Stream.empty();
        }
        return found.stream().sorted();
    }
}
