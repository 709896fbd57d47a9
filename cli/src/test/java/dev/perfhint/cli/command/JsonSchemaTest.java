package dev.perfhint.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.networknt.schema.InputFormat;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Holds the JSON report to {@code docs/reference/perfhint.schema.json}. */
class JsonSchemaTest {
    private static final Path RECORDINGS = Path.of("../fixtures/recordings").toAbsolutePath().normalize();
    private static JsonSchema schema;

    @BeforeAll
    static void readSchema() throws IOException {
        String text = Files.readString(Path.of("../docs/reference/perfhint.schema.json"));
        schema = JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012).getSchema(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "async-profiler-2.9/cpu.jfr", "async-profiler-3.0/ctimer.jfr", "async-profiler-4.6/alloc.jfr",
        "async-profiler-4.6/wall.jfr", "jfr-11/default.jfr", "jfr-17/io-exact.jfr", "jfr-25/cputime.jfr"
    })
    void describesReportsOfEveryGrade(String recording) {
        assertValid(Invocation.of("analyze", RECORDINGS.resolve(recording).toString(), "--format", "json"));
    }

    @Test
    void describesFindingsWithSources() {
        Invocation run = Invocation.of("analyze", Example.CPU, "--source", Example.SOURCE, "--format", "json");
        assertValid(run);
        JsonObject report = JsonParser.parseString(run.out()).getAsJsonObject();
        assertThat(report.getAsJsonObject("cpu").get("samples").getAsLong()).isEqualTo(4786);
        assertThat(report.getAsJsonObject("cpu").get("systemSamples").getAsLong()).isEqualTo(3516);
        assertThat(report.getAsJsonArray("findings")).hasSize(2);
        JsonObject finding = report.getAsJsonArray("findings").get(0).getAsJsonObject();
        assertThat(finding.get("rule").getAsString()).isEqualTo("unbuffered-file-write");
        assertThat(finding.get("samples").getAsLong()).isEqualTo(2939);
        JsonObject created = finding.getAsJsonObject("created");
        assertThat(created.get("line").getAsInt()).isEqualTo(13);
        assertThat(created.get("path").getAsString()).endsWith("app/src/org/example/export/ExtOutputStream.java");
        assertThat(Path.of(report.get("sourceBase").getAsString()).resolve(created.get("path").getAsString())).exists();
    }

    @Test
    void refusesAReportThatLacksAShare() {
        Invocation run = Invocation.of("analyze", Example.CPU, "--format", "json");
        JsonObject report = JsonParser.parseString(run.out()).getAsJsonObject();
        report.getAsJsonObject("cpu").remove("systemShare");
        assertThat(schema.validate(report.toString(), InputFormat.JSON)).hasSize(1);
    }

    private static void assertValid(Invocation run) {
        assertThat(run.code()).isZero();
        assertThat(schema.validate(run.out(), InputFormat.JSON)).isEmpty();
    }
}
