package dev.perfhint.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class MainTest {
    @Test
    void printsTheVersion() {
        Invocation run = Invocation.of("--version");
        assertThat(run.code()).isZero();
        assertThat(run.out()).matches("perfhint \\d+\\.\\d+\\.\\d+(-SNAPSHOT)?\\n");
        assertThat(run.err()).isEmpty();
    }

    @Test
    void refusesAnUnknownOption() {
        assertUsage("unknown option: '--foo' (see 'perfhint --help')", "--foo");
    }

    @Test
    void saysHowToNameAFileThatBeginsWithADash() throws IOException {
        Path file = Path.of("-dash.jfr");
        Files.createFile(file);
        try {
            for (String command : List.of("analyze", "hotspots")) {
                assertUsage("'-dash.jfr' is a file, but its dash makes it an option: write ./-dash.jfr, or -- in front of it (see 'perfhint "
                        + command + " --help')", command, "-dash.jfr");
                assertThat(Invocation.of(command, "--", "-dash.jfr").err()).startsWith("perfhint: -dash.jfr: the file is empty");
                assertThat(Invocation.of(command, "./-dash.jfr").err()).startsWith("perfhint: ./-dash.jfr: the file is empty");
            }
        } finally {
            Files.delete(file);
        }
        assertThat(Invocation.of("analyze", "-dash.jfr").err()).contains("missing required parameter").doesNotContain("is a file");
    }

    @Test
    void refusesAnUnknownCommand() {
        assertUsage("unknown command: 'analyse': did you mean analyze? (see 'perfhint --help')", "analyse", "x.jfr");
        assertUsage("unknown command: 'frobnicate' (see 'perfhint --help')", "frobnicate");
        assertUsage("unknown command: '' (see 'perfhint --help')", "");
    }

    @Test
    void analysesARecordingThatIsNamedAlone() {
        assertThat(Invocation.of(Example.CPU)).isEqualTo(Invocation.of("analyze", Example.CPU));
        assertThat(Invocation.of(Example.CPU, "--format", "json").out()).startsWith("{");
        assertThat(Invocation.of("-").err()).isEqualTo(Invocation.of("analyze", "-").err());
    }

    @Test
    void helpsWithACommand() {
        assertThat(Invocation.of("help", "hotspots").out()).startsWith("Usage: perfhint hotspots")
                .isEqualTo(Invocation.of("hotspots", "--help").out());
        assertThat(Invocation.of("help")).isEqualTo(Invocation.of("--help"));
    }

    @Test
    void suggestsTheOptionThatWasMeant() {
        assertUsage("unknown option: '--souce': did you mean --source? (see 'perfhint analyze --help')", "analyze", "x", "--souce", "y");
        assertUsage("unknown option: '--tops=5': did you mean --top? (see 'perfhint hotspots --help')", "hotspots", "x", "--tops=5");
    }

    @Test
    void saysThatDashesAreMissingInFrontOfACommand() {
        assertUsage("-- is missing in front of the command: perfhint record -- java -Xmx1g -jar app.jar"
                + " (see 'perfhint record --help')", "record", "-o", "run.jfr", "java", "-Xmx1g", "-jar", "app.jar");
    }

    @Test
    void printsItsHelpWithoutACommand() {
        Invocation run = Invocation.of();
        assertThat(run.code()).isZero();
        assertThat(run.out()).isEqualTo(Invocation.of("--help").out()).contains("perfhint analyze");
    }

    @Test
    void suggestsWhatAMistypedWordMayMean() {
        assertUsage("unknown option: '--sauce': did you mean --source? (see 'perfhint analyze --help')", "analyze", "--sauce", "x");
        assertThat(Invocation.of("explain", "unbuffered").err()).contains("did you mean unbuffered-file-read, unbuffered-file-write,");
    }

    @Test
    void refusesColourNamesItDoesNotKnow() {
        Invocation run = Invocation.of("--color", "sometimes");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("--color").contains("sometimes").contains("expected one of [auto, always, never] but");
        assertThat(run.err().lines()).hasSize(1);
    }

    @Test
    void escapesWhatTheUserTyped() {
        Invocation run = Invocation.of("--\u001b[31mred");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("\\x1b[31mred").doesNotContain("\u001b");
    }

    @Test
    void endsQuietlyWhenNobodyReads() {
        assertThat(runInto("Broken pipe")).isEqualTo("0 ");
    }

    @Test
    void saysWhyStandardOutputCannotBeWritten() {
        assertThat(runInto("No space left on device"))
                .isEqualTo("2 perfhint: cannot write to standard output: No space left on device\n");
    }

    private static String runInto(String failure) {
        OutputStream broken = new OutputStream() {
            @Override
            public void write(int value) throws IOException {
                throw new IOException(failure);
            }
        };
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int code = Main.run(InputStream.nullInputStream(), broken, err, "--version");
        return code + " " + err.toString(StandardCharsets.UTF_8);
    }

    private static void assertUsage(String message, String... args) {
        Invocation run = Invocation.of(args);
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).isEqualTo("perfhint: " + message + "\n");
    }
}
