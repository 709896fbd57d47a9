package dev.perfhint.cli.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.perfhint.cli.record.secret.ArgumentValues;
import dev.perfhint.profile.Profile;
import dev.perfhint.reader.Recordings;
import dev.perfhint.reader.input.ReadOptions;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Recordings of a program whose arguments, properties and processes have secrets as values. */
class ArgumentValuesTest {
    private static final String SECRET = "quokka";

    @TempDir
    private Path directory;

    @BeforeEach
    void compile() throws Exception {
        Path source = Files.writeString(directory.resolve("Shop.java"), """
                public class Shop {
                    public static void main(String[] args) throws Exception {
                        new ProcessBuilder("true", "--password=" + args[0] + "-password", "plain-" + args[0]).start().waitFor();
                        long end = System.nanoTime() + 1_000_000_000L;
                        while (System.nanoTime() < end) {
                            System.getProperty("user.home");
                        }
                    }
                }
                """);
        Path javac = Path.of(System.getProperty("java.home"), "bin", "javac");
        assertThat(new ProcessBuilder(javac.toString(), "-d", directory.toString(), source.toString()).start().waitFor()).isZero();
    }

    private Path record(Engine engine, boolean keep, String secret) {
        Path output = directory.resolve("out.jfr");
        List<String> command = List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Dshop.token=" + secret,
                "-XX:ActiveProcessorCount=2", "-cp", directory.toString(), "Shop", secret, "--key=" + secret, "-p" + secret, "--verbose");
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int code = new Recorder(new RecordOptions(output, Optional.empty(), Optional.of(engine), Optional.of(RecordOptions.CALM_INTERVAL),
                OptionalLong.empty(), command, RecordOptions.Purpose.CPU, List.of(), false, Optional.empty(), keep), new PrintStream(err, true, StandardCharsets.UTF_8), false).run();
        assertThat(code).as(err.toString(StandardCharsets.UTF_8)).isZero();
        assertThat(err.toString(StandardCharsets.UTF_8)).doesNotContain("may be in the recording");
        return output;
    }

    @ParameterizedTest
    @EnumSource(value = Engine.class, names = {"CTIMER", "JFR"})
    void leavesNoValueInARecording(Engine engine) throws Exception {
        assumeTrue(engine == Engine.JFR || ProfilerLibrary.exists(), "async-profiler does not run on this platform");
        Path recording = record(engine, false, SECRET);
        String bytes = new String(Files.readAllBytes(recording), StandardCharsets.ISO_8859_1);
        assertThat(bytes).doesNotContain(SECRET).contains("-Dshop.token=******").contains("--verbose")
                .contains("Shop ****** --key=****** -p****** --verbose").contains("-XX:ActiveProcessorCount=2");
        Profile profile = Recordings.read(List.of(recording), ReadOptions.DEFAULTS);
        assertThat(profile.recordings().get(0).mainClass()).isEqualTo("Shop");
        assertThat(profile.recordings().get(0).complete()).isTrue();
        if (engine == Engine.JFR) {
            assertThat(profile.counts().rows()).anyMatch(count -> count.subject().startsWith("true --password=*"));
        }
    }

    @Test
    void keepsThemWhereAsked() throws Exception {
        String bytes = new String(Files.readAllBytes(record(Engine.JFR, true, SECRET)), StandardCharsets.ISO_8859_1);
        assertThat(bytes).contains("--key=" + SECRET).contains("-Dshop.token=" + SECRET);
    }

    @Test
    void hidesValuesOfAnyScript() throws Exception {
        Path recording = record(Engine.JFR, false, "quökka-日本");
        assertThat(ArgumentValues.hide(recording)).isZero();
        for (var charset : List.of(StandardCharsets.UTF_8, StandardCharsets.ISO_8859_1)) {
            assertThat(new String(Files.readAllBytes(recording), charset)).doesNotContain("quökka").doesNotContain("日本");
        }
        assertThat(Recordings.read(List.of(recording), ReadOptions.DEFAULTS).recordings().get(0).complete()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "'Shop a --b=c -d --e', 'Shop * --b=* -d --e', false",
        "'app.jar  x', 'app.jar  *', false", "'git log -nfoo', 'git *** -n***', false", "Shop, Shop, false",
        "'-Xmx1g -Da=b -Dc -javaagent:x.jar=k,l', '-Xmx1g -Da=* -Dc -javaagent:x.jar=***', true",
        "'-javaagent:/x/perfhint-agent.jar=out,file -agentpath:/l.so=start,x', '-javaagent:/x/perfhint-agent.jar=out,file -agentpath:/l.so=start,x', true"})
    void hidesValuesAndKeepsNames(String line, String shown, boolean ofTheJvm) {
        boolean[] hidden = ArgumentValues.hidden(line, ofTheJvm);
        List<String> characters = new ArrayList<>();
        for (int i = 0; i < line.length(); i++) {
            characters.add(hidden[i] ? "*" : line.substring(i, i + 1));
        }
        assertThat(String.join("", characters)).isEqualTo(shown);
    }
}
