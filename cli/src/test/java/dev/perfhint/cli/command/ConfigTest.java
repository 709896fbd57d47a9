package dev.perfhint.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code perfhint.toml} may say, and what it may not. */
class ConfigTest {
    @TempDir
    private Path directory;

    private ExampleTree tree;
    private Path file;

    @BeforeEach
    void copySources() throws IOException {
        tree = ExampleTree.in(directory.toRealPath());
        file = tree.root().resolve("perfhint.toml");
    }

    @Test
    void isFoundUpwardsAndLosesAgainstTheCommandLine() throws IOException {
        Files.writeString(file, "source = \"src\"\nfail-on = \"high\"\nmin-share = 20\n");
        Invocation run = in("src/org", "analyze", Example.CPU);
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.out()).contains("example/export/ExtOutputStream.java:13:18: high: ").startsWith("Export: 1 change ");
        Invocation other = in("src/org", "analyze", Example.CPU, "--min-share", "90", "--fail-on", "info");
        assertThat(other.code()).isZero();
        assertThat(in("src/org", "analyze", Example.CPU, "--no-config").out()).doesNotContain(tree.root().toString());
    }

    @Test
    void showsWhatIsInForceAndWhereFrom() throws IOException {
        Files.writeString(file, "app-package = [\"org.example\"]\nsource = ['src']\n");
        assertThat(in("src", "config", "show").out()).startsWith("# " + file + "; options on the command line win\n")
                .contains("source = [\"" + tree.root().resolve("src") + "\"]  # perfhint.toml:2\n")
                .contains("app-package = [\"org.example\"]  # perfhint.toml:1\n")
                .contains("min-share = 1  # default\n");
        assertThat(in("src", "config", "show", "--no-config").out()).startsWith("# no perfhint.toml here or above; ");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "sorce = 'src'                 | :1: unknown key 'sorce': did you mean source?",
        "[tool.perfhint]               | :1: unknown key 'tool': there are source, ",
        "min-share = 'much'            | :1: min-share must be a number",
        "source = [1]                  | :1: source must be a text or a list of texts",
        "encoding = ['UTF-8']          | :1: encoding must be a text",
        "source = 'src                 | :1: ",
        "source = '../elsewhere'       | :1: '../elsewhere' is outside of ",
        "classpath = ['/usr/share/*']  | :1: '/usr/share/*' is outside of ",
        "baseline = '/etc/passwd'      | :1: '/etc/passwd' is outside of ",
        "assume = '-no-observer'       | perfhint.toml:1: assume takes 'none' only, not '-no-observer'",
        "assume = ['none']             | :1: assume must be a text",
        "fail-on = 'worst'             | perfhint.toml:1: fail-on must be high, medium, low or info, not 'worst'",
        "rule = 'unbufered-file-write' | unknown rule 'unbufered-file-write': did you mean unbuffered-file-write?",
    })
    void refusesInOneLine(String text, String message) throws IOException {
        Files.writeString(file, text);
        Invocation run = in(".", "analyze", Example.CPU);
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).hasLineCount(1).contains(message);
    }

    @Test
    void isTrustedOnDemandOnly() throws IOException {
        Path outside = Files.createDirectory(directory.resolve("outside"));
        Files.createSymbolicLink(tree.root().resolve("link"), outside);
        Files.writeString(file, "source = ['src', 'link']\n");
        assertThat(in(".", "analyze", Example.CPU).err()).contains("'link' is outside of " + tree.root());
        assertThat(in(".", "analyze", Example.CPU, "--trust-config").code()).isZero();
    }

    @Test
    void assumesNoneOrAll() {
        assertThat(in(".", "analyze", Example.CPU, "--assume", "bogus").err())
                .isEqualTo("perfhint: --assume takes 'none' only, not 'bogus'\n");
    }

    @Test
    void refusesAFileThatIsNone() throws IOException {
        Files.createDirectory(file);
        assertThat(in(".", "analyze", Example.CPU).err())
                .isEqualTo("perfhint: " + file + ": not a configuration file of at most 1 MB; --no-config leaves it out\n");
    }

    private Invocation in(String working, String... args) {
        return Invocation.with(Map.of(), Map.of("user.dir", tree.root().resolve(working).toString()), args);
    }
}
