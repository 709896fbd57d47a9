package dev.perfhint.cli.record;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.networknt.schema.InputFormat;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import dev.perfhint.cli.command.Example;
import dev.perfhint.cli.command.Invocation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What was observed is in every format of the report, also when the recording was stored as a profile. */
class ObservedReportTest {
    private static final String SEEN = "all 5 closed in ExtOutputStream.close:40, no other access seen, no write failed"
            + " (1 run, 2.6 s)";

    @TempDir
    private Path directory;

    @Test
    void isInEveryFormat() throws Exception {
        String recording = observed();
        JsonObject finding = finding(Invocation.of("analyze", recording, "--source", Example.SOURCE, "--format", "json"));
        assertThat(finding.get("message").getAsString())
                .isEqualTo("350,070 writes of 1 byte on 5 streams: a buffer makes them 45");
        JsonObject seen = finding.getAsJsonObject("observed");
        assertThat(seen.get("calls").getAsLong()).isEqualTo(350_070);
        assertThat(seen.get("callsAfter").getAsLong()).isEqualTo(45);
        assertThat(seen.getAsJsonArray("text").get(0).getAsString()).isEqualTo(SEEN);
        for (String format : List.of("text", "markdown", "html")) {
            assertThat(Invocation.of("analyze", recording, "--source", Example.SOURCE, "--format", format).out())
                    .as(format).contains(SEEN).contains("a buffer makes them 45");
        }
        Path stored = directory.resolve("stored.perfhint");
        assertThat(Invocation.of("export", recording, "--format", "profile", "-o", stored.toString()).code()).isZero();
        assertThat(finding(Invocation.of("analyze", stored.toString(), "--source", Example.SOURCE, "--format", "json"))
                .getAsJsonObject("observed")).isEqualTo(seen);
    }

    private static JsonObject finding(Invocation run) throws Exception {
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
                .getSchema(Files.readString(Path.of("../docs/reference/perfhint.schema.json")))
                .validate(run.out(), InputFormat.JSON)).isEmpty();
        return JsonParser.parseString(run.out()).getAsJsonObject().getAsJsonArray("findings").get(0).getAsJsonObject();
    }

    /** Returns the example with the life of the streams that its first finding writes to. */
    private String observed() throws Exception {
        JsonObject site = finding(Invocation.of("analyze", Example.CPU, "--source", Example.SOURCE, "--format", "json"))
                .getAsJsonObject("site");
        String frame = site.get("class").getAsString() + '\t' + site.get("method").getAsString() + "\tF.java\t"
                + site.get("line").getAsInt();
        String text = String.join("\n", "perfhint-observed\t1", "time\t2600000000\tstacks\t",
                "frame\t1\tjava.io.FileOutputStream\twrite\tF.java\t300\t4", "frame\t2\t" + frame + "\t7",
                "frame\t3\tjava.io.FileOutputStream\t<init>\tF.java\t99\t1",
                "frame\t4\torg.example.export.ExtOutputStream\t<init>\tF.java\t13\t1",
                "frame\t5\torg.example.export.ExtOutputStream\tclose\tF.java\t40\t1",
                "stack\t1\t1,2", "stack\t2\t3,4", "stack\t3\t5", "site\t1\tfile-out\t2\tw", "life\t1\t5\t5\t0\t0\t0",
                "op\t1\twrite\t350070\t350070\t0\t1:350070", "call\t1\twrite\t1\t350070\t350070", "close\t1\t3\t5", "");
        Path copy = Files.copy(Path.of(Example.CPU), directory.resolve("observed.jfr"));
        assertThat(AppendedChunk.append(copy, List.of(AppendedEvent.observation(text)))).isTrue();
        return copy.toString();
    }
}
