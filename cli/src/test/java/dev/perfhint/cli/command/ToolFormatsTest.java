package dev.perfhint.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.networknt.schema.InputFormat;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The reports for other tools: SARIF, rdjson, GitLab's code quality, GitHub's annotations, a comment in Markdown. */
class ToolFormatsTest {
    private static final Path RECORDINGS = Path.of("../fixtures/recordings").toAbsolutePath().normalize();

    @TempDir
    private Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"async-profiler-3.0/ctimer.jfr", "async-profiler-4.6/alloc.jfr", "jfr-17/io-exact.jfr"})
    void writesSarifOfEveryGrade(String recording) {
        JsonObject run = sarif(Invocation.of("analyze", RECORDINGS.resolve(recording).toString(), "--format", "sarif"));
        run.getAsJsonArray("results").forEach(result -> assertThat(result.getAsJsonObject()
                .getAsJsonArray("locations").get(0).getAsJsonObject().has("physicalLocation")).isFalse());
    }

    @Test
    void writesSarifWithRulesFlowsAndRelativePaths() throws IOException {
        ExampleTree tree = ExampleTree.in(directory);
        Invocation analysis = tree.analyze("--format", "sarif");
        assertThat(analysis.out()).doesNotContain(directory.toString());
        JsonObject run = sarif(analysis);
        JsonObject rule = run.getAsJsonObject("tool").getAsJsonObject("driver").getAsJsonArray("rules").get(0).getAsJsonObject();
        assertThat(rule.getAsJsonObject("help").get("markdown").getAsString()).startsWith("# unbuffered-file-write");
        JsonObject result = run.getAsJsonArray("results").get(0).getAsJsonObject();
        assertThat(result.get("level").getAsString()).isEqualTo("error");
        JsonObject place = result.getAsJsonArray("locations").get(0).getAsJsonObject().getAsJsonObject("physicalLocation");
        assertThat(place.getAsJsonObject("artifactLocation").get("uri").getAsString()).isEqualTo(ExampleTree.STREAM);
        assertThat(place.getAsJsonObject("region").get("startLine").getAsInt()).isEqualTo(13);
        JsonArray flow = result.getAsJsonArray("codeFlows").get(0).getAsJsonObject().getAsJsonArray("threadFlows").get(0)
                .getAsJsonObject().getAsJsonArray("locations");
        assertThat(flow.get(0).toString()).contains("org.example.export.Export.main(Export.java:21)");
        assertThat(flow.get(2).toString()).contains("physicalLocation").contains("ExtOutputStream.write");
        JsonObject json = JsonParser.parseString(tree.analyze("--format", "json").out()).getAsJsonObject();
        assertThat(result.getAsJsonObject("partialFingerprints").get("perfhint/v1")).isEqualTo(
                json.getAsJsonArray("findings").get(0).getAsJsonObject().get("id"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"\n", "\r\n"})
    void fixesInSarifGiveTheBytesOfApply(String lineEnd) throws IOException {
        ExampleTree tree = ExampleTree.in(directory);
        for (String file : List.of(ExampleTree.STREAM, ExampleTree.EXPORT)) {
            tree.write(file, tree.read(file).replace("\n", lineEnd).replace("new FileOutputStream", "/* \uD83D\uDE00 */ new FileOutputStream"));
        }
        Map<String, String> before = tree.files();
        Path sarif = directory.resolve("report.sarif");
        Invocation run = tree.analyze("--apply", "--unsafe-fixes", "--output", "sarif=" + sarif);
        assertThat(run.err()).contains("applied 2 fixes");
        assertThat(tree.files()).isNotEqualTo(before).isEqualTo(applied(Files.readString(sarif), before));
    }

    /** SARIF can change files, not make them. */
    @Test
    void saysThatAFixWhichAddsAFileHasNoPlaceInSarif() {
        JsonArray results = sarif(Invocation.of("analyze", RECORDINGS.resolve("rules/unbuffered-random-access/positives-17.jfr.gz").toString(),
                "--source", "../fixtures/programs/unbuffered-random-access/positives", "--format", "sarif")).getAsJsonArray("results");
        List<JsonObject> adding = results.asList().stream().map(JsonElement::getAsJsonObject)
                .filter(result -> result.getAsJsonObject("message").get("text").getAsString().contains("BufferedRandomAccessFile, an added class"))
                .toList();
        assertThat(adding).isNotEmpty().allSatisfy(result -> {
            assertThat(result.has("fixes")).isFalse();
            assertThat(result.getAsJsonObject("message").get("text").getAsString())
                    .endsWith("it adds a file, for which SARIF has no form; perfhint analyze --fix writes it");
        });
    }

    @Test
    void writesRdjsonWithColumnsInBytes() throws IOException {
        ExampleTree tree = ExampleTree.in(directory);
        tree.write(ExampleTree.STREAM,
                tree.read(ExampleTree.STREAM).replace("new FileOutputStream", "/* \u00e4\uD83D\uDE00 */ new FileOutputStream"));
        String out = valid("rdjson", tree.analyze("--format", "rdjson"));
        JsonObject diagnostic = JsonParser.parseString(out).getAsJsonObject().getAsJsonArray("diagnostics").get(0).getAsJsonObject();
        JsonObject location = diagnostic.getAsJsonObject("location");
        assertThat(location.get("path").getAsString()).isEqualTo(ExampleTree.STREAM);
        JsonObject start = location.getAsJsonObject("range").getAsJsonObject("start");
        byte[] line = tree.read(ExampleTree.STREAM).split("\n")[start.get("line").getAsInt() - 1].getBytes(StandardCharsets.UTF_8);
        int column = start.get("column").getAsInt() - 1;
        assertThat(new String(line, column, line.length - column, StandardCharsets.UTF_8)).startsWith("new FileOutputStream(");
        assertThat(diagnostic.getAsJsonArray("suggestions").toString()).contains("BufferedOutputStream");
    }

    @Test
    void writesGitlabsCodeQuality() throws IOException {
        String out = valid("gitlab", ExampleTree.in(directory).analyze("--format", "gitlab"));
        JsonArray issues = JsonParser.parseString(out).getAsJsonArray();
        assertThat(issues).hasSize(2);
        assertThat(issues.get(0).getAsJsonObject().get("severity").getAsString()).isEqualTo("critical");
    }

    @Test
    void saysWhatHasNoPlaceWithoutSources() throws IOException {
        for (String format : List.of("rdjson", "gitlab")) {
            Invocation run = Invocation.of("analyze", Example.CPU, "--format", format);
            valid(format, run);
            assertThat(run.err()).contains("2 findings without a source file left out: " + format + " has no place for them");
        }
    }

    @Test
    void writesAnnotationsForGithub() throws IOException {
        Invocation run = ExampleTree.in(directory).analyze("--format", "github");
        assertThat(run.out().lines()).hasSize(2);
        assertThat(run.out()).startsWith("::error file=" + ExampleTree.STREAM + ",line=13,col=18,title=unbuffered-file-write::"
                + "FileOutputStream.write(int) costs one system call per byte: 83.6 %25 of system CPU");
        assertThat(run.out()).contains("%0Afix: wrap the FileOutputStream");
        assertThat(Invocation.of("analyze", Example.CPU, "--format", "github").out())
                .startsWith("::error title=unbuffered-file-write::");
    }

    @Test
    void writesACommentWithFoldedDiffs() throws IOException {
        String text = ExampleTree.in(directory).analyze("--format", "markdown").out();
        assertThat(text).startsWith("### perfhint\n\nsystem CPU: 73.5 %")
                .contains("| high | `unbuffered-file-write` | " + ExampleTree.STREAM + ":13 | 83.6 % | 61.4 % | 74.0 to 84.1 % | unsafe |")
                .contains("```diff\ndiff --git a/" + ExampleTree.STREAM)
                .contains("+        writer = new BufferedOutputStream(new FileOutputStream(fileName));");
        assertThat(count(text, "<details>")).isEqualTo(2).isEqualTo(count(text, "</details>"));
    }

    @Test
    void suggestsTheNearestFormat() {
        Invocation run = Invocation.of("analyze", Example.CPU, "--output", "sarff=x");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).isEqualTo("perfhint: unknown format 'sarff': did you mean sarif?\n");
    }

    private static int count(String text, String part) {
        return text.split(part, -1).length - 1;
    }

    private static JsonObject sarif(Invocation run) {
        assertThat(run.code()).isZero();
        try (InputStream in = ToolFormatsTest.class.getResourceAsStream("/schema/sarif-schema-2.1.0.json")) {
            JsonSchema schema = JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V7).getSchema(in);
            assertThat(schema.validate(run.out(), InputFormat.JSON)).isEmpty();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return JsonParser.parseString(run.out()).getAsJsonObject().getAsJsonArray("runs").get(0).getAsJsonObject();
    }

    private static String valid(String format, Invocation run) throws IOException {
        assertThat(run.code()).isZero();
        try (InputStream in = ToolFormatsTest.class.getResourceAsStream(format + ".schema.json")) {
            JsonSchema schema = JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012).getSchema(in);
            assertThat(schema.validate(run.out(), InputFormat.JSON)).isEmpty();
        }
        return run.out();
    }

    /** Applies the replacements of a SARIF log: all that SARIF says of them, and nothing of perfhint. */
    private static Map<String, String> applied(String sarif, Map<String, String> files) {
        Map<String, Set<JsonObject>> changes = new TreeMap<>();
        JsonObject run = JsonParser.parseString(sarif).getAsJsonObject().getAsJsonArray("runs").get(0).getAsJsonObject();
        for (JsonElement result : run.getAsJsonArray("results")) {
            JsonObject fix = result.getAsJsonObject().getAsJsonArray("fixes").get(0).getAsJsonObject();
            for (JsonElement change : fix.getAsJsonArray("artifactChanges")) {
                String uri = change.getAsJsonObject().getAsJsonObject("artifactLocation").get("uri").getAsString();
                change.getAsJsonObject().getAsJsonArray("replacements").forEach(replacement -> changes
                        .computeIfAbsent(uri, key -> new LinkedHashSet<>()).add(replacement.getAsJsonObject()));
            }
        }
        Map<String, String> result = new TreeMap<>(files);
        changes.forEach((file, replacements) -> {
            StringBuilder text = new StringBuilder(files.get(file));
            List<JsonObject> lastFirst = new ArrayList<>(replacements);
            lastFirst.sort(Comparator.comparingInt((JsonObject one) -> offset(files.get(file), one, "start")).reversed());
            for (JsonObject one : lastFirst) {
                text.replace(offset(files.get(file), one, "start"), offset(files.get(file), one, "end"),
                        one.getAsJsonObject("insertedContent").get("text").getAsString());
            }
            result.put(file, text.toString());
        });
        return result;
    }

    private static int offset(String text, JsonObject replacement, String end) {
        JsonObject region = replacement.getAsJsonObject("deletedRegion");
        int at = 0;
        for (int line = 1; line < region.get(end + "Line").getAsInt(); line++) {
            at = text.indexOf('\n', at) + 1;
        }
        return at + region.get(end + "Column").getAsInt() - 1;
    }
}
