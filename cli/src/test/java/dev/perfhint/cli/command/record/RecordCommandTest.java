package dev.perfhint.cli.command.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.cli.command.Invocation;
import dev.perfhint.cli.command.Main;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordCommandTest {
    @TempDir
    private Path directory;

    @Test
    void overwritesNoFileUnasked() throws IOException {
        Path file = Files.writeString(directory.resolve("run.jfr"), "precious");
        Invocation run = Invocation.of("record", "-o", file.toString(), "--engine", "jfr", "--", "true");
        assertThat(run.code()).isEqualTo(125);
        assertThat(run.err()).isEqualTo("perfhint: " + file + ": exists: --force overwrites it, or name another with -o\n");
        assertThat(Files.readString(file)).isEqualTo("precious");
    }

    /** A program to record. */
    static final class Idle {
        private Idle() {}

        public static void main(String[] args) throws InterruptedException {
            Thread.sleep(Long.parseLong(args[0]));
        }
    }

    /** Runs perfhint in the directory. */
    private String record(String millis) throws Exception {
        String java = System.getProperty("java.home") + "/bin/java";
        String classPath = System.getProperty("java.class.path");
        List<String> command = new ArrayList<>(List.of(java, "-cp", classPath, Main.class.getName(), "record",
                "--engine", "jfr"));
        command.addAll(List.of("--", java, "-cp", classPath, Idle.class.getName(), millis));
        Process process = new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true).start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return output;
    }

    @Test
    void numbersTheFileIfThereIsOne() throws Exception {
        Files.writeString(directory.resolve("perfhint.jfr"), "precious");
        Files.writeString(directory.resolve("perfhint-2.jfr"), "precious too");
        String output = record("200");
        assertThat(directory.resolve("perfhint-3.jfr")).as(output).isNotEmptyFile();
        assertThat(output).contains("perfhint-3.jfr");
        assertThat(directory.resolve("perfhint.jfr")).hasContent("precious");
        assertThat(directory.resolve("perfhint-2.jfr")).hasContent("precious too");
    }
}
