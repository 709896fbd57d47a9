package dev.perfhint.source.build;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.jar.Attributes;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/** Says which library, and which version of it, a class of the class path is from. */
public final class LibraryJar {
    private static final int MAX_BYTES = 64 << 10;
    private static final int MAX_NAME = 200;

    private LibraryJar() {}

    /** Returns name, version and file of the first jar that holds the class; empty where none does. */
    public static Optional<String> of(List<Path> classPath, String className) {
        String entry = className.replace('.', '/') + ".class";
        for (Path jar : classPath) {
            if (!Files.isRegularFile(jar)) {
                continue;
            }
            try (ZipFile zip = new ZipFile(jar.toFile())) {
                if (zip.getEntry(entry) != null) {
                    String name = pom(zip).or(() -> manifest(zip)).orElse("");
                    return Optional.of(name.isEmpty() ? jar.getFileName().toString()
                            : name + " (" + jar.getFileName() + ")");
                }
            } catch (IOException | IllegalArgumentException damaged) {
                // says nothing of itself
            }
        }
        return Optional.empty();
    }

    /** A jar that several were put into has several: then it is the manifest's. */
    private static Optional<String> pom(ZipFile zip) {
        Optional<ZipEntry> only = Optional.empty();
        for (Iterator<? extends ZipEntry> all = zip.entries().asIterator(); all.hasNext();) {
            ZipEntry entry = all.next();
            if (entry.getName().startsWith("META-INF/maven/") && entry.getName().endsWith("/pom.properties")) {
                if (only.isPresent()) {
                    return Optional.empty();
                }
                only = Optional.of(entry);
            }
        }
        return only.flatMap(entry -> {
            try (InputStream in = zip.getInputStream(entry)) {
                Properties pom = new Properties();
                pom.load(new java.io.ByteArrayInputStream(in.readNBytes(MAX_BYTES)));
                return said(pom.getProperty("groupId", "") + ":" + pom.getProperty("artifactId", ""),
                        pom.getProperty("version"));
            } catch (IOException | IllegalArgumentException damaged) {
                return Optional.empty();
            }
        });
    }

    private static Optional<String> manifest(ZipFile zip) {
        ZipEntry entry = zip.getEntry("META-INF/MANIFEST.MF");
        if (entry == null) {
            return Optional.empty();
        }
        try (InputStream in = zip.getInputStream(entry)) {
            Attributes main = new Manifest(new java.io.ByteArrayInputStream(in.readNBytes(MAX_BYTES)))
                    .getMainAttributes();
            String title = main.getValue("Implementation-Title");
            String version = main.getValue("Implementation-Version");
            return said(title == null ? main.getValue("Bundle-SymbolicName") : title,
                    version == null ? main.getValue("Bundle-Version") : version);
        } catch (IOException | IllegalArgumentException damaged) {
            return Optional.empty();
        }
    }

    private static Optional<String> said(String name, String version) {
        String text = name == null || version == null ? "" : name + " " + version;
        return text.isEmpty() || text.length() > MAX_NAME || text.chars().anyMatch(Character::isISOControl)
                ? Optional.empty() : Optional.of(text);
    }
}
