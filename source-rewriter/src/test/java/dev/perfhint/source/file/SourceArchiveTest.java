package dev.perfhint.source.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.perfhint.source.Applicability;
import dev.perfhint.source.CallSite;
import dev.perfhint.source.Creation;
import dev.perfhint.source.Fix;
import dev.perfhint.source.FixRequest;
import dev.perfhint.source.Repair;
import dev.perfhint.source.fix.Fixer;
import dev.perfhint.source.fix.StreamTracer;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jars of sources beside a source directory: what they give, and that hostile ones take nothing. */
final class SourceArchiveTest {
    /** What reads without end without the check; no measure of speed. */
    private static final Duration END = Duration.ofMinutes(2);
    private static final String SAVER = """
            package lib;
            import java.io.*;
            public final class Saver {
                public static void save(String name) throws IOException {
                    try (FileOutputStream out = new FileOutputStream(name)) {
                        for (int i = 0; i < 100; i++) {
                            out.write(i); // hot
                        }
                    }
                }
            }
            """;

    @TempDir
    private Path directory;

    private Path tree;
    private Path jar;

    @BeforeEach
    void makeTree() throws IOException {
        tree = Files.createDirectories(directory.resolve("tree/app")).getParent();
        Files.writeString(tree.resolve("app/Main.java"), "package app;\nclass Main { }\n");
        jar = directory.resolve("saver-1.0-sources.jar");
    }

    private interface Content {
        void write(OutputStream out) throws IOException;
    }

    private static Content text(String text) {
        return out -> out.write(text.getBytes(StandardCharsets.UTF_8));
    }

    private ZipOutputStream zip() throws IOException {
        ZipOutputStream zip = new ZipOutputStream(new BufferedOutputStream(Files.newOutputStream(jar)));
        zip.setLevel(1);
        return zip;
    }

    private static void put(ZipOutputStream zip, String name, Content content) throws IOException {
        zip.putNextEntry(new ZipEntry(name));
        content.write(zip);
        zip.closeEntry();
    }

    private Sources open() throws SourceException {
        return open(tree, jar);
    }

    private static Sources open(Path... roots) throws SourceException {
        return Sources.open(new SourceOptions(List.of(roots), Optional.empty(), List.of()));
    }

    private List<Path> filesOutside() throws IOException {
        try (var all = Files.walk(directory)) {
            return all.filter(Files::isRegularFile).sorted().toList();
        }
    }

    @Test
    void showsTheLineInTheLibraryAndEditsNothing() throws Exception {
        try (ZipOutputStream zip = zip()) {
            put(zip, "lib/Saver.java", text(SAVER));
            put(zip, "META-INF/versions/21/lib/Saver.java", text("package lib; class Saver { }"));
        }
        Sources sources = open();
        SourceFile file = sources.find("lib.Saver").orElseThrow();
        assertThat(sources.relative(file.path())).isEqualTo("saver-1.0-sources.jar!/lib/Saver.java");
        assertThat(sources.text(file.path())).isEqualTo(SAVER);
        assertThat(sources.contains("lib.Saver")).as("not the application's").isFalse();
        assertThat(sources.contains("app.Main")).isTrue();
        assertThat(sources.javaFiles()).containsExactly(tree.toRealPath().resolve("app/Main.java"));

        int line = (int) SAVER.substring(0, SAVER.indexOf("// hot")).lines().count();
        List<CallSite> frames =
                List.of(new CallSite("java.io.FileOutputStream", "write", 0), new CallSite("lib.Saver", "save", line));
        Creation creation = new StreamTracer(sources).trace(frames).creation().orElseThrow();
        assertThat(creation.line()).isEqualTo(5);
        FixRequest request = new FixRequest(
                "id", Repair.BUFFER_FILE_OUTPUT, creation, frames, List.of(frames.get(1)), OptionalDouble.of(1));
        Fix fix = new Fixer(sources).propose(request).orElseThrow();
        assertThat(fix.applicability()).isEqualTo(Applicability.DISPLAY);
        assertThat(fix.isOffered()).isFalse();
        assertThat(fix.reasons()).contains(
                "saver-1.0-sources.jar!/lib/Saver.java is not edited: in a source jar (read-only)");
        assertThat(filesOutside()).hasSize(2);
    }

    @Test
    void prefersTheSourceDirectory() throws Exception {
        try (ZipOutputStream zip = zip()) {
            put(zip, "app/Main.java", text("package app;\nclass Main { int other; }\n"));
        }
        Sources sources = open();
        assertThat(sources.find("app.Main").orElseThrow().path()).startsWith(tree.toRealPath());
        assertThat(sources.warnings()).isEmpty();
    }

    @Test
    void needsNoSourceDirectory() throws Exception {
        try (ZipOutputStream zip = zip()) {
            put(zip, "lib/Saver.java", text(SAVER));
        }
        Sources sources = open(jar);
        assertThat(sources.find("lib.Saver")).isPresent();
        assertThat(sources.roots()).isEmpty();
    }

    @Test
    void findsWhatItNamesInEachOfTwoJarsOfOneName() throws Exception {
        try (ZipOutputStream zip = zip()) {
            put(zip, "lib/Saver.java", text(SAVER));
        }
        Path first = jar;
        jar = Files.createDirectories(tree.resolve("more")).resolve("saver-1.0-sources.jar");
        try (ZipOutputStream zip = zip()) {
            put(zip, "lib/Other.java", text("package lib;\nclass Other { }\n"));
        }
        Sources sources = open(first, jar, tree);
        for (String name : List.of("lib.Saver", "lib.Other", "app.Main")) {
            Path file = sources.find(name).orElseThrow().path();
            assertThat(sources.named(sources.relative(file)).orElseThrow().path()).isEqualTo(file);
        }
        assertThat(sources.warnings()).isEmpty();
    }

    @Test
    void losesOnlyTheRootThatCannotBeRead() throws Exception {
        Files.writeString(jar, "no jar at all");
        Sources sources = open(directory.resolve("nowhere"), jar, tree);
        assertThat(sources.find("app.Main")).isPresent();
        assertThat(sources.warnings()).hasSize(2).first().asString().endsWith(
                "nowhere: no such source directory; the other --source are used");
    }

    @Test
    void readsNoNameThatLeadsElsewhere() throws Exception {
        Files.writeString(directory.resolve("Far.java"), "package lib;\nclass Far { }\n");
        try (ZipOutputStream zip = zip()) {
            for (String name : List.of("../Far.java", "lib/../../Far.java", "/Far.java", "lib/./Far.java", "lib//Far.java",
                    "..\\Far.java", "C:/Far.java", "lib/Far.java/", "lib/\u0000/Far.java", "a/".repeat(100) + "Far.java")) {
                put(zip, name, name.endsWith("/") ? text("") : text("package lib;\nclass Far { }\n"));
            }
            put(zip, "lib/Saver.java", text(SAVER));
        }
        Sources sources = open();
        assertThat(sources.find("lib.Far")).isEmpty();
        assertThat(sources.find("Far")).isEmpty();
        assertThat(sources.find("lib.Saver")).isPresent();
        assertThat(sources.opened()).allMatch(path -> path.startsWith(jar) || path.startsWith(tree));
        assertThat(filesOutside()).hasSize(3);
    }

    @Test
    void readsNoGiantEntry() throws Exception {
        byte[] spaces = " ".repeat(1 << 20).getBytes(StandardCharsets.US_ASCII);
        try (ZipOutputStream zip = zip()) {
            for (int giant = 0; giant < 2; giant++) {
                put(zip, "lib/Giant" + giant + ".java", out -> {
                    for (int i = 0; i < 20; i++) {
                        out.write(spaces);
                    }
                });
            }
            put(zip, "lib/Saver.java", text(SAVER));
        }
        assertTimeoutPreemptively(END, () -> {
            Sources sources = open();
            assertThat(sources.find("lib.Giant1")).isEmpty();
            assertThat(sources.find("lib.Other")).isEmpty();
            assertThat(sources.find("lib.Saver")).isPresent();
            assertThat(sources.warnings()).contains(
                    "saver-1.0-sources.jar!/lib/Giant1.java: cannot be read (larger than 4 MB), not analysed");
        });
    }

    @Test
    void readsNoMoreThanABoundOfManyLargeEntries() throws Exception {
        byte[] spaces = " ".repeat(4 << 20).getBytes(StandardCharsets.US_ASCII);
        try (ZipOutputStream zip = zip()) {
            for (int i = 0; i < 65; i++) {
                put(zip, "lib/Large" + i + ".java", out -> out.write(spaces));
            }
        }
        Sources sources = open();
        assertThat(sources.find("lib.NotThere")).isEmpty();
        assertThat(sources.warnings()).anyMatch(line -> line.contains("more than 256 MB would be read of the jar"));
    }

    @Test
    void takesNoNameThatStandsTwice() throws Exception {
        try (ZipOutputStream zip = zip()) {
            put(zip, "lib/Saver.java", text(SAVER));
            put(zip, "lib/Taver.java", text("package lib;\nclass Taver { int first; }\n"));
            put(zip, "lib/Uaver.java", text("package lib;\nclass Taver { int second; }\n"));
        }
        byte[] bytes = Files.readAllBytes(jar);
        String latin = new String(bytes, StandardCharsets.ISO_8859_1).replace("lib/Uaver.java", "lib/Taver.java");
        Files.write(jar, latin.getBytes(StandardCharsets.ISO_8859_1));
        Sources sources = open();
        assertThat(sources.find("lib.Taver")).isEmpty();
        assertThat(sources.find("lib.Saver")).isPresent();
        assertThat(sources.warnings()).containsExactly(jar.toRealPath() + ": 1 name is in it twice, not read");
    }

    @Test
    void takesAnEntryThatIsALinkForItsText() throws Exception {
        try (ZipOutputStream zip = zip()) {
            put(zip, "lib/Link.java", text("/etc/passwd"));
            put(zip, "lib/Saver.java", text(SAVER));
        }
        byte[] bytes = Files.readAllBytes(jar);
        int header = new String(bytes, StandardCharsets.ISO_8859_1).indexOf("PK\u0001\u0002");
        bytes[header + 5] = 3; // made by Unix
        bytes[header + 41] = (byte) 0xA1; // a link with all permissions
        bytes[header + 40] = (byte) 0xFF;
        Files.write(jar, bytes);
        Sources sources = open();
        assertThat(sources.find("lib.Link")).isEmpty();
        assertThat(sources.find("lib.Saver")).isPresent();
        assertThat(sources.opened()).allMatch(path -> path.startsWith(jar) || path.startsWith(tree));
    }

    @Test
    void refusesAJarOfTooManyEntries() throws Exception {
        try (ZipOutputStream zip = zip()) {
            for (int i = 0; i <= 200_000; i++) {
                zip.putNextEntry(new ZipEntry("A" + i + ".java"));
            }
        }
        assertThatThrownBy(() -> open(jar)).isInstanceOf(SourceException.class)
                .hasMessage(jar.toRealPath() + ": more than 200000 entries: unpack the sources that are "
                                                       + "needed");
    }

    @Test
    void refusesWhatHoldsNoSources() throws Exception {
        try (ZipOutputStream zip = zip()) {
            put(zip, "lib/Saver.class", text("not read"));
        }
        assertThatThrownBy(() -> open(jar)).isInstanceOf(SourceException.class)
                .hasMessage(jar.toRealPath() + ": holds no Java sources, give the -sources.jar");
        Files.writeString(jar, "no jar at all");
        assertThatThrownBy(() -> open(jar)).isInstanceOf(SourceException.class)
                .hasMessageStartingWith(jar.toRealPath() + ": not a readable jar (");
    }
}
