package dev.perfhint.maven;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.maven.artifact.DependencyResolutionRequiredException;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.project.MavenProject;

/**
 * One module of the build: what it compiles and what it compiles against.
 *
 * @param buildDirectory {@code target}
 * @param sources source roots of the program and its tests that exist, generated ones too
 * @param classPath class directories and jars that exist, those of the tests too
 */
record BuildModule(Path buildDirectory, List<Path> sources, List<Path> classPath) {
    BuildModule {
        sources = List.copyOf(sources);
        classPath = List.copyOf(classPath);
    }

    /** Returns the modules that are built, in the order of the build. */
    static List<BuildModule> of(MavenSession session) throws DependencyResolutionRequiredException {
        List<BuildModule> modules = new ArrayList<>();
        for (MavenProject project : session.getProjects()) {
            List<String> sources = new ArrayList<>(project.getCompileSourceRoots());
            sources.addAll(project.getTestCompileSourceRoots());
            modules.add(new BuildModule(
                    Path.of(project.getBuild().getDirectory()), existing(sources),
                    existing(project.getTestClasspathElements())));
        }
        return modules;
    }

    /** Returns the recordings that a test run left in the build directory, sorted by name. */
    List<Path> recordings() throws IOException {
        if (!Files.isDirectory(buildDirectory)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(buildDirectory)) {
            return files.filter(file -> file.getFileName().toString().matches(".*\\.jfr(\\.gz)?"))
                    .filter(file -> file.toFile().length() > 0)
                    .sorted()
                    .toList();
        }
    }

    private static List<Path> existing(List<String> names) {
        return names.stream().map(Path::of).filter(Files::exists).toList();
    }
}
