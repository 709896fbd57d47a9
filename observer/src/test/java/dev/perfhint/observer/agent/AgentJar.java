package dev.perfhint.observer.agent;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.objectweb.asm.ClassReader;

/** The agent's jar as it is shipped, put together from compiled classes, and with ASM under the name that it has. */
final class AgentJar {
    private AgentJar() {}

    static Path in(Path folder) throws IOException {
        Manifest manifest = new Manifest();
        Attributes attributes = manifest.getMainAttributes();
        attributes.putValue("Manifest-Version", "1.0");
        for (String entry : new String[] {"Premain-Class", "Agent-Class"}) {
            attributes.putValue(entry, Agent.class.getName());
        }
        attributes.putValue("Can-Redefine-Classes", "true");
        attributes.putValue("Can-Retransform-Classes", "true");
        Path jar = folder.resolve("agent.jar");
        try (OutputStream out = Files.newOutputStream(jar); JarOutputStream entries = new JarOutputStream(out, manifest)) {
            addFolder(entries, location(Agent.class));
            addJar(entries, location(ClassReader.class));
        }
        return jar;
    }

    private static void addFolder(JarOutputStream jar, Path classes) throws IOException {
        try (Stream<Path> files = Files.walk(classes)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                jar.putNextEntry(new ZipEntry(classes.relativize(file).toString()));
                Files.copy(file, jar);
            }
        }
    }

    private static void addJar(JarOutputStream jar, Path library) throws IOException {
        try (JarFile from = new JarFile(library.toFile())) {
            for (var entry : (Iterable<java.util.jar.JarEntry>) from.stream()::iterator) {
                if (entry.getName().matches("org/objectweb/.*\\.class")) {
                    jar.putNextEntry(new ZipEntry(entry.getName()));
                    try (InputStream in = from.getInputStream(entry)) {
                        in.transferTo(jar);
                    }
                }
            }
        }
    }

    private static Path location(Class<?> type) {
        try {
            return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new UncheckedIOException(new IOException(e));
        }
    }
}
