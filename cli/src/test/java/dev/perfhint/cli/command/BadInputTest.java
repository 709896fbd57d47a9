package dev.perfhint.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever the user gives: one clear line, exit code 2 or a partial result, no stack trace, nothing half-written. */
class BadInputTest {
    @TempDir
    private Path directory;

    @Test
    void missingRecording() {
        assertRefused("nope.jfr", "analyze", directory.resolve("nope.jfr").toString());
    }

    @Test
    void emptyRecording() throws IOException {
        assertRefused("empty.jfr", "analyze", file("empty.jfr", new byte[0]));
    }

    @Test
    void textInsteadOfARecording() throws IOException {
        assertRefused("notes.txt", "analyze", file("notes.txt", "these are\nmy notes\n"));
    }

    @Test
    void foreignFile() throws IOException {
        assertRefused("image.png", "analyze", file("image.png", new byte[] {(byte) 0x89, 'P', 'N', 'G', 13, 10, 26, 10, 0, 0}));
    }

    @Test
    void flameGraphInsteadOfARecording() throws IOException {
        String html = "<!DOCTYPE html>\n<html lang='en'>\n<head><title>Flame Graph</title></head><body></body></html>\n";
        assertThat(assertRefused("cpu.html", "analyze", file("cpu.html", html))).containsIgnoringCase("flame graph");
    }

    @ParameterizedTest
    @ValueSource(ints = {9, 10})
    void recordingOfAnUnsupportedVersion(int version) throws IOException {
        byte[] header = new byte[68];
        System.arraycopy("FLR\0".getBytes(StandardCharsets.ISO_8859_1), 0, header, 0, 4);
        header[5] = (byte) (version / 10);
        header[7] = (byte) (version % 10);
        String version10 = version / 10 + "." + version % 10;
        assertThat(assertRefused("old.jfr", "analyze", file("old.jfr", header))).contains(version10);
    }

    @Test
    void truncatedRecordingGivesWhatIsLeft() throws IOException {
        byte[] whole = Files.readAllBytes(Path.of(Example.JFR));
        String cut = file("cut.jfr", Arrays.copyOf(whole, whole.length - 100));
        Invocation run = Invocation.of("analyze", cut, "--format", "json");
        assertThat(run.code()).isZero();
        assertThat(run.err()).startsWith("perfhint: warning: ").contains("cut.jfr");
        assertThat(run.out()).contains("\"complete\": false");
    }

    @Test
    void recordingWithoutSystemCpuSaysSo() {
        Path allocations = Path.of("../fixtures/recordings/async-profiler-4.6/alloc.jfr");
        Invocation run = Invocation.of("analyze", allocations.toString());
        assertThat(run.code()).isZero();
        assertThat(run.out()).isEqualTo("Mix: the recording has no CPU times; record with `perfhint record`\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"analyze", "hotspots"})
    void directoryWithoutRecording(String command) {
        assertRefused(directory.toString(), command, directory.toString());
    }

    @Test
    void standardInputThatIsEmpty() {
        assertRefused("standard input", "analyze", "-");
    }

    @Test
    void standardInputTwice() {
        assertRefused("standard input", "analyze", "-", "-");
    }

    @Test
    void missingSourceDirectory() {
        assertRefused("no/such/dir", "analyze", Example.CPU, "--source", "no/such/dir");
    }

    @Test
    void fileInPlaceOfASourceDirectory() throws IOException {
        assertRefused("Foo.java", "analyze", Example.CPU, "--source", file("Foo.java", "class Foo {}"));
    }

    @Test
    void classDirectoryInPlaceOfASourceDirectory() throws IOException {
        Path classes = Files.createDirectories(directory.resolve("classes/org/example/export"));
        Files.write(classes.resolve("Export.class"), new byte[] {1});
        Invocation run = Invocation.of("analyze", Example.CPU, "--source", directory.resolve("classes").toString());
        assertThat(run.code()).isZero();
        assertThat(run.err()).isEqualTo("perfhint: warning: " + directory.toRealPath().resolve("classes")
                + ": holds class files and no sources: give the directory of the .java files as --source, this one as --classpath\n");
        assertThat(run.out()).doesNotContain("has its source under");
    }

    @Test
    void sourceThatDoesNotParse() throws IOException {
        Path sources = copyOfSources();
        Path broken = sources.resolve("src/org/example/export/ExtOutputStream.java");
        Files.writeString(broken, Files.readString(broken).replace("class ExtOutputStream", "class class {"));
        Invocation run = Invocation.of("analyze", Example.CPU, "--source", sources.toString());
        assertThat(run.code()).isZero();
        assertThat(run.err()).contains("ExtOutputStream.java");
        assertNoStackTrace(run);
    }

    @Test
    void sourceInAnotherCharacterSet() throws IOException {
        Path sources = copyOfSources();
        Path latin = sources.resolve("src/org/example/export/ExtOutputStream.java");
        Files.write(latin, Files.readString(latin).replace("/** Writes", "/** Gr\u00f6\u00dfe. Writes").getBytes(StandardCharsets.ISO_8859_1));
        Invocation run = Invocation.of("analyze", Example.CPU, "--source", sources.toString());
        assertThat(run.code()).isZero();
        assertThat(run.err()).contains("ExtOutputStream.java");
        Invocation told = Invocation.of(
                "analyze", Example.CPU, "--source", sources.toString(), "--encoding", "ISO-8859-1");
        assertThat(told.err()).doesNotContain("ExtOutputStream.java");
    }

    @Test
    void staleSource() throws IOException {
        Path sources = copyOfSources();
        Path stale = sources.resolve("src/org/example/export/ExtOutputStream.java");
        Files.writeString(stale, Files.readString(stale).replace("writer.write(", "writer.append("));
        Invocation run = Invocation.of("analyze", Example.CPU, "--source", sources.toString(), "--format", "json");
        assertThat(run.code()).isZero();
        JsonObject finding = JsonParser.parseString(run.out()).getAsJsonObject().getAsJsonArray("findings").asList().stream()
                .map(JsonElement::getAsJsonObject)
                .filter(each -> each.getAsJsonObject("site").get("class").getAsString().endsWith("ExtOutputStream"))
                .findFirst()
                .orElseThrow();
        assertThat(finding.get("created").isJsonNull()).isTrue();
        assertThat(finding.get("notes").toString()).contains("the source differs from the recorded program");
    }

    @Test
    void twoDifferentFilesForOneClass() throws IOException {
        Path sources = copyOfSources();
        Path original = sources.resolve("src/org/example/export/ExtOutputStream.java");
        Path other = sources.resolve("old/org/example/export/ExtOutputStream.java");
        Files.createDirectories(other.getParent());
        Files.writeString(other, Files.readString(original) + "// another\n");
        Invocation run = Invocation.of("analyze", Example.CPU, "--source", sources.toString());
        assertThat(run.code()).isZero();
        assertThat(run.err()).contains("warning").contains("org.example.export.ExtOutputStream");
    }

    @Test
    void classNameThatLeavesTheSourceRoot() throws IOException {
        Files.writeString(directory.resolve("Secret.java"), "class Secret { }");
        Path sources = Files.createDirectory(directory.resolve("src"));
        String hostile = file("hostile.collapsed",
                "../Secret.run_[j];java/io/FileOutputStream.write_[j];__GI_write;ksys_write_[k] 500\n");
        Invocation run = Invocation.of("analyze", hostile, "--source", sources.toString(), "--format", "json");
        assertThat(run.code()).isZero();
        assertThat(run.out()).doesNotContain("Secret.java");
    }

    @Test
    void hostileNamesReachNoTerminal() throws IOException {
        String hostile = file("hostile.collapsed", "app.Main.red\u202e_[j];" + "x".repeat(1 << 20)
                + ".run_[j];java/io/FileOutputStream.write_[j];__GI_write;ksys_write_[k] 500\n");
        for (String command : List.of("hotspots", "analyze")) {
            Invocation run = Invocation.of(command, hostile);
            assertThat(run.code()).isZero();
            assertThat(run.out()).doesNotContain("\u202e").hasSizeLessThan(5_000);
        }
        assertThat(Invocation.of("hotspots", hostile).out()).contains("app.Main.red\\u202e");
        assertThat(Invocation.of("analyze", hostile, "--format", "json").out())
                .contains("x".repeat(1 << 20));
    }

    @ParameterizedTest
    @ValueSource(strings = {"--rule", "--ignore"})
    void unknownRule(String option) {
        assertThat(assertRefused("unbufered-file-write", "analyze", Example.CPU, option, "unbufered-file-write"))
                .contains("did you mean unbuffered-file-write?");
    }

    @Test
    void unknownRuleToExplain() {
        assertRefused("no-such-rule", "explain", "no-such-rule");
    }

    @Test
    void unknownOptionsAndValues() {
        assertRefused("--frob", "analyze", Example.CPU, "--frob");
        assertRefused("xml", "analyze", Example.CPU, "--format", "xml");
        assertRefused("yaml", "analyze", Example.CPU, "--output", "yaml=x.yaml");
        assertRefused("severe", "analyze", Example.CPU, "--fail-on", "severe");
        assertRefused("soon", "hotspots", Example.CPU, "--from", "soon");
        assertRefused("[", "hotspots", Example.CPU, "--include", "[");
        assertRefused("-1", "hotspots", Example.CPU, "--top=-1");
        assertRefused("120", "analyze", Example.CPU, "--min-share", "120");
        assertRefused("klingon", "analyze", Example.CPU, "--encoding", "klingon");
        assertRefused("no.jar", "analyze", Example.CPU, "--source", Example.SOURCE, "--classpath", "no.jar");
        assertRefused("RECORDING", "analyze");
    }

    @Test
    void unwritableOutputIsRefusedBeforeAnythingIsRead() {
        assertRefused("no/such/dir", "analyze", "nope.jfr", "-o", "no/such/dir/report.txt");
        assertRefused(directory.toString(), "analyze", "nope.jfr", "-o", directory.toString());
    }

    @Test
    void theReasonIsNotTheNameAgain() throws IOException {
        assertThat(assertRefused("/proc/report.txt", "analyze", Example.CPU, "-o", "/proc/report.txt"))
                .contains("no such file or directory");
        Path loop = Files.createSymbolicLink(directory.resolve("loop"), directory.resolve("loop"));
        assertThat(assertRefused("loop", "analyze", loop.toString())).doesNotContain("loop: " + loop);
    }

    @Test
    void emptyArguments() {
        assertRefused("METHOD", "callers", Example.CPU, "");
        assertRefused("--source", "analyze", Example.CPU, "--source", "");
    }

    @Test
    void fileThatIsNoJarOnTheClassPath() throws IOException {
        String random = file("random.bin", new byte[] {1, 2, 3});
        assertRefused("random.bin", "analyze", Example.CPU, "--source", Example.SOURCE, "--classpath", random);
    }

    @Test
    void cutProfileIsRefusedOrUsed() throws IOException {
        Path pprof = directory.resolve("cpu.pprof");
        assertThat(Invocation.of("export", Example.CPU, "--format", "pprof", "-o", pprof.toString()).code()).isZero();
        byte[] whole;
        try (InputStream in = new GZIPInputStream(Files.newInputStream(pprof))) {
            whole = in.readAllBytes();
        }
        for (int tenth = 1; tenth < 10; tenth++) {
            String cut = file("cut.pprof", Arrays.copyOf(whole, whole.length * tenth / 10));
            Invocation run = Invocation.of("analyze", cut);
            if (run.code() == 0) {
                assertThat(run.out()).as("%d tenths", tenth).doesNotContain("system CPU: unknown");
            } else {
                assertRefused("cut.pprof", "analyze", cut);
            }
        }
    }

    @Test
    void recordingNamedTwiceCountsOnce() throws IOException {
        Path link = Files.createSymbolicLink(directory.resolve("again.jfr"), Path.of(Example.CPU).toAbsolutePath());
        Invocation once = Invocation.of("hotspots", Example.CPU);
        Invocation twice = Invocation.of("hotspots", Example.CPU, link.toString());
        assertThat(twice.out()).isEqualTo(once.out());
        assertThat(twice.err()).contains("again.jfr: named twice, and read once");
    }

    @Test
    void outputOverTheRecordingIsRefused() throws IOException {
        byte[] content = Files.readAllBytes(Path.of(Example.CPU));
        String recording = file("run.jfr", content);
        assertRefused("run.jfr", "analyze", recording, "-o", recording);
        assertThat(Files.readAllBytes(Path.of(recording))).isEqualTo(content);
    }

    @Test
    void nothingIsLeftBehindWhenTheRunFails() throws IOException {
        assertRefused("nope.jfr", "analyze", "nope.jfr", "-o", directory.resolve("report.json").toString(), "--format", "json");
        assertThat(directory).isEmptyDirectory();
    }

    private static String assertRefused(String what, String... args) {
        Invocation run = Invocation.of(args);
        assertThat(run.code()).describedAs("%s: %s", List.of(args), run.err()).isEqualTo(2);
        assertThat(run.err().lines()).describedAs(run.err()).hasSize(1);
        assertThat(run.err()).startsWith("perfhint: ").contains(what);
        assertThat(run.out()).isEmpty();
        return run.err();
    }

    private static void assertNoStackTrace(Invocation run) {
        assertThat(run.err()).doesNotContain("\tat ").doesNotContain("Exception");
    }

    private String file(String name, String content) throws IOException {
        return file(name, content.getBytes(StandardCharsets.UTF_8));
    }

    private String file(String name, byte[] content) throws IOException {
        return Files.write(directory.resolve(name), content).toString();
    }

    private Path copyOfSources() throws IOException {
        Path from = Path.of(Example.SOURCE);
        Path to = directory.resolve("app");
        try (Stream<Path> paths = Files.walk(from)) {
            for (Path path : paths.toList()) {
                Path target = to.resolve(from.relativize(path).toString());
                if (Files.isDirectory(path)) {
                    Files.createDirectories(target);
                } else {
                    Files.copy(path, target);
                }
            }
        }
        return to;
    }
}
