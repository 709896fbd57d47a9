package dev.perfhint.cli.command.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.networknt.schema.InputFormat;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import dev.perfhint.cli.Golden;
import dev.perfhint.cli.command.Example;
import dev.perfhint.cli.command.Invocation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Compares the recordings of the worked example before and after its patch. {@code -Dperfhint.bless=true} writes the golden
 * files anew.
 */
class CompareCommandTest {
    private static final String PATCHED_CPU = Example.CPU.replace("cpu.jfr", "patched-cpu.jfr");
    private static final String PATCHED_JFR = Example.JFR.replace("jfr-17.jfr", "patched-jfr-17.jfr");
    private static final String[] WORK = {"--work-before", "210000", "--work-after", "8400000"};

    @TempDir
    private Path directory;

    private static Invocation compare(String... arguments) {
        List<String> all = new ArrayList<>(List.of("compare"));
        all.addAll(List.of(WORK));
        all.addAll(List.of(arguments));
        return Invocation.of(all.toArray(new String[0]));
    }

    private static JsonObject row(Invocation run, String subject, String name) {
        for (JsonElement each : JsonParser.parseString(run.out()).getAsJsonObject().getAsJsonArray("changes")) {
            JsonObject change = each.getAsJsonObject();
            if (change.get("subject").getAsString().equals(subject) && change.get("name").getAsString().contains(name)) {
                return change;
            }
        }
        throw new AssertionError(run.out());
    }

    @ParameterizedTest
    @CsvSource({"text,compare.txt", "markdown,compare.md"})
    void printsWhatTheGoldenFileHolds(String format, String file) throws Exception {
        Path golden = Path.of("src/test/resources/dev/perfhint/cli/command").resolve(file);
        Invocation run = compare("--format", format, Example.CPU, PATCHED_CPU);
        assertThat(run.code()).as(run.err()).isZero();
        Golden.check(CompareCommandTest.class, golden, run.out());
    }

    @Test
    void saysWhatTheFindingsThatAreLeftCouldSave() {
        assertThat(Invocation.of("compare", Example.CPU, Example.CPU).out())
                .containsPattern("finding unbuffered-file-write in org.textformat.OutImpl.outc .*: could still save 1\\.\\d+ s");
        assertThat(compare(Example.CPU, PATCHED_CPU).out()).doesNotContain("could still save");
    }

    @Test
    void proposesToNameTheWorkWhereTheDurationsDiffer() {
        String shorter = Example.JFR;
        assertThat(Invocation.of("compare", "--from", "100ms", shorter, PATCHED_JFR).err())
                .contains("s recorded); if both did the same work, use --work-before 1 --work-after 1");
        assertThat(Invocation.of("compare", shorter, shorter).err()).doesNotContain("--work-before");
        assertThat(compare(Example.CPU, PATCHED_CPU).err()).doesNotContain("if both did the same work");
    }

    @Test
    void writesJsonAsTheSchemaSays() throws Exception {
        Path file = directory.resolve("comparison.json");
        Invocation run = compare("--format", "json", "-o", file.toString(), Example.CPU, PATCHED_CPU);
        assertThat(run.out()).isEmpty();
        String json = Files.readString(file);
        String schema = Files.readString(Path.of("../docs/reference/compare.schema.json"));
        assertThat(JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012).getSchema(schema)
                .validate(json, InputFormat.JSON)).isEmpty();
        assertThat(JsonParser.parseString(json).getAsJsonObject().get("evidence").getAsString()).isEqualTo("kernel-frames");
    }

    /** The numbers of {@code analyze}: 4,786 samples at 2 ms for 210,000 records, 2,939 of them the finding's. */
    @Test
    void hasTheNumbersOfAnalyze() {
        Invocation run = compare("--format", "json", Example.CPU, PATCHED_CPU);
        assertThat(row(run, "cpu", "").get("samplesBefore").getAsLong()).isEqualTo(4786);
        assertThat(row(run, "cpu", "").get("before").getAsDouble()).isCloseTo(4786 * 0.002 / 210_000, within(1e-9));
        JsonObject finding = row(run, "finding", "ExtOutputStream");
        assertThat(finding.get("samplesBefore").getAsLong()).isEqualTo(2939);
        assertThat(finding.get("verdict").getAsString()).isEqualTo("gone");
        assertThat(row(run, "finding", "OutImpl").get("verdict").getAsString()).isEqualTo("gone");
        assertThat(row(run, "syscall", "write").get("verdict").getAsString()).isEqualTo("gone");
        assertThat(row(run, "cpu", "").get("verdict").getAsString()).isEqualTo("smaller");
    }

    @Test
    void callsTheFindingsOfAnEstimateGone() {
        Invocation run = Invocation.of("compare", "--work-before", "840000", "--work-after", "16800000", "--format", "json",
                Example.JFR, PATCHED_JFR);
        assertThat(JsonParser.parseString(run.out()).getAsJsonObject().get("evidence").getAsString()).isEqualTo("jfr-estimate");
        assertThat(row(run, "finding", "ExtOutputStream").get("verdict").getAsString()).isEqualTo("gone");
        assertThat(row(run, "finding", "OutImpl").get("verdict").getAsString()).isEqualTo("gone");
    }

    @Test
    void namesFindingsAsAnalyzeDoesWithTheSameSources() {
        Invocation analysis = Invocation.of("analyze", Example.CPU, "--source", Example.SOURCE, "--format", "json");
        JsonObject known = JsonParser.parseString(analysis.out()).getAsJsonObject().getAsJsonArray("findings").get(0)
                .getAsJsonObject();
        Invocation run = compare("--format", "json", "--source", Example.SOURCE, Example.CPU, PATCHED_CPU);
        JsonObject finding = row(run, "finding", "ExtOutputStream");
        assertThat(finding.get("findingId")).isEqualTo(known.get("id"));
        assertThat(finding.getAsJsonObject("created").get("line")).isEqualTo(known.getAsJsonObject("created").get("line"));
        assertThat(finding.getAsJsonObject("created").get("path")).isEqualTo(known.getAsJsonObject("created").get("path"));
        assertThat(finding.get("verdict").getAsString()).isEqualTo("gone");
        assertThat(compare("--source", Example.SOURCE, Example.CPU, PATCHED_CPU).out())
                .contains("ExtOutputStream.java:13) [" + known.get("id").getAsString() + "]");
    }

    /** The sources of one side only: its findings have a creation, the other's do not, and still they are the same. */
    @Test
    void matchesFindingsWhoseCreationIsKnownOnOneSide() throws Exception {
        String empty = Files.createDirectory(directory.resolve("empty")).toString();
        Invocation run = compare("--work-after", "210000", "--format", "json", "--source", Example.SOURCE, "--source-before", empty,
                Example.CPU, Example.CPU);
        assertThat(run.code()).isEqualTo(2);
        run = Invocation.of("compare", "--format", "json", "--source", Example.SOURCE, "--source-before", empty,
                Example.CPU, Example.CPU);
        JsonObject finding = row(run, "finding", "ExtOutputStream");
        assertThat(finding.get("relativeChange").getAsDouble()).isZero();
        assertThat(finding.get("samplesAfter").getAsLong()).isEqualTo(2939);
        assertThat(finding.getAsJsonObject("created").get("line").getAsInt()).isEqualTo(13);
    }

    @Test
    void saysEachWarningOnce() {
        Invocation run = Invocation.of("compare", Example.CTIMER, Example.CTIMER);
        assertThat(run.err().lines().filter(line -> line.contains("no kernel frames"))).hasSize(1);
    }

    @Test
    void comparesDifferentEnginesByAllCpu() {
        Invocation run = Invocation.of("compare", Example.CTIMER, Example.CPU);
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.err()).contains("different engines: ctimer (syscall-stubs) before, perf_events (kernel-frames)"
                + " after; only CPU time, in total and by application method, is compared");
        assertThat(run.out()).startsWith("no change detected: ").doesNotContain("finding", "system time");
    }

    @Test
    void comparesWholeRunsPerRun() {
        Invocation run = Invocation.of("compare", Example.JFR, PATCHED_JFR);
        assertThat(run.err()).doesNotContain("--work-before");
        assertThat(run.out()).contains("CPU time per run", "wall time");
    }
}
