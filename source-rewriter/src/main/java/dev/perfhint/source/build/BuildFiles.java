package dev.perfhint.source.build;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Reads what Maven and Gradle build files say about source level, encoding and dependencies, as far as text tells it;
 * no build tool is run.
 */
public final class BuildFiles {
    private static final int MAX_BYTES = 1 << 20;

    private BuildFiles() {}

    /**
     * Returns the source level of the nearest build file that names one, if the running compiler can be asked for it.
     */
    public static Optional<String> release(List<Path> files, Path base) {
        return release(files, base, LocalArtifacts.ofUser());
    }

    public static Optional<String> release(List<Path> files, Path base, LocalArtifacts artifacts) {
        for (Path build : of(files, base)) {
            Optional<String> level = isMaven(build)
                    ? MavenProject.of(build, artifacts).level() : GradleProject.of(build).level();
            if (level.isPresent()) {
                return level.map(BuildFiles::release)
                        .filter(release -> release >= 8 && release <= Runtime.version().feature())
                        .map(String::valueOf);
            }
        }
        return Optional.empty();
    }

    private static int release(String level) {
        try {
            return Integer.parseInt(level.startsWith("1.") ? level.substring(2) : level);
        } catch (NumberFormatException noNumber) {
            return 0;
        }
    }

    /** Returns the source encoding that the directory's own build file names. */
    public static Optional<String> encoding(Path directory) {
        return in(directory).flatMap(build -> isMaven(build)
                ? MavenProject.of(build, LocalArtifacts.ofUser()).encoding() : GradleProject.of(build).encoding());
    }

    /** Returns the build files from each file's directory up to the base, nearest first. */
    public static List<Path> of(List<Path> files, Path base) {
        return files.stream()
                .flatMap(file -> upwards(file.getParent()).takeWhile(directory -> directory.startsWith(base)))
                .flatMap(directory -> in(directory).stream()).distinct().toList();
    }

    public static Optional<Path> in(Path directory) {
        Path pom = directory.resolve("pom.xml");
        return Files.isRegularFile(pom) ? Optional.of(pom) : GradleProject.script(directory);
    }

    public static boolean isMaven(Path build) {
        return build.endsWith("pom.xml");
    }

    /**
     * Returns the text of a build file, one character per byte; empty where it cannot be read, is no regular file, is
     * larger than a megabyte or lies outside its repository.
     */
    static String read(Path file) {
        try {
            boolean readable = Files.isRegularFile(file) && Files.size(file) <= MAX_BYTES && isInRepository(file);
            return readable ? Files.readString(file, StandardCharsets.ISO_8859_1) : "";
        } catch (IOException unreadable) {
            return "";
        }
    }

    /** Returns whether the file really lies below the git top level that its path leads through, if there is one. */
    private static boolean isInRepository(Path file) throws IOException {
        Optional<Path> top = top(file);
        return top.isEmpty() || file.toRealPath().startsWith(top.get().toRealPath());
    }

    /** Returns the nearest directory above the file that is a git top level. */
    static Optional<Path> top(Path file) {
        return upwards(file.toAbsolutePath().getParent()).filter(BuildFiles::isTop).findFirst();
    }

    /** Returns the directory and those above it, from the inside. */
    static Stream<Path> upwards(Path directory) {
        return Stream.iterate(directory, Objects::nonNull, Path::getParent);
    }

    /** Returns whether the directory is a git top level: nothing above it belongs to the project. */
    public static boolean isTop(Path directory) {
        return Files.exists(directory.resolve(".git"));
    }
}
