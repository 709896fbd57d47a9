package dev.perfhint.source.build;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What an IDE has compiled a directory's project to and with: IntelliJ IDEA's {@code out/production}, and the libraries
 * and outputs of Eclipse's {@code .classpath}.
 *
 * <p>Only what lies below the repository, and jars of the local Maven repository.
 */
public final class IdeProject {
    private static final List<String> MODULES = List.of("out/production", "out/test");
    private static final Set<String> KINDS = Set.of("lib", "output", "var");
    private static final String REPOSITORY = "M2_REPO/";

    private IdeProject() {}

    /** Returns class directories and jars. */
    public static Set<Path> classPath(Path directory, Path base) {
        Set<Path> found = new LinkedHashSet<>();
        for (String modules : MODULES) {
            subdirectories(directory.resolve(modules), found);
        }
        eclipse(directory, base, found);
        return found;
    }

    private static void subdirectories(Path parent, Set<Path> found) {
        if (!Files.isDirectory(parent)) {
            return;
        }
        try (DirectoryStream<Path> modules = Files.newDirectoryStream(parent, Files::isDirectory)) {
            Set<Path> sorted = new java.util.TreeSet<>();
            modules.forEach(sorted::add);
            found.addAll(sorted);
        } catch (IOException unreadable) {
            // what is missing for it is named by the compile check
        }
    }

    private static void eclipse(Path directory, Path base, Set<Path> found) {
        XmlElement file = XmlElement.parse(BuildFiles.read(directory.resolve(".classpath")));
        file.at("classpath").stream().flatMap(all -> all.all("classpathentry").stream()).map(XmlElement::attributes)
                .filter(entry -> KINDS.contains(entry.getOrDefault("kind", "")) && entry.containsKey("path"))
                .flatMap(entry -> entry(directory, base, entry.get("path")).stream()).forEach(found::add);
    }

    private static Optional<Path> entry(Path directory, Path base, String path) {
        try {
            Path root = path.startsWith(REPOSITORY) ? LocalArtifacts.ofUser().mavenRepository() : directory;
            Path real = root.resolve(path.startsWith(REPOSITORY) ? path.substring(REPOSITORY.length()) : path)
                    .toRealPath();
            Path limit = (path.startsWith(REPOSITORY) ? root : base).toRealPath();
            boolean jar = Files.isRegularFile(real) && real.toString().endsWith(".jar");
            return real.startsWith(limit) && (jar || Files.isDirectory(real)) ? Optional.of(real) : Optional.empty();
        } catch (IOException | InvalidPathException gone) {
            return Optional.empty();
        }
    }
}
