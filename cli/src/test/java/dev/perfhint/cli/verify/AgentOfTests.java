package dev.perfhint.cli.verify;

import dev.perfhint.cli.record.ObserverJar;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;

/** Finds the agent's jar on the class path, or makes it of the build's classes where only those are there. */
public final class AgentOfTests {
    private static Path jar;

    private AgentOfTests() {}

    /** Makes it known to perfhint in this JVM. */
    public static void use() {
        System.setProperty(ObserverJar.PROPERTY, jar().toString());
    }

    /** Returns the jar. */
    public static synchronized Path jar() {
        if (jar == null) {
            try {
                jar = make();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return jar;
    }

    private static Path make() throws IOException {
        List<Path> classPath = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(Path::of).toList();
        for (Path entry : classPath) {
            if (entry.getFileName().toString().matches("perfhint-observer-.*\\.jar")) {
                return entry;
            }
        }
        Manifest manifest = new Manifest();
        Attributes attributes = manifest.getMainAttributes();
        attributes.putValue("Manifest-Version", "1.0");
        attributes.putValue("Premain-Class", "dev.perfhint.observer.agent.Agent");
        attributes.putValue("Agent-Class", "dev.perfhint.observer.agent.Agent");
        attributes.putValue("Can-Redefine-Classes", "true");
        attributes.putValue("Can-Retransform-Classes", "true");
        Path file = Files.createTempFile("perfhint-agent-", ".jar");
        file.toFile().deleteOnExit();
        try (OutputStream out = Files.newOutputStream(file); JarOutputStream entries = new JarOutputStream(out, manifest)) {
            for (Path entry : classPath) {
                if (entry.toString().matches(".*[/\\\\]observer[/\\\\]target[/\\\\].*")) {
                    add(entries, entry);
                } else if (entry.getFileName().toString().matches("asm-\\d.*\\.jar")) {
                    add(entries, entry);
                }
            }
        }
        return file;
    }

    private static void add(JarOutputStream entries, Path from) throws IOException {
        if (Files.isDirectory(from)) {
            try (Stream<Path> files = Files.walk(from)) {
                for (Path each : files.filter(Files::isRegularFile).toList()) {
                    entries.putNextEntry(new ZipEntry(from.relativize(each).toString()));
                    Files.copy(each, entries);
                }
            }
            return;
        }
        try (JarFile library = new JarFile(from.toFile())) {
            for (ZipEntry each : (Iterable<ZipEntry>) library.stream().filter(e -> e.getName().matches("(org|dev)/.*\\.class"))
                    .map(ZipEntry.class::cast)::iterator) {
                entries.putNextEntry(new ZipEntry(each.getName()));
                try (InputStream in = library.getInputStream(each)) {
                    in.transferTo(entries);
                }
            }
        }
    }
}
