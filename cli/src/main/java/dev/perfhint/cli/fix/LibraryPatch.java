package dev.perfhint.cli.fix;

import dev.perfhint.cli.project.RunningSources;
import dev.perfhint.source.compile.ChangedClasses;
import dev.perfhint.source.patch.FileChange;
import dev.perfhint.source.patch.UnifiedDiff;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * What a verified fix of a library gives: a patch of its sources, a jar of the changed classes, a report.
 *
 * @param jar that the program runs
 * @param sources unpacked, where the edits are
 */
record LibraryPatch(Path jar, Path sources) {
    /** The directory that libraries' sources are unpacked into. */
    static final String UNPACKED = "/perfhint-library-sources/";
    private static final int MAX_ENTRIES = 50_000;
    private static final Pattern LICENSE = Pattern.compile("(?s)<license>.*?<name>\\s*(.*?)\\s*</name>");
    private static final long MAX_BYTES = 512L << 20;

    /** Unpacks a jar of sources, so that its files can be edited. */
    static LibraryPatch unpack(Path jar, Path sourcesJar, Path directory) throws IOException {
        Path top = Files.createDirectories(directory.resolve(name(jar)));
        long bytes = 0;
        try (ZipFile zip = new ZipFile(sourcesJar.toFile())) {
            for (ZipEntry entry : (Iterable<ZipEntry>) zip.stream().map(ZipEntry.class::cast)
                    .filter(each -> each.getName().endsWith(".java")).limit(MAX_ENTRIES)::iterator) {
                Path file = top.resolve(entry.getName()).normalize();
                bytes += entry.getSize();
                if (file.startsWith(top) && bytes < MAX_BYTES) {
                    Files.createDirectories(file.getParent());
                    Files.write(file, zip.getInputStream(entry).readNBytes((int) Math.max(0, entry.getSize())));
                }
            }
        }
        return new LibraryPatch(jar, top);
    }

    /** Returns the jar's name without version and extension's dot, {@code commons-io-2.11.0}. */
    static String name(Path jar) {
        return jar.getFileName().toString().replaceFirst("\\.jar$", "");
    }

    String name() {
        return name(jar);
    }

    /** Returns group, artifact and version; of a jar without them its name. */
    String coordinates() {
        Optional<Properties> id = RunningSources.coordinates(jar);
        return id.map(each -> each.getProperty("groupId") + ":" + each.getProperty("artifactId") + ":"
                + each.getProperty("version")).orElse(name());
    }

    /** Returns the licence that the jar names, for whoever passes its patched classes on. */
    String license() throws IOException {
        try (JarFile file = new JarFile(jar.toFile())) {
            Optional<Manifest> manifest = Optional.ofNullable(file.getManifest());
            String named = manifest.map(each -> each.getMainAttributes().getValue("Bundle-License")).orElse(null);
            if (named != null) {
                return named;
            }
            for (ZipEntry entry : (Iterable<ZipEntry>) file.stream().map(ZipEntry.class::cast)::iterator) {
                String text = entry.getName().matches("META-INF/maven/.*/pom\\.xml")
                        ? new String(file.getInputStream(entry).readAllBytes(), StandardCharsets.UTF_8)
                        : "";
                Matcher found = LICENSE.matcher(text);
                if (found.find()) {
                    return found.group(1).replaceAll("\\s+", " ");
                }
            }
            return file.stream().map(ZipEntry::getName)
                    .filter(each -> each.matches("(?i)(META-INF/)?LICEN[SC]E[^/]*")).findFirst()
                    .map(each -> "see " + each + " in the jar").orElse("not named in the jar");
        }
    }

    boolean holds(Path file) {
        return file.startsWith(sources);
    }

    /** Returns the changes with names as the library's sources have them. */
    List<FileChange> changes(List<FileChange> all) {
        return all.stream().filter(change -> holds(change.file()))
                .map(change -> new FileChange(change.file(),
                        sources.relativize(change.file()).toString().replace('\\', '/'), change.before(),
                        change.after(), change.create())).toList();
    }

    static byte[] diff(List<FileChange> changes) {
        return UnifiedDiff.of(changes);
    }

    /** Returns the classes of changed files, nested ones too. */
    static Map<String, byte[]> classes(List<FileChange> changes, Map<String, byte[]> all) {
        List<String> names = changes.stream().map(ChangedClasses::internalName).toList();
        return all.entrySet().stream()
                .filter(each -> names.stream().anyMatch(name -> each.getKey().equals(name)
                        || each.getKey().startsWith(name + "$")))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue, (one, two) -> one, TreeMap::new));
    }

    /** Returns a jar of the changed classes alone, which names what they are of. */
    byte[] patchedJar(Map<String, byte[]> classes) throws IOException {
        Manifest manifest = new Manifest();
        Attributes attributes = manifest.getMainAttributes();
        attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        attributes.putValue("Patched-Library", coordinates());
        attributes.putValue("Patched-Library-License", license());
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JarOutputStream out = new JarOutputStream(bytes, manifest)) {
            for (Map.Entry<String, byte[]> each : classes.entrySet()) {
                out.putNextEntry(new ZipEntry(each.getKey() + ".class"));
                out.write(each.getValue());
            }
        }
        return bytes.toByteArray();
    }

    /** Returns whether a class path with the patched jar in front is refused, since the packages are signed. */
    boolean isSigned() throws IOException {
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            return zip.stream().anyMatch(entry -> entry.getName().matches("META-INF/[^/]+\\.SF"));
        }
    }
}
