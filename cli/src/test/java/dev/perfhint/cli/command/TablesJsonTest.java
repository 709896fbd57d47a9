package dev.perfhint.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.networknt.schema.InputFormat;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The tables as JSON and of all CPU time, against counts over the collapsed stacks of the same recording. */
class TablesJsonTest {
    private static final String WRITE = "java.io.FileOutputStream.write";

    private static JsonObject json(String... args) throws Exception {
        List<String> all = new ArrayList<>(List.of(args));
        all.addAll(List.of("--format", "json"));
        Invocation run = Invocation.of(all.toArray(String[]::new));
        assertThat(run.code()).as(run.err()).isZero();
        var schema = JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
                .getSchema(Files.readString(Path.of("../docs/reference/tables.schema.json")));
        assertThat(schema.validate(run.out(), InputFormat.JSON)).isEmpty();
        return JsonParser.parseString(run.out()).getAsJsonObject();
    }

    /** Returns the samples of the collapsed stacks with a frame of that method. */
    private static long samplesWith(String method) {
        return Invocation.of("export", "--format", "collapsed", Example.CPU).out().lines()
                .filter(line -> line.matches(".*(^|;)" + method.replace(".", "[./]") + "(:\\d+)?(_\\[\\w])?(;.*| \\d+)"))
                .mapToLong(line -> Long.parseLong(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }

    @Test
    void countsSystemCpuByDefault() throws Exception {
        JsonObject tables = json("hotspots", Example.CPU, "--top", "3");
        JsonObject first = tables.getAsJsonArray("methods").get(0).getAsJsonObject();
        assertThat(tables.get("measure").getAsString()).isEqualTo("system");
        assertThat(first.get("method").getAsString()).isEqualTo(WRITE);
        assertThat(first.get("inclusive").getAsLong()).isEqualTo(3512);
        assertThat(tables.getAsJsonArray("methods")).hasSize(3);
    }

    @Test
    void countsAllCpuTimeOnDemand() throws Exception {
        JsonObject tables = json("hotspots", Example.CPU, "--cpu");
        JsonObject first = tables.getAsJsonArray("methods").get(0).getAsJsonObject();
        assertThat(first.get("inclusive").getAsLong()).isEqualTo(samplesWith(WRITE)).isGreaterThan(4000);
        long threads = 0;
        for (JsonElement each : tables.getAsJsonArray("threads")) {
            threads += each.getAsJsonObject().get("samples").getAsLong();
        }
        assertThat(threads).isEqualTo(4786);
    }

    @Test
    void callersSumToTheMethod() throws Exception {
        JsonObject tables = json("callers", Example.CPU, WRITE, "--cpu");
        long sum = 0;
        for (JsonElement each : tables.getAsJsonArray("callers")) {
            sum += each.getAsJsonObject().get("samples").getAsLong();
            assertThat(each.getAsJsonObject().get("cause").isJsonNull()).isTrue();
        }
        assertThat(sum).isEqualTo(samplesWith(WRITE));
    }

    @Test
    void userAndSystemStandSideBySide() {
        Invocation run = Invocation.of("hotspots", Example.CPU, "--cpu", "--top", "1");
        assertThat(run.out()).contains("""
                CPU time by method
                  self %  user s  system s  total %  user s  system s  method
                    98.6    2.41      7.02     98.6    2.41      7.02  java.io.FileOutputStream.write
                """);
        assertThat(Invocation.of("callers", Example.CPU, WRITE, "--cpu").out()).contains("""
                java.io.FileOutputStream.write: 98.6 % of the CPU time, 9.44 s, 7.02 of it system time

                called by
                  share %  user s  system s  caller
                     84.2    2.07      5.88  org.example.export.ExtOutputStream.write
                     15.8    0.35      1.15  org.textformat.OutImpl.outc
                """);
    }

    @Test
    void refusesACauseOfAllCpuTime() {
        Invocation run = Invocation.of("hotspots", Example.CPU, "--cpu", "--cause", "file-write");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).isEqualTo("perfhint: --cpu excludes --cause: causes are those of system CPU\n");
    }
}
