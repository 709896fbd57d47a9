package dev.perfhint.cli.command.option;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.cli.command.Example;
import dev.perfhint.cli.command.Invocation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code --fix}, {@code --patch}, {@code --apply} and {@code --unsafe-fixes} do with the worked example. */
class FixOptionsTest {
    private static final String STREAM = "src/org/example/export/ExtOutputStream.java";

    @TempDir
    private Path directory;

    private Path tree;
    private Path patch;

    @BeforeEach
    void copySources() throws IOException, InterruptedException {
        tree = directory.resolve("tree");
        patch = directory.resolve("out.patch");
        Path from = Path.of(Example.SOURCE);
        try (Stream<Path> paths = Files.walk(from)) {
            for (Path path : paths.toList()) {
                Path to = tree.resolve(from.relativize(path).toString());
                if (Files.isDirectory(path)) {
                    Files.createDirectories(to);
                } else {
                    Files.copy(path, to);
                }
            }
        }
        assertThat(git("init", "-q")).isZero();
    }

    @Test
    void writesAPatchThatGitAppliesToTheSameBytes() throws Exception {
        String before = Files.readString(tree.resolve(STREAM));
        Invocation run = fix("--fix", "--patch", patch.toString());
        assertThat(run.code()).isZero();
        assertThat(run.err()).contains("perfhint: wrote " + patch + ": 2 fixes in 2 files");
        assertThat(Files.readString(tree.resolve(STREAM))).isEqualTo(before);
        assertThat(git("apply", patch.toString())).isZero();
        String patched = Files.readString(tree.resolve(STREAM));
        assertThat(patched).contains("writer = new BufferedOutputStream(new FileOutputStream(fileName));");

        Files.writeString(tree.resolve(STREAM), before);
        assertThat(git("apply", "-R", "--include=*/Export.java", patch.toString())).isZero();
        assertThat(fix("--apply", "--unsafe-fixes").err()).contains("perfhint: applied 2 fixes in 2 files: ");
        assertThat(Files.readString(tree.resolve(STREAM))).isEqualTo(patched);
    }

    @Test
    void findsNothingMoreToChangeAfterwards() throws Exception {
        fix("--apply", "--unsafe-fixes");
        String patched = Files.readString(tree.resolve(STREAM));
        assertThat(fix("--apply", "--unsafe-fixes").err()).contains("nothing applied");
        assertThat(Files.readString(tree.resolve(STREAM))).isEqualTo(patched);
    }

    @Test
    void writesUnsafeFixesUnlessToldNotTo() throws Exception {
        Invocation run = fix("--fix", "--safe-only", "--patch", patch.toString());
        assertThat(run.code()).isZero();
        assertThat(run.err()).contains("no patch written: 2 fixes are not safe (see the report); --fix without --safe-only writes them");
        assertThat(patch).doesNotExist();
        assertThat(run.out()).contains("   unsafe fix (saves about ").contains("   review: ");

        assertThat(fix("--fix", "--patch", patch.toString()).err()).contains(": 2 fixes in 2 files");
        assertThat(fix("--fix", "--patch", patch.toString(), "--quiet").out().lines().skip(1))
                .hasSize(2).allMatch(line -> line.contains(", unsafe fix in the patch: review "));
        assertThat(fix("--fix", "--safe-only", "--quiet").out()).doesNotContain("in the patch");
        byte[] both = Files.readAllBytes(patch);
        fix("--fix", "--unsafe-fixes", "--patch", patch.toString());
        assertThat(patch).hasBinaryContent(both);
    }

    @Test
    void appliesUnsafeFixesOnlyWhenAskedOrVerified() throws Exception {
        Invocation run = fix("--apply");
        assertThat(run.err()).contains("nothing applied: 2 fixes are not safe (see the report); --verify-run applies what passes a run");
        run = fix("--apply", "--verify-run", "dd if=/dev/zero of=out bs=1 count=500 status=none", "--verify-build", "true");
        assertThat(run.err()).contains("applied 2 fixes in 2 files: ");
    }

    @Test
    void printsThePatchAloneOnStandardOutput() {
        Invocation run = fix("--fix", "--unsafe-fixes", "--patch", "-");
        assertThat(run.out()).startsWith("# perfhint: ").contains("diff --git a/src/org/example/export/Export.java");
        assertThat(run.out()).doesNotContain("system time");
        assertThat(run.err()).contains("Export: 2 changes would save ");
    }

    @Test
    void refusesWhatDoesNotGoTogether() {
        assertRefused("need sources", "analyze", Example.CPU, "--fix");
        assertRefused("--patch needs --fix", "analyze", Example.CPU, "--patch", patch.toString());
        assertRefused("--unsafe-fixes needs --fix", "analyze", Example.CPU, "--unsafe-fixes");
        assertRefused("--safe-only excludes --unsafe-fixes",
                "analyze", Example.CPU, "--source", tree.toString(), "--fix", "--safe-only", "--unsafe-fixes");
        assertRefused("--verify-run needs --fix or --apply", "analyze", Example.CPU, "--verify-run", "true");
        assertRefused("--verify-run is missing", "analyze", Example.CPU, "--source", tree.toString(), "--fix",
                "--verify-build", "true");
        assertRefused("--apply excludes --patch",
                "analyze", Example.CPU, "--source", tree.toString(), "--apply", "--patch", "x");
        assertRefused("both go to standard output", "analyze", Example.CPU, "--source", tree.toString(), "--fix",
                "--patch", "-", "--format", "json");
    }

    @Test
    void refusesAnUnwritablePatchBeforeReading() {
        assertRefused("there is no directory", "analyze", "nope.jfr", "--source", tree.toString(), "--fix",
                "--patch", directory.resolve("no/such/dir/x.patch").toString());
    }

    @Test
    void failsOnFindingsOfThatSeverityOrWorse() {
        assertThat(Invocation.of("analyze", Example.CPU, "--fail-on", "high").code()).isEqualTo(1);
        assertThat(Invocation.of("analyze", Example.JFR, "--fail-on", "high").code()).isZero();
        assertThat(Invocation.of("analyze", Example.JFR, "--fail-on", "medium").code()).isEqualTo(1);
        assertThat(Invocation.of("analyze", Example.CPU, "--ignore", "unbuffered-file-write", "--fail-on", "info").code()).isZero();
    }

    @Test
    void appliesOnlyTheFixesThatPassTheRuns() throws Exception {
        Path json = directory.resolve("report.json");
        Invocation run = fix("--apply", "--verify-run",
                "dd if=/dev/zero of=out bs=1 count=500 status=none; grep -c BufferedOutputStream src/*/*/*/Export.java",
                "--verify-build", "test -d src", "--verify-output", "out", "-o", json.toString(), "--format", "json");
        assertThat(run.code()).as(run.err()).isEqualTo(2);
        assertThat(run.err()).contains("the unpatched program fails (exit code 1)");

        run = fix("--apply", "--unsafe-fixes", "--verify-run",
                "dd if=/dev/zero of=out bs=1 count=500 status=none; ! grep -q BufferedOutputStream src/*/*/*/Export.java",
                "--verify-build", "true", "--verify-output", "out", "-o", json.toString(), "--format", "json");
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.err()).contains("Export.java:").contains("exit code 0 → 1").contains("applied 1 fix in 1 file");
        assertThat(tree.resolve("src/org/example/export/Export.java")).content()
                .doesNotContain("BufferedOutputStream");
        assertThat(tree.resolve(STREAM)).content().contains("new BufferedOutputStream(");
        assertThat(json).content().contains("\"difference\": \"exit code 0 → 1\"", "\"outputsEqual\": true",
                "\"callsAfter\": null");
    }

    @Test
    void writesThePatchOfWhatPassesWithItsCounts() throws Exception {
        Invocation run = fix("--fix", "--unsafe-fixes", "--patch", patch.toString(), "--verify-run",
                "dd if=/dev/zero of=out bs=1 count=500 status=none", "--verify-build", "true", "--verify-output", "out");
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(patch).content().startsWith("# perfhint verify: ")
                .contains("# perfhint verify: verdict: not better: ");
        assertThat(git("apply", patch.toString())).isZero();
    }

    private Invocation fix(String... options) {
        String[] args = Arrays.copyOf(new String[] {"analyze", Example.CPU, "--source", tree.toString()}, 4 + options.length);
        System.arraycopy(options, 0, args, 4, options.length);
        return Invocation.of(args);
    }

    private static void assertRefused(String what, String... args) {
        Invocation run = Invocation.of(args);
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err().lines()).hasSize(1);
        assertThat(run.err()).contains(what);
    }

    private int git(String... args) throws IOException, InterruptedException {
        String[] command = Arrays.copyOf(new String[] {"git", "-C", tree.toString()}, 3 + args.length);
        System.arraycopy(args, 0, command, 3, args.length);
        return new ProcessBuilder(command).inheritIO().start().waitFor();
    }
}
