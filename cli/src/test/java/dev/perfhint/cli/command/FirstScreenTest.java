package dev.perfhint.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What analyze prints by default, on recordings with sources; each golden file was read against the long report. */
class FirstScreenTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Path GOLDEN = Path.of("src/test/resources/first-screen");

    @ParameterizedTest
    @CsvSource({
        "worked-example, fixtures/worked-example/recordings/cpu.jfr, fixtures/worked-example/app",
        "library, fixtures/worked-example/recordings/cpu.jfr, fixtures/worked-example/library",
        "server, fixtures/recordings/rules/partial-socket-writes/positives-17.jfr.gz, fixtures/programs/partial-socket-writes/positives",
        "waiting, fixtures/recordings/events/ledger.jfr.gz, fixtures/recordings/events",
        "no-system-time, fixtures/recordings/async-profiler-4.6/cpu-compute.jfr, fixtures/recordings/src",
        "many, fixtures/recordings/rules/unbuffered-file-read/positives-17.jfr.gz, fixtures/programs/unbuffered-file-read/positives",
    })
    void fitsOneScreen(String name, String recording, String source) throws IOException {
        String printed = of(recording, source, "--color", "never");
        Path golden = GOLDEN.resolve(name + ".txt");
        if (Boolean.getBoolean("perfhint.bless")) {
            Files.createDirectories(GOLDEN);
            Files.writeString(golden, printed);
        }
        assertThat(printed).isEqualTo(Files.readString(golden));
        assertThat(printed.lines()).hasSizeLessThanOrEqualTo(30);
    }

    @Test
    void printsOneLinePerFindingIfQuiet() {
        String recording = "fixtures/worked-example/recordings/cpu.jfr";
        String quiet = of(recording, "fixtures/worked-example/app", "--quiet");
        assertThat(quiet.lines()).hasSize(3).first().asString().startsWith("Export: 2 changes would save about ");
        assertThat(of(recording, "fixtures/worked-example/app").lines().toList()).containsAll(quiet.lines().toList());
    }

    @Test
    void addsTheWholeAccount() {
        String recording = "fixtures/worked-example/recordings/cpu.jfr";
        String plain = of(recording, "fixtures/worked-example/app");
        assertThat(of(recording, "fixtures/worked-example/app", "--account")).contains("\nsystem CPU by cause\n  83.6 %")
                .startsWith(plain.substring(0, plain.indexOf("next:")));
    }

    @Test
    void namesFilesAbsolutelyOnRequest() {
        String recording = "fixtures/worked-example/recordings/cpu.jfr";
        assertThat(Invocation.with(Map.of(), Map.of("user.dir", ROOT.toString()), "analyze", "--absolute-paths",
                ROOT.resolve(recording).toString(), "--source", ROOT.resolve("fixtures/worked-example/app").toString()).out())
                .contains("\n" + ROOT + "/fixtures/worked-example/app/src/org/example/export/ExtOutputStream.java:13:18: high: ");
    }

    private static String of(String recording, String source, String... more) {
        String[] args = new String[more.length + 4];
        args[0] = "analyze";
        args[1] = ROOT.resolve(recording).toString();
        args[2] = "--source";
        args[3] = ROOT.resolve(source).toString();
        System.arraycopy(more, 0, args, 4, more.length);
        Invocation run = Invocation.with(Map.of(), Map.of("user.dir", ROOT.toString()), args);
        assertThat(run.code()).as(run.err()).isZero();
        return run.out().replace(ROOT + "/", "");
    }
}
