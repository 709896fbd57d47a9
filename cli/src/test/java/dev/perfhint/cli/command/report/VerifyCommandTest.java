package dev.perfhint.cli.command.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.cli.command.Invocation;
import dev.perfhint.cli.command.Main;
import dev.perfhint.cli.command.Signals;
import dev.perfhint.cli.verify.AgentOfTests;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** {@code perfhint verify} from its command line: exit codes, messages, and trees that make it hard. */
@EnabledOnOs(value = OS.LINUX, disabledReason = "counts come from /proc/PID/io")
class VerifyCommandTest {
    private static final String SLOW = "dd if=in of=out bs=1 status=none\n";
    private static final String FAST = "dd if=in of=out bs=4096 status=none\n";

    @TempDir
    private Path directory;

    private Path tree;

    @BeforeEach
    void writeProgram() throws IOException {
        AgentOfTests.use();
        tree = Files.createDirectory(directory.resolve("tree"));
        Files.write(tree.resolve("in"), new byte[3000]);
        Files.writeString(tree.resolve("run.sh"), SLOW);
    }

    private static String hunk(String before, String after) {
        return "diff --git a/run.sh b/run.sh\n--- a/run.sh\n+++ b/run.sh\n@@ -1," + before.lines().count() + " +1," + after.lines().count() + " @@\n"
                + before.lines().map(line -> "-" + line + "\n").reduce("", String::concat)
                + after.lines().map(line -> "+" + line + "\n").reduce("", String::concat);
    }

    private Path patch(String before, String after) throws IOException {
        Files.writeString(tree.resolve("run.sh"), before);
        return Files.writeString(directory.resolve("change.patch"), hunk(before, after));
    }

    private List<String> arguments(Path patch, String... more) {
        List<String> arguments = new ArrayList<>(List.of("verify", "--tree", tree.toString(), "--patch", patch.toString()));
        arguments.addAll(List.of(more));
        Map.of("--runs", "2", "--time-limit", "20s", "--run", "sh run.sh").forEach((option, value) -> {
            if (!arguments.contains(option)) {
                arguments.addAll(List.of(option, value));
            }
        });
        return arguments;
    }

    private Invocation verify(Path patch, String... more) {
        return Invocation.of(arguments(patch, more).toArray(new String[0]));
    }

    private static void refused(Invocation run, String message) {
        assertThat(run.code()).as(run.err()).isEqualTo(2);
        assertThat(run.err().lines().reduce((first, last) -> last).orElse("")).startsWith("perfhint: ").contains(message);
        assertThat(run.out()).isEmpty();
    }

    @Test
    void endsWithZeroOnlyWhereThePatchIsBetter() throws Exception {
        Invocation better = verify(patch(SLOW, FAST), "--output", "out");
        assertThat(better.code()).as(better.err()).isZero();
        assertThat(better.out()).contains("write system calls").contains("of 2 runs without and 2 with the patch, in turn").contains("verdict: better: ");
        assertThat(verify(patch(SLOW, SLOW + "true\n"), "--output", "out").code()).isEqualTo(1);
        Invocation differs = verify(patch(SLOW, FAST + "echo more\n"));
        assertThat(differs.code()).isEqualTo(1);
        assertThat(differs.out()).contains("verdict: output differs: standard output 0 bytes → 5 bytes\n");
    }

    @Test
    void callsARunThatDoesNotEndAHang() throws Exception {
        Invocation hangs = verify(patch(SLOW, FAST + "sleep 60\n"), "--time-limit", "1s");
        assertThat(hangs.code()).isEqualTo(1);
        assertThat(hangs.out()).endsWith("verdict: hangs: with the patch it does not end within 1 s\n");
        Invocation before = verify(patch(SLOW + "sleep 60\n", FAST), "--time-limit", "1s");
        assertThat(before.code()).isEqualTo(1);
        assertThat(before.out()).contains("not comparable: the unpatched program did not end within the time limit");
    }

    @Test
    void annotatesWhateverTheVerdict() throws Exception {
        Path patch = patch(SLOW, FAST + "echo more\n");
        assertThat(verify(patch, "--annotate").code()).isEqualTo(1);
        assertThat(patch).content().startsWith("# perfhint verify: ").contains("# perfhint verify: verdict: output differs: standard output 0 bytes → 5 bytes\ndiff --git");
        patch = patch(SLOW, FAST);
        verify(patch, "--annotate");
        verify(patch, "--annotate");
        assertThat(Files.readString(patch)).containsOnlyOnce("verdict: better").endsWith(hunk(SLOW, FAST));
    }

    @Test
    void saysWhichBuildFails() throws Exception {
        refused(verify(patch(SLOW, FAST), "--build", "grep -q bs=1 run.sh"), "the build fails with the patch (exit code 1): grep -q bs=1 run.sh");
        refused(verify(patch(SLOW, FAST), "--build", "no-such-build"), "the build fails without the patch (exit code 127): no-such-build");
    }

    @Test
    void saysThatTheCommandDoesNotRun() throws Exception {
        Invocation run = verify(patch(SLOW, FAST), "--run", "no-such-command");
        refused(run, "the unpatched program fails (exit code 127), so nothing can be compared: check --run and --build: no-such-command");
        assertThat(run.err()).contains("no-such-command: not found");
    }

    @Test
    void namesAnOutputThatIsMissing() throws Exception {
        refused(verify(patch(SLOW, FAST), "--output", "uot"), "uot: the run without the patch does not write it");
        refused(verify(patch(SLOW, FAST), "--output", "../out"), "../out: is no file below the tree");
        Invocation lost = verify(patch(SLOW, FAST + "rm out\n"), "--output", "out");
        assertThat(lost.code()).isEqualTo(1);
        assertThat(lost.out()).endsWith("verdict: output differs: out 3000 bytes → missing\n");
    }

    @Test
    void doesNotBlameThePatchForOutputThatAlwaysDiffers() throws Exception {
        for (String runs : List.of("1", "2")) {
            Invocation run = verify(patch(SLOW + "echo $$ | tee out\n", FAST + "echo $$ | tee out\n"), "--runs", runs);
            assertThat(run.code()).isEqualTo(1);
            assertThat(run.out()).contains(
                    "verdict: not comparable: differs from run to run without the patch: standard output, out; ");
        }
    }

    @Test
    void comparesEveryFileAndTheLinesThatStayTheSame() throws Exception {
        String more = "echo first; echo $$; echo last; echo $$ | cat > log; mkdir -p deep; echo 1 > deep/x; rm in\n";
        Invocation run = verify(patch(SLOW + more, FAST + more));
        assertThat(run.code()).as(run.err() + run.out()).isZero();
        assertThat(run.out()).contains(
                "identical in all runs: exit code, standard output, standard error, deep/x, in, out\n"
                + "not compared, differs without the patch: log, standard output (1 of 3 lines)\n");
        Invocation other = verify(patch(SLOW + more, FAST + more.replace("last", "lost")));
        assertThat(other.out()).contains("verdict: output differs: standard output ");
        Invocation file = verify(patch(SLOW + more, FAST + more.replace("echo 1 ", "echo 2 ")));
        assertThat(file.out()).contains("verdict: output differs: deep/x differs (2 bytes, line 1)");
    }

    @Test
    void findsEachRunTheStateOfTheTree() throws Exception {
        String counter = "echo x >> in; mv in other; ls > listing; wc -c other >> listing\n";
        Invocation run = verify(patch(SLOW + counter, FAST + counter), "--runs", "3");
        assertThat(run.code()).as(run.err() + run.out()).isZero();
        assertThat(run.out()).contains("identical in all runs: exit code, standard output, standard error, in, listing, other, out\n");
    }

    @Test
    void refusesPatchesThatDoNothing() throws Exception {
        refused(verify(Files.writeString(directory.resolve("empty.patch"), "")), "does not apply: ");
        refused(verify(Files.writeString(directory.resolve("text.patch"), "no diff\n")), "does not apply: ");
        refused(verify(directory.resolve("none.patch")), "none.patch: cannot be read");
        refused(verify(Files.writeString(directory.resolve("other.patch"), hunk(FAST, SLOW))), "does not apply: ");
        refused(verify(Files.writeString(directory.resolve("out.patch"),
                hunk(SLOW, FAST).replace("a/run.sh", "a/../run.sh").replace("b/run.sh", "b/../run.sh"))), "does not apply: ");
    }

    /** A dirty repository with ignored files, a submodule, links into and out of the tree, and a temporary directory inside. */
    @Test
    void copiesTheTreeAsItIs() throws Exception {
        Path patch = patch(SLOW + "cat sub/lib ignored/data linked/data dangling outside\n",
                FAST + "cat sub/lib ignored/data linked/data dangling outside\n");
        Files.writeString(directory.resolve("outside"), "outside");
        Files.createSymbolicLink(tree.resolve("outside"), directory.resolve("outside"));
        Files.createDirectories(tree.resolve("sub"));
        Files.writeString(tree.resolve("sub/.git"), "gitdir: ../.git/modules/sub\n");
        Files.writeString(tree.resolve("sub/lib"), "submodule\n");
        Files.createDirectories(tree.resolve("ignored"));
        Files.writeString(tree.resolve(".gitignore"), "ignored/\n");
        Files.writeString(tree.resolve("ignored/data"), "ignored\n");
        Files.createSymbolicLink(tree.resolve("linked"), tree.resolve("ignored"));
        Files.createSymbolicLink(tree.resolve("dangling"), Path.of("nowhere"));
        assertThat(git("init", "-q") + git("add", "in")).isZero();
        List<String> before = listing();
        Invocation run = verify(patch, "--run", "sh run.sh 2>/dev/null; echo written > linked/new", "--output", "out");
        assertThat(run.code()).as(run.err() + run.out()).isZero();
        assertThat(listing()).isEqualTo(before);
        assertThat(tree.resolve("ignored/data")).hasContent("ignored");
    }

    @Test
    void doesNotCopyItsOwnCopies() throws Exception {
        Path temporary = Files.createDirectory(tree.resolve("tmp"));
        Process process = process(patch(SLOW, FAST), "-Djava.io.tmpdir=" + temporary, System.getenv("PATH"));
        assertThat(process.waitFor()).as(new String(process.getInputStream().readAllBytes())).isZero();
        try (Stream<Path> left = Files.list(temporary)) {
            assertThat(left).isEmpty();
        }
    }

    @Test
    void listsSystemCallsByNameWithStraceAndOnlyWhenAsked() throws Exception {
        Path commands = directory.resolve("commands");
        Files.createDirectory(commands);
        for (String command : List.of("sh", "dd", "cat", "git", "wc")) {
            Path found = Stream.of(System.getenv("PATH").split(File.pathSeparator))
                    .map(place -> Path.of(place, command)).filter(Files::isExecutable).findFirst().orElseThrow();
            Files.createSymbolicLink(commands.resolve(command), found);
        }
        Process without = process(patch(SLOW, FAST), "-Dx=y", commands.toString());
        String output = new String(without.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(without.waitFor()).as(output).isZero();
        assertThat(output).contains("write system calls").doesNotContain("(strace)").contains("verdict: better");
        // a strace that says what the real one would
        Files.writeString(commands.resolve("strace"), """
                #!/bin/sh
                echo '100.00 0.1 1 '$(($(cat run.sh | wc -c) * 100 - 3000))' fdatasync' > "$4"
                """);
        Files.setPosixFilePermissions(commands.resolve("strace"), PosixFilePermissions.fromString("rwxr-xr-x"));
        Process unasked = process(patch(SLOW, FAST), "-Dx=y", commands.toString());
        output = new String(unasked.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(unasked.waitFor()).as(output).isZero();
        assertThat(output).doesNotContain("(strace)");
        Process with = process(patch(SLOW, FAST), "-Dx=y", commands.toString(), "--strace");
        output = new String(with.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(with.waitFor()).as(output).isZero();
        assertThat(output).contains("fdatasync (strace)").contains("verdict: better")
                .containsPattern("with the patch, 1 more of each below strace: at most \\d+ s");
    }

    private Process process(Path patch, String option, String path, String... more) throws IOException {
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1", option, "-cp", System.getProperty("java.class.path"), Main.class.getName()));
        command.addAll(arguments(patch, "--output", "out"));
        command.addAll(List.of(more));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("PATH", path);
        return builder.start();
    }

    private List<String> listing() throws IOException {
        try (Stream<Path> all = Files.walk(tree)) {
            return all.map(Path::toString).filter(name -> !name.contains("/.git/")).sorted().toList();
        }
    }

    private int git(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of("git"));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command).directory(tree.toFile()).inheritIO().start().waitFor();
    }

    @Test
    void refusesAPatchOfSourcesThatNobodyCompiled() throws IOException {
        Files.writeString(tree.resolve("run.sh"), "true\n");
        Files.writeString(tree.resolve("A.java"), "class A {}\n");
        Files.write(tree.resolve("A.class"), new byte[] {1, 2, 3});
        Path patch = Files.writeString(directory.resolve("java.patch"),
                "--- a/A.java\n+++ b/A.java\n@@ -1 +1 @@\n-class A {}\n+final class A {}\n");
        Invocation run = Invocation.of(arguments(patch).toArray(String[]::new));
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("no fix can be tried: the run starts no JVM of Java 17 or newer")
                .endsWith("needs --build COMMAND\n");
        String build = "cp A.java A.class";
        assertThat(Invocation.of(arguments(patch, "--build", build).toArray(String[]::new)).err())
                .doesNotContain("no fix can be tried");
    }

    @Test
    void endsQuietlyOnCtrlC() throws Exception {
        Files.writeString(tree.resolve("run.sh"), "touch " + directory.resolve("started") + "; sleep 30\n");
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path"), Main.class.getName()));
        command.addAll(arguments(Files.writeString(directory.resolve("none.patch"), hunk("x", "y").replace("-x", "-touch "
                + directory.resolve("started") + "; sleep 30").replace("+y", "+true"))));
        File messages = directory.resolve("messages").toFile();
        Process process = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(messages).start();
        for (int i = 0; i < 600 && process.isAlive() && !Files.exists(directory.resolve("started")); i++) {
            Thread.sleep(50);
        }
        if (Signals.areIgnored(process, "INT")) {
            process.destroyForcibly();
            Assumptions.abort("INT is ignored here, as in a background job");
        }
        new ProcessBuilder("kill", "-INT", "" + process.pid()).start().waitFor();
        assertThat(process.waitFor()).isEqualTo(130);
        assertThat(Files.readString(messages.toPath())).isEmpty();
    }
}
