package dev.perfhint.cli.command.table;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.perfhint.cli.command.Example;
import dev.perfhint.cli.command.Invocation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExportCommandTest {
    private static final String SOCKETS = "../fixtures/recordings/async-profiler-4.6/cpu-sockets.jfr";

    @TempDir
    private Path directory;

    private Path export(String recording, String format, String... more) {
        Path file = directory.resolve("exported." + format);
        List<String> command = new ArrayList<>(List.of("export", recording, "--format", format, "-o", file.toString()));
        command.addAll(List.of(more));
        Invocation run = Invocation.of(command.toArray(String[]::new));
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out()).isEmpty();
        return file;
    }

    private static JsonObject report(String recording) {
        return JsonParser.parseString(Invocation.of("analyze", recording, "--format", "json").out()).getAsJsonObject();
    }

    private static List<String> hotspots(JsonObject report) {
        return report.getAsJsonArray("hotspots").asList().stream().map(JsonElement::getAsJsonObject)
                .map(row -> row.get("method").getAsString() + " " + row.get("exclusive").getAsLong() + " " + row.get("inclusive").getAsLong())
                .sorted().toList();
    }

    /** What is exported and read again gives the same totals, methods and findings. */
    @ParameterizedTest
    @CsvSource({"collapsed, EXAMPLE", "pprof, EXAMPLE", "profile, EXAMPLE", "collapsed, SOCKETS", "pprof, SOCKETS"})
    void comesBackAsItWas(String format, String name) {
        String recording = name.equals("EXAMPLE") ? Example.CPU : SOCKETS;
        JsonObject before = report(recording);
        JsonObject after = report(export(recording, format).toString());
        for (String total : List.of("samples", "systemSamples", "evidence")) {
            assertThat(after.getAsJsonObject("cpu").get(total)).isEqualTo(before.getAsJsonObject("cpu").get(total));
        }
        assertThat(hotspots(after)).isEqualTo(hotspots(before)).isNotEmpty();
        assertThat(after.getAsJsonArray("findings").asList().stream().map(each -> each.getAsJsonObject().get("id")).toList())
                .isEqualTo(before.getAsJsonArray("findings").asList().stream().map(each -> each.getAsJsonObject().get("id")).toList());
        if (format.equals("pprof")) {
            assertThat(after.getAsJsonObject("cpu").get("nanos")).isEqualTo(before.getAsJsonObject("cpu").get("nanos"));
        }
    }

    /** A profile loses nothing that a report shows, but the times of samples. */
    @ParameterizedTest
    @ValueSource(strings = {SOCKETS, "../fixtures/recordings/jfr-25/cputime.jfr",
        "../fixtures/recordings/async-profiler-4.6/jfrsync.jfr", "../fixtures/recordings/events/archive.jfr.gz"})
    void storesAProfileThatGivesTheSameReport(String recording) {
        JsonObject before = report(recording);
        JsonObject after = report(export(recording, "profile").toString());
        for (String part : List.of("cpu", "recordings", "syscalls", "kernel", "findings", "notEvaluated")) {
            assertThat(after.get(part)).as(part).isEqualTo(before.get(part));
        }
        assertThat(hotspots(after)).isEqualTo(hotspots(before));
    }

    @Test
    void filtersAProfileAsARecording() {
        String stored = export(SOCKETS, "profile").toString();
        for (String[] filter : new String[][] {{"--include", "SocketDispatcher"}, {"--exclude", "app.Mix"},
            {"--thread", "pinger"}}) {
            Invocation ofRecording = Invocation.of("hotspots", SOCKETS, filter[0], filter[1]);
            assertThat(Invocation.of("hotspots", stored, filter[0], filter[1]).out()).isEqualTo(ofRecording.out());
        }
        assertThat(Invocation.of("hotspots", stored, "--to", "1s").err())
                .contains("a profile has no times of samples: --from and --to do not apply to it");
    }

    @Test
    void writesWhatSpeedscopeReads() throws IOException {
        JsonObject document = JsonParser.parseString(Files.readString(export(SOCKETS, "speedscope"))).getAsJsonObject();
        assertThat(document.get("$schema").getAsString()).isEqualTo("https://www.speedscope.app/file-format-schema.json");
        JsonObject profile = document.getAsJsonArray("profiles").get(0).getAsJsonObject();
        JsonArray samples = profile.getAsJsonArray("samples");
        JsonArray weights = profile.getAsJsonArray("weights");
        assertThat(samples).hasSameSizeAs(weights);
        long sum = 0;
        for (JsonElement weight : weights) {
            sum += weight.getAsLong();
        }
        assertThat(profile.get("endValue").getAsLong()).isEqualTo(sum)
                .isEqualTo(report(SOCKETS).getAsJsonObject("cpu").get("nanos").getAsLong());
        int frames = document.getAsJsonObject("shared").getAsJsonArray("frames").size();
        for (JsonElement sample : samples) {
            assertThat(sample.getAsJsonArray()).allMatch(frame -> frame.getAsInt() >= 0 && frame.getAsInt() < frames);
        }
    }

    @Test
    void exportsOtherEventsByName() {
        String wall = "../fixtures/recordings/async-profiler-4.6/wall.jfr";
        JsonObject back = report(export(wall, "pprof", "--event", "wall").toString());
        assertThat(back.getAsJsonArray("recordings").get(0).getAsJsonObject().get("event").getAsString()).isEqualTo("wall");
        assertThat(back.getAsJsonObject("cpu").get("samples").getAsLong()).isZero();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "export none.jfr --format pprof | none.jfr: no such file",
        "export SOCKETS --format svg | collapsed, speedscope, pprof",
        "export SOCKETS | --format",
        "export SOCKETS --event wall --format collapsed | cpu-sockets.jfr: --event wall leaves nothing: what was sampled is cpu",
        "export SOCKETS --thread nobody --format pprof -o OUT | cpu-sockets.jfr: no CPU samples left by --thread",
        "export SOCKETS --format collapsed -o SOCKETS | refusing to overwrite the recording"
    })
    void refusesInOneLine(String arguments, String message) {
        Invocation run = Invocation.of(arguments.replace("SOCKETS", SOCKETS)
                .replace("OUT", directory.resolve("out").toString()).split(" "));
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).hasLineCount(1).containsIgnoringCase(message);
        assertThat(directory).isEmptyDirectory();
    }
}
