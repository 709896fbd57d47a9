package dev.perfhint.source.compile;

import com.github.javaparser.ast.nodeTypes.NodeWithName;
import dev.perfhint.source.build.BuildFiles;
import dev.perfhint.source.build.Dependencies;
import dev.perfhint.source.build.IdeProject;
import dev.perfhint.source.build.LocalArtifacts;
import dev.perfhint.source.file.SourceFile;
import dev.perfhint.source.file.Sources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;

/**
 * What a project is compiled with: compiler options, source roots and class path.
 *
 * <p>No option comes from the project but its source level and encoding, and those only as a number and a character set
 * of this JVM. The paths are handed to the file manager one by one: in an option, a colon in a directory's name would
 * split it.
 *
 * @param options without files and paths
 * @param missing names of libraries that the build files name and that do not lie on this machine
 * @param isMaven whether Maven would fetch them
 * @param isModular whether the project has a module declaration, so that its libraries are modules
 */
public record ProjectPaths(
        List<String> options, List<Path> sourcePath, List<Path> classPath, List<String> missing, boolean isMaven,
        boolean isModular) {
    private static final List<String> OUTPUTS = List.of(
            "target/classes", "target/test-classes", "build/classes/java/main", "build/classes/java/test", "bin",
                    "out");

    /** Returns the jars and class directories that the files compile against, as far as options and build files say. */
    public static Set<Path> classPath(Sources sources, List<SourceFile> files) {
        Set<Path> classPath = new LinkedHashSet<>(sources.options().classpath());
        if (classPath.isEmpty()) {
            files.forEach(file -> projectOutputs(file.path(), sources.base(), classPath));
            classPath.addAll(Dependencies.of(
                            BuildFiles.of(paths(files), sources.base()), sources.base(), LocalArtifacts.ofUser())
                    .classPath());
        }
        return classPath;
    }

    static ProjectPaths of(Sources sources, List<SourceFile> files, LocalArtifacts artifacts) {
        Set<Path> sourceRoots = new LinkedHashSet<>();
        files.forEach(file -> packageRoot(file).ifPresent(sourceRoots::add));
        Set<Path> classPath = new LinkedHashSet<>(sources.options().classpath());
        Set<String> missing = new LinkedHashSet<>();
        if (classPath.isEmpty()) {
            files.forEach(file -> projectOutputs(file.path(), sources.base(), classPath));
            Dependencies found =
                    Dependencies.of(BuildFiles.of(paths(files), sources.base()), sources.base(), artifacts);
            classPath.addAll(found.classPath());
            sourceRoots.addAll(found.sourcePath());
            missing.addAll(found.missing());
        }
        files.forEach(file -> mainSources(file.path(), sources.base()).ifPresent(sourceRoots::add));
        sourceRoots.addAll(sources.roots());
        List<String> options = new ArrayList<>(List.of(
                "-proc:none",
                "-implicit:none",
                "-Xmaxerrs",
                "0", "-Xmaxwarns", "0", "-XDshould-stop.ifError=FLOW", "-XDshould-stop.ifNoError=FLOW"));
        // the level of the running Java is what javac takes anyway; told of it, it unpacks what all older ones had
        BuildFiles.release(paths(files), sources.base(), artifacts)
                .filter(release -> !release.equals(String.valueOf(Runtime.version().feature())))
                .ifPresent(release -> options.addAll(List.of("--release", release)));
        files.stream().findFirst().ifPresent(file -> {
            options.add("-encoding");
            options.add(file.charset().name());
        });
        boolean maven = BuildFiles.of(paths(files), sources.base()).stream().anyMatch(BuildFiles::isMaven);
        boolean modular = sourceRoots.stream().anyMatch(root -> Files.exists(root.resolve("module-info.java")));
        return new ProjectPaths(
                List.copyOf(options), List.copyOf(sourceRoots), List.copyOf(classPath), List.copyOf(missing), maven,
                modular);
    }

    /**
     * Sets where the compiler looks. Processors and plugins are looked for in no place at all: those that lie on the
     * class path, which the analysed tree provides, would run.
     */
    void tell(StandardJavaFileManager manager) throws IOException {
        manager.setLocationFromPaths(StandardLocation.ANNOTATION_PROCESSOR_PATH, List.of());
        manager.setLocationFromPaths(StandardLocation.CLASS_PATH, classPath);
        manager.setLocationFromPaths(StandardLocation.SOURCE_PATH, sourcePath);
        if (isModular) {
            manager.setLocationFromPaths(StandardLocation.MODULE_PATH, classPath);
        }
    }

    private static List<Path> paths(List<SourceFile> files) {
        return files.stream().map(SourceFile::path).toList();
    }

    /** Returns the directory that the file's package starts in; empty where the file is not in its package's place. */
    private static Optional<Path> packageRoot(SourceFile file) {
        String name = file.unit().getPackageDeclaration().map(NodeWithName::getNameAsString).orElse("");
        Path directory = file.path().getParent();
        if (name.isEmpty()) {
            return Optional.of(directory);
        }
        Path packagePath = Path.of(name.replace('.', '/'));
        if (!directory.endsWith(packagePath)) {
            return Optional.empty();
        }
        Path root = directory;
        for (int i = 0; i < packagePath.getNameCount(); i++) {
            root = root.getParent();
        }
        return Optional.of(root);
    }

    /** Returns the main sources of a test's module. */
    private static Optional<Path> mainSources(Path file, Path base) {
        for (Path directory = file.getParent();
                directory != null && directory.startsWith(base);
                directory = directory.getParent()) {
            Path main = directory.resolve("src/main/java");
            if (Files.isDirectory(main)) {
                return Optional.of(main);
            }
        }
        return Optional.empty();
    }

    private static void projectOutputs(Path file, Path base, Set<Path> classPath) {
        for (Path directory = file.getParent();
                directory != null && directory.startsWith(base);
                directory = directory.getParent()) {
            for (String output : OUTPUTS) {
                Path classes = directory.resolve(output);
                if (Files.isDirectory(classes)) {
                    classPath.add(classes);
                }
            }
            classPath.addAll(IdeProject.classPath(directory, base));
        }
    }
}
