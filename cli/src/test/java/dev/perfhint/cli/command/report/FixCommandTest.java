package dev.perfhint.cli.command.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.cli.command.Invocation;
import dev.perfhint.cli.verify.AgentOfTests;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** {@code perfhint fix} from a program to a verified patch, on programs that are compiled and run. */
@EnabledOnOs(value = OS.LINUX, disabledReason = "counts come from /proc/PID/io")
class FixCommandTest {
    private static final Path EXAMPLE = Path.of("../fixtures/worked-example").toAbsolutePath().normalize();
    private static final String JAVA = Path.of(System.getProperty("java.home"), "bin", "java").toString();

    @TempDir
    private Path directory;

    @BeforeEach
    void useTheAgent() {
        AgentOfTests.use();
    }

    @Test
    void writesAVerifiedPatchOfTheWorkedExample() throws Exception {
        copy(EXAMPLE, directory, "app", "lib", "build.sh");
        shell("PATH=" + Path.of(JAVA).getParent() + ":$PATH ./build.sh out && mkdir data");
        List<String> before = listing();
        Invocation run = fix("--runs", "2", "--", JAVA, "-jar", "out/export.jar", "data", "6000");
        assertThat(run.code()).as(run.err() + run.out()).isZero();
        assertThat(run.out()).startsWith("2 of 2 fixes verified: CPU time ")
                .containsPattern("fix 1 +app/src/org/example/export/ExtOutputStream.java:13 .*verified: ")
                .containsPattern("fix 2 +app/src/org/example/export/Export.java:20 .*verified: ")
                .contains("compared: exit code, standard output, standard error, data/ledger.dat, data/report.txt\n")
                .contains("perfhint.patch: 2 fixes in 2 files; apply with: git -C ");
        assertThat(run.err()).contains("1 recorded and 1 observed run, then 2 without and 2 with the fixes", "perfhint: not isolated: ");
        List<String> after = listing();
        assertThat(after).containsAll(before).hasSize(before.size() + 1).anyMatch(name -> name.endsWith("/perfhint.patch"));
        shell(run.out().lines().filter(line -> line.contains("apply with: ")).findFirst().orElseThrow()
                .replaceFirst(".*apply with: ", ""));
        assertThat(directory.resolve("app/src/org/example/export/ExtOutputStream.java")).content()
                .contains("new BufferedOutputStream(new FileOutputStream(fileName))");
    }

    @Test
    void appliesWhatPassesAndLeavesAProgramWithoutFixesAlone() throws Exception {
        copy(EXAMPLE, directory, "app", "lib", "build.sh");
        shell("PATH=" + Path.of(JAVA).getParent() + ":$PATH ./build.sh out && mkdir data");
        String[] command = {"--runs", "1", "--apply", "--", JAVA, "-cp", "out:lib/textformat-1.0.jar",
            "org.example.export.Export", "data", "6000"};
        Invocation run = fix(command);
        assertThat(run.code()).as(run.err() + run.out()).isZero();
        assertThat(run.out()).contains("applied 2 fixes in 2 files\n");
        assertThat(directory.resolve("perfhint.patch")).doesNotExist();
        shell("PATH=" + Path.of(JAVA).getParent() + ":$PATH ./build.sh out");
        Invocation again = fix(command);
        assertThat(again.code()).as(again.err() + again.out()).isZero();
        assertThat(again.out()).startsWith("no fix to try: ");
    }

    @Test
    void namesWhatCannotBeRecorded() {
        Invocation run = fix("--", "sh", "-c", "exit 0");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).endsWith("perfhint: sh: left no recording: it starts no JVM, or one that does not take"
                + " JAVA_TOOL_OPTIONS\n");
        Invocation fails = fix("--", "sh", "-c", "echo broken >&2; exit 4");
        assertThat(fails.code()).isEqualTo(2);
        assertThat(fails.err()).contains("broken\n", "the unpatched program fails (exit code 4)");
        assertThat(fix("--tree", "elsewhere", "--", "true").err()).contains("--tree elsewhere: is not this directory");
    }

    private Invocation fix(String... arguments) {
        List<String> all = new ArrayList<>(List.of("fix"));
        all.addAll(List.of(arguments));
        return Invocation.with(Map.of(), Map.of("user.dir", directory.toString()), all.toArray(String[]::new));
    }

    private List<String> listing() throws IOException {
        try (Stream<Path> all = Files.walk(directory)) {
            return all.map(Path::toString).sorted().toList();
        }
    }

    private void shell(String line) throws Exception {
        Process shell = new ProcessBuilder("sh", "-c", line).directory(directory.toFile()).redirectErrorStream(true).start();
        String output = new String(shell.getInputStream().readAllBytes());
        assertThat(shell.waitFor()).as(output).isZero();
    }

    private static void copy(Path from, Path to, String... names) throws IOException {
        for (String name : names) {
            try (Stream<Path> files = Files.walk(from.resolve(name))) {
                for (Path file : files.toList()) {
                    Files.copy(file, to.resolve(from.relativize(file)));
                }
            }
        }
    }
}
