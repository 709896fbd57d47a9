package dev.perfhint.source.compile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * The classes that a running JVM has.
 *
 * @param release of the JVM
 * @param javaHome of the JVM
 * @param classPath its jars and class directories, those of modules and of other class loaders among them
 */
public record RunningCode(int release, Path javaHome, List<Path> classPath) {
    public RunningCode {
        classPath = List.copyOf(classPath);
    }

    /**
     * Returns a class as it is on the class path.
     *
     * @param name internal, with {@code /}
     */
    Optional<byte[]> find(String name) throws IOException {
        for (Path entry : classPath) {
            if (Files.isDirectory(entry)) {
                Path file = entry.resolve(name + ".class");
                if (Files.isRegularFile(file)) {
                    return Optional.of(Files.readAllBytes(file));
                }
            } else if (Files.isRegularFile(entry)) {
                try (ZipFile jar = new ZipFile(entry.toFile())) {
                    ZipEntry found = jar.getEntry(name + ".class");
                    if (found != null) {
                        return Optional.of(jar.getInputStream(found).readAllBytes());
                    }
                } catch (IOException unreadable) {
                    continue; // the JVM passes over it too
                }
            }
        }
        return Optional.empty();
    }

    /** Returns the name under which another jar holds the class: a build moved it into another package. */
    Optional<String> relocated(String name) {
        for (Path entry : classPath) {
            if (!Files.isRegularFile(entry)) {
                continue;
            }
            try (ZipFile jar = new ZipFile(entry.toFile())) {
                Optional<String> moved = jar.stream().map(ZipEntry::getName)
                        .filter(each -> each.endsWith("/" + name + ".class")
                                && !each.startsWith("META-INF/versions/"))
                        .findFirst();
                if (moved.isPresent()) {
                    return Optional.of(moved.get().replaceFirst("\\.class$", "").replace('/', '.'));
                }
            } catch (IOException unreadable) {
                continue;
            }
        }
        return Optional.empty();
    }
}
