package dev.perfhint.cli.command.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.cli.command.Invocation;
import dev.perfhint.cli.command.Main;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunCommandTest {
    @TempDir
    private Path directory;

    /** A program to record: one system call per byte. */
    static final class Writer {
        private Writer() {}

        public static void main(String[] args) throws IOException {
            try (OutputStream out = new java.io.FileOutputStream(args[0])) {
                for (int i = 0; i < 1_000_000; i++) {
                    out.write(i);
                }
            }
            System.exit(Integer.parseInt(args[1]));
        }
    }

    private record Done(int code, String output) {}

    private Done run(String exitCode) throws Exception {
        String java = System.getProperty("java.home") + "/bin/java";
        String classPath = System.getProperty("java.class.path");
        List<String> command = new ArrayList<>(List.of(java, "-cp", classPath, Main.class.getName(), "run",
                "--", java, "-cp", classPath, Writer.class.getName(), directory.resolve("out.bin").toString(),
                exitCode));
        Process process = new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true).start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Done(process.waitFor(), output);
    }

    @Test
    void recordsAnalyzesAndWritesThePage() throws Exception {
        Done done = run("0");
        assertThat(done.code()).as(done.output()).isZero();
        assertThat(done.output()).contains("[unbuffered-file-write]", "perfhint: page: file:///").containsOnlyOnce("next: ");
        assertThat(directory.resolve("RunCommandTestWriter.jfr")).isNotEmptyFile();
        assertThat(directory.resolve("RunCommandTestWriter.html")).isNotEmptyFile();
    }

    @Test
    void keepsEarlierFilesAndGivesTheProgramsExitCode() throws Exception {
        Files.writeString(directory.resolve("RunCommandTestWriter.html"), "precious");
        Done done = run("7");
        assertThat(done.code()).as(done.output()).isEqualTo(7);
        assertThat(directory.resolve("RunCommandTestWriter.html")).hasContent("precious");
        assertThat(directory.resolve("RunCommandTestWriter-2.jfr")).isNotEmptyFile();
        assertThat(directory.resolve("RunCommandTestWriter-2.html")).isNotEmptyFile();
    }

    @Test
    void refusesACommandWithoutDashes() {
        Invocation run = Invocation.of("run", "java", "-jar", "app.jar");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).startsWith("perfhint: -- is missing in front of the command: perfhint run -- java");
    }

    @Test
    void saysWhatCouldNotBeStarted() {
        Invocation run = Invocation.of("run", "--", "no-such-command-here");
        assertThat(run.code()).isEqualTo(125);
        assertThat(run.err()).contains("no-such-command-here").hasLineCount(1);
    }
}
