package dev.perfhint.cli.command.option;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.cli.command.Example;
import dev.perfhint.cli.command.Invocation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutputOptionsTest {
    @TempDir
    private Path directory;

    @Test
    void writesOneReportToAFile() throws IOException {
        Path file = directory.resolve("report.txt");
        Invocation run = Invocation.of("analyze", Example.CPU, "-o", file.toString());
        assertThat(run.code()).isZero();
        assertThat(run.out()).isEmpty();
        assertThat(Files.readString(file)).isEqualTo(Invocation.of("analyze", Example.CPU).out());
    }

    @Test
    void writesSeveralReports() throws IOException {
        Path json = directory.resolve("report.json");
        Invocation run = Invocation.of("analyze", Example.CPU, "--output", "json=" + json, "--output", "text=-");
        assertThat(run.out()).startsWith("Export: 2 changes ");
        assertThat(Files.readString(json)).startsWith("{").endsWith("}\n")
                .isEqualTo(Invocation.of("analyze", Example.CPU, "--format", "json").out());
    }

    @Test
    void keepsTheModeOfAFileAndFollowsItsLink() throws IOException {
        Path file = Files.writeString(directory.resolve("report.txt"), "old");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
        Path link = Files.createSymbolicLink(directory.resolve("link.txt"), file);
        assertThat(Invocation.of("analyze", Example.CPU, "-o", link.toString()).code()).isZero();
        assertThat(link).isSymbolicLink();
        assertThat(Files.readString(file)).startsWith("Export: 2 changes ");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file))).isEqualTo("rw-r-----");
    }

    @Test
    void neverColoursAFile() throws IOException {
        Path file = directory.resolve("report.txt");
        Invocation.of("analyze", Example.CPU, "--color", "always", "-o", file.toString());
        assertThat(Files.readString(file)).doesNotContain("\u001b");
        assertThat(Invocation.of("analyze", Example.CPU, "--color", "always").out()).contains("\u001b[");
    }

    @Test
    void refusesWhatDoesNotGoTogether() {
        String json = "json=" + directory.resolve("a.json");
        assertRefused("two reports would go to", "analyze", Example.CPU, "--output", json, "--output", json);
        assertRefused("two reports would go to standard output",
                "analyze", Example.CPU, "--output", "json=-", "--output", "text=-");
        assertRefused("--output excludes", "analyze", Example.CPU, "--output", json, "--format", "text");
        assertRefused("write FORMAT=FILE", "analyze", Example.CPU, "--output", "report.json");
        assertThat(directory).isEmptyDirectory();
    }

    private static void assertRefused(String what, String... args) {
        Invocation run = Invocation.of(args);
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).hasLineCount(1).contains(what);
    }
}
