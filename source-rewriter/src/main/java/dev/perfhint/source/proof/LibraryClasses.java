package dev.perfhint.source.proof;

import dev.perfhint.source.Sources;
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
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/** Finds classes on the class path; what is missing, damaged or too large is not found. */
final class LibraryClasses {
    private static final int MAX_CLASS_BYTES = 4 << 20;
    private static final int MAX_ANCESTORS = 16;

    private final List<Path> classpath;
    private final Map<String, Optional<Found>> found = new HashMap<>();

    private LibraryClasses(Sources sources) {
        this.classpath = sources.options().classpath();
    }

    /** Returns the classes on the class path of the sources. */
    static LibraryClasses of(Sources sources) {
        return sources.attached(LibraryClasses.class, LibraryClasses::new);
    }

    /** A class and the name of the jar or directory that it comes from. */
    record Found(ClassNode node, String home) {
        boolean isFinal() {
            return (node.access & Opcodes.ACC_FINAL) != 0;
        }
    }

    /** A method and the class that declares it. */
    record FoundMethod(Found owner, MethodNode node) {
        boolean isStatic() {
            return (node.access & Opcodes.ACC_STATIC) != 0;
        }

        /** Returns whether no subclass can have another one in its place. */
        boolean isFixed() {
            return isStatic() || node.name.equals("<init>") || owner.isFinal()
                    || (node.access & (Opcodes.ACC_PRIVATE | Opcodes.ACC_FINAL)) != 0;
        }

        boolean hasCode() {
            return node.instructions.size() > 0;
        }
    }

    boolean isEmpty() {
        return classpath.isEmpty();
    }

    /** Looks a class up by its internal name, as in {@code org/textformat/OutImpl}. */
    Optional<Found> find(String internalName) {
        Optional<Found> known = found.get(internalName);
        if (known == null) {
            known = load(internalName);
            found.put(internalName, known);
        }
        return known;
    }

    /** Looks a method up in a class and in the classes that it extends. */
    Optional<FoundMethod> method(String internalName, String method, String descriptor) {
        Optional<Found> at = find(internalName);
        for (int depth = 0; at.isPresent() && depth < MAX_ANCESTORS; depth++) {
            for (MethodNode each : at.get().node().methods) {
                if (each.name.equals(method) && each.desc.equals(descriptor)) {
                    return Optional.of(new FoundMethod(at.get(), each));
                }
            }
            at = at.get().node().superName == null ? Optional.empty() : find(at.get().node().superName);
        }
        return Optional.empty();
    }

    private Optional<Found> load(String internalName) {
        String entry = internalName + ".class";
        for (Path home : classpath) {
            try {
                Optional<byte[]> bytes = Files.isDirectory(home) ? inDirectory(home, entry) : inJar(home, entry);
                if (bytes.isPresent()) {
                    ClassNode node = new ClassNode();
                    new ClassReader(bytes.get()).accept(node, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
                    return Optional.of(new Found(node, home.getFileName().toString()));
                }
            } catch (IOException | RuntimeException damaged) {
                // proves nothing
                return Optional.empty();
            }
        }
        return Optional.empty();
    }

    private static Optional<byte[]> inDirectory(Path home, String entry) throws IOException {
        Path file = home.resolve(entry);
        return Files.isRegularFile(file) && Files.size(file) <= MAX_CLASS_BYTES
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
                byte[] bytes = in.readNBytes(MAX_CLASS_BYTES + 1);
                return bytes.length > MAX_CLASS_BYTES ? Optional.empty() : Optional.of(bytes);
            }
        }
    }
}
