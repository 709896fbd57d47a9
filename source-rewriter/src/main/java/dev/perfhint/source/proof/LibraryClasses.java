package dev.perfhint.source.proof;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/** Finds classes on the class path; what is missing, damaged or too large is not found. */
final class LibraryClasses {
    private static final int MAXIMUM_CLASS_BYTES = 4 << 20;
    private static final int MAXIMUM_ANCESTORS = 16;

    private final List<Path> classpath;
    private final Map<String, Optional<LibraryClass>> found = new HashMap<>();

    LibraryClasses(List<Path> classpath) {
        this.classpath = List.copyOf(classpath);
    }

    boolean isEmpty() {
        return classpath.isEmpty();
    }

    /** Looks a class up by its internal name, as in {@code org/textformat/OutImpl}. */
    Optional<LibraryClass> find(String internalName) {
        return found.computeIfAbsent(internalName, this::load);
    }

    /** Looks a method up in a class and in the classes that it extends. */
    Optional<LibraryMethod> method(String internalName, String method, String descriptor) {
        Optional<LibraryClass> at = find(internalName);
        for (int depth = 0; at.isPresent() && depth < MAXIMUM_ANCESTORS; depth++) {
            Optional<LibraryMethod> found = at.get().method(method, descriptor);
            if (found.isPresent()) {
                return found;
            }
            at = find(at.get().superName());
        }
        return Optional.empty();
    }

    private Optional<LibraryClass> load(String internalName) {
        String entry = internalName + ".class";
        for (Path home : classpath) {
            try {
                Optional<byte[]> bytes = Files.isDirectory(home) ? inDirectory(home, entry) : inJar(home, entry);
                if (bytes.isPresent()) {
                    return Optional.of(LibraryClassReader.read(bytes.get(), home.getFileName().toString()));
                }
            } catch (IOException | RuntimeException e) {
                // A damaged jar or class proves nothing.
                return Optional.empty();
            }
        }
        return Optional.empty();
    }

    private static Optional<byte[]> inDirectory(Path home, String entry) throws IOException {
        Path file = home.resolve(entry);
        return Files.isRegularFile(file) && Files.size(file) <= MAXIMUM_CLASS_BYTES
                ? Optional.of(Files.readAllBytes(file)) : Optional.empty();
    }

    private static Optional<byte[]> inJar(Path home, String entry) throws IOException {
        if (!Files.isRegularFile(home)) {
            return Optional.empty();
        }
        try (JarFile jar = new JarFile(home.toFile(), false, ZipFile.OPEN_READ, Runtime.version())) {
            ZipEntry found = jar.getEntry(entry);
            if (found == null) {
                return Optional.empty();
            }
            try (InputStream in = jar.getInputStream(found)) {
                byte[] bytes = in.readNBytes(MAXIMUM_CLASS_BYTES + 1);
                return bytes.length > MAXIMUM_CLASS_BYTES ? Optional.empty() : Optional.of(bytes);
            }
        }
    }
}
