package dev.perfhint.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every command on a recording whose class, method, thread, path and host names attack the terminal and the file system. */
class HostileRecordingTest {
    private static final String HOSTILE = "../fixtures/recordings/hostile-names.jfr.gz";
    private static final String WRITER = "import java.io.*;\nclass %s {\n    private OutputStream out;\n    void open() throws IOException { out ="
            + " new FileOutputStream(\"f\"); }\n    void run() throws IOException { out.write(1); }\n}\n";

    @TempDir
    private Path directory;

    private Path sources;

    @BeforeEach
    void plantFilesOutsideTheSources() throws IOException {
        sources = Files.createDirectories(directory.resolve("project/deep/src"));
        for (Path outside : List.of(directory, directory.resolve("project"), directory.resolve("project/deep"))) {
            Files.writeString(outside.resolve("Secret.java"), WRITER.formatted("Secret"));
        }
        Files.createDirectories(sources.resolve("app"));
        Files.writeString(sources.resolve("app/Main.java"), "package app;\n" + WRITER.formatted("Main"));
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "hotspots R", "hotspots R --native --top 500", "hotspots R --by inclusive", "callers R java.io.FileOutputStream.write",
        "callees R java.io.FileOutputStream.write", "analyze R", "analyze R --source S", "analyze R --source S --explain-fix",
        "compare R R", "compare R R --format markdown", "hotspots R --thread worker", "hotspots R --include Secret"
    })
    void nothingRawReachesTheTerminal(String line) {
        Invocation run = run(line);
        assertThat(run.code()).as(run.err()).isZero();
        for (String text : List.of(run.out(), run.err())) {
            assertThat(text.codePoints().filter(point -> point != '\n' && unprintable(point)).mapToObj(Integer::toHexString))
                    .as(line).isEmpty();
            assertThat(text.lines()).as(line).allSatisfy(each -> assertThat(each).hasSizeLessThanOrEqualTo(2_600));
        }
        assertThat(run.out()).isNotBlank();
    }

    private static boolean unprintable(int point) {
        int type = Character.getType(point);
        return type == Character.CONTROL || type == Character.FORMAT || type == Character.SURROGATE
                || type == Character.LINE_SEPARATOR || type == Character.PARAGRAPH_SEPARATOR;
    }

    @Test
    void coloursAreTheOnlyEscapes() {
        String plain = run("hotspots R --native --top 500 --color always").out().replaceAll("\u001b\\[[0-9;]*m", "");
        assertThat(plain.codePoints().filter(point -> point != '\n' && unprintable(point))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"analyze R --format json", "analyze R --source S --format json", "compare R R --format json"})
    void jsonIsValidAndFull(String line) {
        Invocation run = run(line);
        assertThat(run.code()).as(run.err()).isZero();
        JsonObject json = JsonParser.parseString(run.out()).getAsJsonObject();
        assertThat(run.out().codePoints().filter(point -> point < ' ' && point != '\n')).isEmpty();
        if (line.startsWith("analyze")) {
            List<String> methods = json.getAsJsonArray("hotspots").asList().stream()
                    .map(each -> each.getAsJsonObject().get("method").getAsString()).toList();
            assertThat(methods).contains("app.Escape\u001b[31m.red\u001b]0;owned\u0007", "app.Bidi\u202ecod.run\u2066\u200fgpj");
            assertThat(methods).anyMatch(method -> method.length() >= 1 << 20);
        }
    }

    @Test
    void opensAndChangesNothingOutsideTheSources() throws IOException {
        Map<String, String> before = files();
        Invocation json = run("analyze R --source S --format json");
        for (JsonElement finding : JsonParser.parseString(json.out()).getAsJsonObject().getAsJsonArray("findings")) {
            assertThat(finding.getAsJsonObject().getAsJsonObject("site").get("path").isJsonNull()).isTrue();
            assertThat(finding.getAsJsonObject().get("created").isJsonNull()).isTrue();
            assertThat(finding.getAsJsonObject().get("fix").isJsonNull()).isTrue();
        }
        Invocation fix = run("analyze R --source S --fix --unsafe-fixes --apply");
        assertThat(fix.code()).as(fix.err()).isZero();
        assertThat(fix.err() + fix.out()).doesNotContain("/Secret.java");
        assertThat(files()).isEqualTo(before);
    }

    private Invocation run(String line) {
        return Invocation.of(Stream.of(line.split(" "))
                .map(word -> word.equals("R") ? HOSTILE : word.equals("S") ? sources.toString() : word)
                .toArray(String[]::new));
    }

    private Map<String, String> files() throws IOException {
        Map<String, String> contents = new TreeMap<>();
        try (Stream<Path> paths = Files.walk(directory)) {
            for (Path path : paths.filter(Files::isRegularFile).toList()) {
                contents.put(directory.relativize(path).toString(), Files.readString(path));
            }
        }
        return contents;
    }
}
