package dev.perfhint.source.build;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Collects what a project's code is compiled against: jars on this machine, and the projects of the same build by their
 * compiled classes or, where they are not built, their sources.
 */
public final class Dependencies {
    private static final List<String> CLASSES =
            List.of("target/classes", "build/classes/java/main", "build/classes/kotlin/main",
                    "build/classes/groovy/main");

    private final LocalArtifacts artifacts;
    private final Path base;
    private final Set<Path> classPath = new LinkedHashSet<>();
    private final Set<Path> sourcePath = new LinkedHashSet<>();
    private final Set<Path> visited = new HashSet<>();
    private final Set<String> missing = new LinkedHashSet<>();
    private Map<String, Path> reactor;

    private Dependencies(LocalArtifacts artifacts, Path base) {
        this.artifacts = artifacts;
        this.base = base;
    }

    public static Dependencies of(List<Path> builds, Path base, LocalArtifacts artifacts) {
        Dependencies dependencies = new Dependencies(artifacts, base);
        builds.forEach(build -> dependencies.project(build, true));
        return dependencies;
    }

    /** Returns jars and class directories. */
    public Set<Path> classPath() {
        return classPath;
    }

    /** Returns the source directories of projects that are not built. */
    public Set<Path> sourcePath() {
        return sourcePath;
    }

    /** Returns the names of the libraries that build files name and that do not lie on this machine. */
    public Set<String> missing() {
        return missing;
    }

    private void project(Path build, boolean own) {
        if (!visited.add(build)) {
            return;
        }
        if (BuildFiles.isMaven(build)) {
            maven(MavenProject.of(build, artifacts), own);
        } else {
            GradleProject project = GradleProject.of(build);
            project.dependencies().forEach(this::artifact);
            project.projects().forEach(this::sibling);
        }
    }

    private void maven(MavenProject project, boolean own) {
        for (MavenProject.Dependency dependency : project.dependencies()) {
            Optional<Path> module = Optional.ofNullable(reactor().get(dependency.artifact().groupAndName()));
            if (!own && !dependency.isInherited()) {
                continue;
            }
            if (module.isPresent()) {
                sibling(module.get());
            } else {
                artifact(dependency.artifact());
            }
        }
    }

    private void artifact(Coordinates artifact) {
        Optional<Path> jar = artifacts.jar(artifact);
        if (jar.isEmpty()) {
            missing.add(artifact.name());
        }
        if (jar.isPresent() && classPath.add(jar.get())) {
            artifacts.pom(artifact).ifPresent(pom -> {
                if (visited.add(pom)) {
                    maven(MavenProject.of(pom, artifacts), false);
                }
            });
        }
    }

    private void sibling(Path directory) {
        List<Path> classes = CLASSES.stream().map(directory::resolve).filter(Files::isDirectory).toList();
        classPath.addAll(classes);
        Path sources = directory.resolve("src/main/java");
        if (classes.isEmpty() && Files.isDirectory(sources)) {
            sourcePath.add(sources);
        }
        BuildFiles.in(directory).ifPresent(build -> project(build, false));
    }

    /** The modules of the Maven build that the base holds, by group and name. */
    private Map<String, Path> reactor() {
        if (reactor == null) {
            reactor = new HashMap<>();
            Set<Path> seen = new HashSet<>();
            visited.stream().filter(BuildFiles::isMaven).filter(pom -> pom.startsWith(base)).toList().forEach(pom -> {
                for (Path each = pom.getParent(); each != null && each.startsWith(base); each = each.getParent()) {
                    modules(each, seen);
                }
            });
        }
        return reactor;
    }

    private void modules(Path directory, Set<Path> seen) {
        Path pom = Files.isDirectory(directory) ? directory.resolve("pom.xml") : directory;
        if (!Files.isRegularFile(pom) || !seen.add(pom)) {
            return;
        }
        MavenProject project = MavenProject.of(pom, artifacts);
        reactor.put(project.coordinates().groupAndName(), pom.getParent());
        project.modules().stream().filter(module -> module.startsWith(base)).forEach(module -> modules(module, seen));
    }
}
