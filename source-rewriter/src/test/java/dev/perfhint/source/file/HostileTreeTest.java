package dev.perfhint.source.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.perfhint.source.CallSite;
import dev.perfhint.source.fix.StreamTracer;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Source trees that hold what is no source: pipes, devices, giants, links to elsewhere; the other files are still found. */
@EnabledOnOs(OS.LINUX)
class HostileTreeTest {
    /** What waits for ever, or reads without end, without the check; no measure of speed. */
    private static final Duration END = Duration.ofMinutes(2);

    @TempDir
    private Path directory;

    private Path tree;

    @BeforeEach
    void makeTree() throws IOException {
        tree = Files.createDirectories(directory.resolve("tree/p")).getParent();
        write("Good", "class Good extends Object { }");
    }

    private Path write(String name, String text) throws IOException {
        return Files.writeString(tree.resolve("p/" + name + ".java"), "package p;\n" + text + "\n");
    }

    private Sources open() throws SourceException {
        return Sources.open(new SourceOptions(List.of(tree), Optional.empty(), List.of()));
    }

    /** Looks the class up, and another one of the same package that is no trap. */
    private List<String> warnings(String className) throws Exception {
        return assertTimeoutPreemptively(END, () -> {
            Sources sources = open();
            assertThat(sources.find("p." + className)).isEmpty();
            assertThat(sources.find("p.NotThere")).isEmpty();
            sources.javaFiles(text -> text.contains("extends Object")).ifPresent(found ->
                    assertThat(found).extracting(each -> each.getFileName().toString()).contains("Good.java"));
            assertThat(sources.find("p.Good")).isPresent();
            return sources.warnings();
        });
    }

    @Test
    void skipsANamedPipe() throws Exception {
        assertThat(new ProcessBuilder("mkfifo", tree.resolve("p/Pipe.java").toString()).start().waitFor()).isZero();
        assertThat(warnings("Pipe")).contains("p/Pipe.java: cannot be read (not a regular file), not analysed");
    }

    @Test
    void skipsADevice() throws Exception {
        Files.createSymbolicLink(tree.resolve("p/Zero.java"), Path.of("/dev/zero"));
        assertThat(warnings("Zero")).contains("p/Zero.java: cannot be read (not a regular file), not analysed");
    }

    @Test
    void skipsASparseGiant() throws Exception {
        try (RandomAccessFile file = new RandomAccessFile(tree.resolve("p/Giant.java").toFile(), "rw")) {
            file.setLength(100L << 30);
        }
        assertThat(warnings("Giant")).contains("p/Giant.java: cannot be read (larger than 4 MB), not analysed");
    }

    @Test
    void followsNoLinkOutOfTheTree() throws Exception {
        Path outside = Files.createDirectories(directory.resolve("outside/q"));
        Files.writeString(outside.resolve("Far.java"), "package q; class Far { }");
        Files.writeString(directory.resolve("outside/Near.java"), "package p; class Near { }");
        Files.createSymbolicLink(tree.resolve("q"), outside);
        Files.createSymbolicLink(tree.resolve("p/Near.java"), directory.resolve("outside/Near.java"));
        assertThat(warnings("Near"))
                .contains("p/Near.java: cannot be read (a link that leads out of the source directories), not analysed")
                .contains("q: a link that leads out of the source directories, not followed");
        assertThat(open().find("q.Far")).isEmpty();
    }

    @Test
    void followsALinkWithinTheTree() throws Exception {
        Files.createDirectories(tree.resolve("real"));
        Files.writeString(tree.resolve("real/Linked.java"), "package r; class Linked { }");
        Files.createSymbolicLink(tree.resolve("p/Linked.java"), tree.resolve("real/Linked.java"));
        assertThat(open().find("r.Linked")).isPresent();
    }

    @Test
    void endsInALoopOfLinks() throws Exception {
        Files.createSymbolicLink(tree.resolve("p/up"), tree);
        Files.createSymbolicLink(tree.resolve("p/Self.java"), tree.resolve("p/Self.java"));
        assertThat(warnings("Self")).anyMatch(line -> line.startsWith("p/Self.java: cannot be read"));
        assertThat(open().javaFiles()).hasSize(2);
    }

    @Test
    void warnsOfAnExpressionWithoutEnd() throws Exception {
        write("Deep", "class Deep { String a(String x) { return " + "x + ".repeat(3_000) + "x; } }");
        assertThat(warnings("Deep")).contains("p/Deep.java: has more than 2500 words and signs in one expression, not analysed");
    }

    @Test
    void warnsOfANameWithoutEnd() throws Exception {
        for (String name : List.of("a".repeat(600_000), "a.".repeat(300_000) + "A", "A$".repeat(300_000) + "B")) {
            Sources sources = open();
            assertThat(sources.contains(name)).isFalse();
            assertThat(sources.find(name)).isEmpty();
            assertThat(sources.warnings()).hasSize(1).allMatch(line -> line.endsWith("is not a class name: no source looked up"));
            assertThat(new StreamTracer(sources).trace(List.of(
                            new CallSite("java.io.FileOutputStream", "write", 0), new CallSite(name, name, 1))))
                    .isNotNull();
        }
    }
}
