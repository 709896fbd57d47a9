package dev.perfhint.cli.command.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.cli.command.Main;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ctrl-C at a terminal, whose kernel sends it to all processes of the foreground group: perfhint and its command. */
class RunInTerminalTest {
    private static final String JAVA = System.getProperty("java.home") + "/bin/java";
    private static final String CLASS_PATH = System.getProperty("java.class.path");
    private static final Path SCRIPT = Path.of("/usr/bin/script");
    /** What a shell starts in the background ignores SIGINT, and so does all that it starts. */
    private static final List<String> HEARING = List.of("/usr/bin/env", "--default-signal=INT");
    private static final String CTRL_C = "\u0003";
    private static final long ENOUGH_BYTES = 1_500_000;

    @TempDir
    private Path directory;

    /** Writes bytes one by one until it is killed. */
    static final class Endless {
        private Endless() {}

        public static void main(String[] args) throws IOException {
            try (OutputStream out = new java.io.FileOutputStream(args[0])) {
                while (true) {
                    out.write(1);
                }
            }
        }
    }

    private record Done(int code, String output) {}

    private List<String> program() {
        return List.of(JAVA, "-cp", CLASS_PATH, Endless.class.getName(), directory.resolve("out.bin").toString());
    }

    /** Runs {@code perfhint run} on a new terminal and types Ctrl-C when the program has written enough since. */
    private Done interrupted(List<String> target) throws Exception {
        Assumptions.assumeTrue(Files.isExecutable(SCRIPT), "no script(1)");
        Assumptions.assumeTrue(canHear(), "no env(1) with --default-signal");
        List<String> command = new ArrayList<>(List.of(JAVA, "-cp", CLASS_PATH, Main.class.getName(), "run"));
        command.addAll(target);
        List<String> script = new ArrayList<>(HEARING);
        // without exec the shell that script(1) chooses stays, and may say the signal instead of perfhint's exit code
        script.addAll(List.of(SCRIPT.toString(), "-qec", "exec "
                + command.stream().map(word -> "'" + word + "'").collect(Collectors.joining(" ")), "/dev/null"));
        Process terminal = new ProcessBuilder(script)
                .directory(directory.toFile()).redirectErrorStream(true)
                .redirectOutput(directory.resolve("screen").toFile()).start();
        Path file = directory.resolve("out.bin");
        while (terminal.isAlive() && !isRecording(target)) {
            Thread.sleep(50);
        }
        long before = Files.exists(file) ? Files.size(file) : 0;
        while (terminal.isAlive() && (!Files.exists(file) || Files.size(file) < before + ENOUGH_BYTES)) {
            Thread.sleep(50);
        }
        terminal.getOutputStream().write(CTRL_C.getBytes(StandardCharsets.US_ASCII));
        terminal.getOutputStream().flush();
        return new Done(terminal.waitFor(), Files.readString(directory.resolve("screen")));
    }

    private static boolean canHear() throws Exception {
        List<String> command = new ArrayList<>(HEARING);
        command.add("true");
        return Files.isExecutable(Path.of(HEARING.get(0))) && new ProcessBuilder(command).start().waitFor() == 0;
    }

    private boolean isRecording(List<String> target) throws IOException {
        return target.get(0).equals("--") || Files.readString(directory.resolve("screen")).contains("perfhint: recording ");
    }

    private void showsFindingsAndPage(Done done) throws IOException {
        assertThat(done.output()).contains("[unbuffered-file-write]").containsPattern("page: file:///\\S+\\.html");
        try (Stream<Path> files = Files.list(directory)) {
            List<Path> written = files.filter(file -> file.toString().matches(".*\\.(jfr|html)")).toList();
            assertThat(written).hasSize(2).allSatisfy(file -> assertThat(file).isNotEmptyFile());
        }
    }

    @Test
    void showsWhatWasRecordedOfACommand() throws Exception {
        List<String> target = new ArrayList<>(List.of("--"));
        target.addAll(program());
        Done done = interrupted(target);
        showsFindingsAndPage(done);
        assertThat(done.code()).as(done.output()).isEqualTo(130);
    }

    @Test
    void showsWhatWasRecordedOfARunningJvmAndLeavesItRunning() throws Exception {
        Process program = new ProcessBuilder(program()).redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
        try {
            // a JVM that has not started yet lets no tools attach
            while (program.isAlive() && !Files.exists(directory.resolve("out.bin"))) {
                Thread.sleep(50);
            }
            Done done = interrupted(List.of("--engine", "ctimer", "--interval", "2ms", Long.toString(program.pid())));
            showsFindingsAndPage(done);
            assertThat(done.code()).as(done.output()).isZero();
            assertThat(program.isAlive()).isTrue();
        } finally {
            program.destroyForcibly();
        }
    }
}
