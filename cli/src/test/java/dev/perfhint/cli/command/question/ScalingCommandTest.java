package dev.perfhint.cli.command.question;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.networknt.schema.InputFormat;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import dev.perfhint.cli.command.Example;
import dev.perfhint.cli.command.Invocation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScalingCommandTest {
    @TempDir
    private Path directory;

    /** A program with as much user CPU, socket writes and thread switches as given. */
    private String profile(String name, int user, int writes, int switches) throws IOException {
        return Files.writeString(directory.resolve(name), "app.Chat.run;app.Chat.format " + user + "\n"
                + "app.Chat.run;java.net.SocketOutputStream.write;__libc_write;entry_SYSCALL_64_after_hwframe_[k];__x64_sys_write_[k];sock_write_iter_[k];tcp_sendmsg_[k] "
                + writes + "\n"
                + "app.Chat.run;jdk.internal.misc.Unsafe.park;entry_SYSCALL_64_after_hwframe_[k];__x64_sys_futex_[k];futex_wait_[k];schedule_[k];__schedule_[k] "
                + switches + "\n").toString();
    }

    private static Invocation scaling(String... args) {
        List<String> command = new ArrayList<>(List.of("scaling"));
        command.addAll(List.of(args));
        return Invocation.of(command.toArray(String[]::new));
    }

    private static JsonObject json(Invocation run) throws IOException {
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012).getSchema(Files.readString(Path.of("../docs/reference/scaling.schema.json")))
                .validate(run.out(), InputFormat.JSON)).isEmpty();
        return JsonParser.parseString(run.out()).getAsJsonObject();
    }

    @Test
    void showsTheSchedulersGrowthWithIntervals() throws IOException {
        String[] loads = {"10=" + profile("c", 9000, 6000, 12000), "2=" + profile("a", 2000, 1400, 800), "5=" + profile("b", 4700, 3300, 3500),
            "--work", "2=200,5=500,10=1000"};
        Invocation text = scaling(loads);
        assertThat(text.code()).as(text.err()).isZero();
        assertThat(text.out()).containsPattern("36\\.4 % ± \\d+\\.\\d .* 66\\.7 % ± \\d+\\.\\d +grows +scheduler")
                .contains("not fitted", "grows faster than the load");
        List<String> more = new ArrayList<>(List.of(loads));
        more.addAll(List.of("--format", "json"));
        JsonObject report = json(scaling(more.toArray(String[]::new)));
        assertThat(report.get("flagged").getAsBoolean()).isTrue();
        assertThat(report.getAsJsonArray("subsystems").get(0).getAsJsonObject().get("name").getAsString()).isEqualTo("scheduler");
        assertThat(report.getAsJsonArray("loads")).hasSize(3);
    }

    @Test
    void countsSchedulerAndFutexTogetherToo() throws IOException {
        List<String> command = new ArrayList<>(List.of("--work", "2=200,5=500"));
        for (int load : new int[] {2, 5}) {
            Path profile = Path.of(profile(load + ".txt", 5000, 2000, 300 * load));
            Files.writeString(profile, "app.Chat.run;jdk.internal.misc.Unsafe.unpark;entry_SYSCALL_64_after_hwframe_[k];__x64_sys_futex_[k];futex_wake_[k] 400\n",
                    StandardOpenOption.APPEND);
            command.add(load + "=" + profile);
        }
        assertThat(scaling(command.toArray(String[]::new)).out())
                .containsPattern("33\\.3 % ± \\d\\.\\d +48\\.7 % ± \\d\\.\\d +grows +scheduler and futex");
    }

    @Test
    void flagsNothingThatGrowsWithTheLoad() throws IOException {
        Invocation run = scaling("2=" + profile("a", 2000, 1400, 800), "5=" + profile("b", 5000, 3400, 2050), "10=" + profile("c", 9900, 7100, 4000),
                "--work", "2=200,5=500,10=1000");
        assertThat(run.out()).contains("nothing grows faster than the load").doesNotContainPattern("% +grows +");
    }

    @Test
    void readsRealRecordings() throws IOException {
        JsonObject report = json(scaling("1=" + Example.CPU, "2=" + Example.CPU, "--format", "json"));
        assertThat(report.get("evidence").getAsString()).isEqualTo("kernel-frames");
        assertThat(report.getAsJsonArray("loads").get(0).getAsJsonObject().get("samples").getAsLong()).isEqualTo(4786);
        assertThat(report.get("scalabilityLawRefused").getAsString()).isEqualTo("the throughput is unknown: it needs --work and recordings that hold their duration");
    }

    @Test
    void dividesByTheTimeThatTheWorkTook() throws IOException {
        String[] loads = {"1=" + Example.CPU, "2=" + Example.CPU, "--work", "1=1000,2=2000", "--format", "json"};
        assertThat(throughput(loads, "--seconds", "1=4,2=5")).containsExactly(250.0, 400.0);
        assertThat(throughput(loads, "--window", "1=1s..3s,2=2s..6s")).containsExactly(500.0, 500.0);
        assertThat(json(scaling(with(loads, "--window", "1=1s..3s,2=2s..6s"))).get("throughputCurve").getAsString()).isEqualTo("flat");
        assertThat(throughput(loads)).allMatch(value -> value < 250);
    }

    private static List<Double> throughput(String[] loads, String... more) throws IOException {
        return json(scaling(with(loads, more))).getAsJsonArray("loads").asList().stream()
                .map(load -> load.getAsJsonObject().get("throughput").getAsDouble()).toList();
    }

    private static String[] with(String[] arguments, String... more) {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of(more));
        return all.toArray(String[]::new);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', value = {
        "2=EXAMPLE | scaling needs two loads or more",
        "2=EXAMPLE 5=EXAMPLE 2=EXAMPLE | a load is given twice",
        "EXAMPLE 2=EXAMPLE | write LOAD=VALUE",
        "two=EXAMPLE 5=EXAMPLE | 'two' is no number",
        "0=EXAMPLE 5=EXAMPLE | must be greater than 0",
        "2=EXAMPLE 5=none.jfr | none.jfr: no such file",
        "2=EXAMPLE 5=OTHER | different programs",
        "2=EXAMPLE 5=ESTIMATE | no grade of evidence in common",
        "2=EXAMPLE 5=EXAMPLE --work 3=7 | --work names a load without a recording",
        "2=EXAMPLE 5=EXAMPLE --work 2=7 --operation app.Order | excludes --work",
        "2=EXAMPLE 5=EXAMPLE --seconds 2=7,5=7 | --seconds needs --work",
        "2=EXAMPLE 5=EXAMPLE --work 2=7,5=7 --seconds 2=7 | --seconds says nothing of load 5",
        "2=EXAMPLE 5=EXAMPLE --work 2=7,5=7 --window 2=7s,5=7s | --window 7s: write LOAD=FROM..TO",
        "2=EXAMPLE 5=EXAMPLE --work 2=7,5=7 --window 2=3s..1s,5=1s..2s | ends before it begins",
        "2=EXAMPLE 5=EXAMPLE --operation app.Order | holds no app.Order"
    })
    void refusesWhatCannotBeSetSideBySide(String arguments, String message) {
        String given = arguments.replace("EXAMPLE", Example.CPU).replace("ESTIMATE", Example.JFR)
                .replace("OTHER", "../fixtures/recordings/async-profiler-4.6/cpu-sockets.jfr");
        Invocation run = scaling(given.split(" "));
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err().lines().reduce((first, last) -> last).orElseThrow()).startsWith("perfhint: ").contains(message);
    }
}
