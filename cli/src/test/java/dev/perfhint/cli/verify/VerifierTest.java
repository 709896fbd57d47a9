package dev.perfhint.cli.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.perfhint.cli.CliException;
import dev.perfhint.cli.output.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Runs real patches on a shell program that copies a file with dd, whose system calls are known: two for each block. */
@EnabledOnOs(value = OS.LINUX, disabledReason = "counts come from /proc/PID/io")
class VerifierTest {
    private static final int BYTES = 5000;

    @TempDir
    private Path tree;

    @TempDir
    private Path elsewhere;

    private final ByteArrayOutputStream messages = new ByteArrayOutputStream();

    @BeforeEach
    void writeProgram() throws IOException {
        Files.write(tree.resolve("in"), new byte[BYTES]);
        Files.writeString(tree.resolve("run.sh"), "dd if=in of=out bs=1 status=none\necho done\n");
    }

    @Test
    void callsALargerBlockSizeBetter() throws Exception {
        Verification verification = verify(patch("dd if=in of=out bs=1 status=none", "dd if=in of=out bs=4096 status=none"));
        assertThat(verification.verdict()).isEqualTo(Verification.Verdict.BETTER);
        Stats[] writes = verification.measures().get(Run.Measure.WRITE_CALLS);
        assertThat(writes[0].median() - writes[1].median()).isEqualTo(BYTES - 2);
        assertThat(VerificationText.lines(verification)).last().asString()
                .startsWith("verdict: better: ").contains(" fewer ").endsWith(", no difference in what was compared");
    }

    @Test
    void callsAnIneffectivePatchNotBetter() throws Exception {
        Verification verification = verify(patch("echo done", "echo 'do'ne"));
        assertThat(verification.verdict()).isEqualTo(Verification.Verdict.NOT_BETTER);
    }

    @Test
    void findsLostBytesInAListedFile() throws Exception {
        Verification verification =
                verify(patch("dd if=in of=out bs=1 status=none", "dd if=in of=out bs=4096 count=1 status=none"));
        assertThat(verification.verdict()).isEqualTo(Verification.Verdict.OUTPUT_DIFFERS);
        assertThat(verification.differences()).containsExactly("out 5000 bytes → 4096 bytes");
    }

    @Test
    void findsAChangedExitCode() throws Exception {
        Verification verification = verify(patch("echo done", "echo done; exit 3"));
        assertThat(verification.differences()).containsExactly("exit code 0 → 3");
    }

    @Test
    void showsProgressAndCallsAPatchedProgramThatDoesNotEndAHang() throws Exception {
        Verification verification = verify(patch("echo done", "echo done; sleep 60"));
        assertThat(verification.verdict()).isEqualTo(Verification.Verdict.HANGS);
        assertThat(messages.toString(StandardCharsets.UTF_8))
                .startsWith("\r\u001b[Kperfhint: run 2, with the patch, 1 s\r\u001b[K").endsWith("s\r\u001b[K");
    }

    @Test
    void leavesOutWhatDiffersWithoutThePatch() throws Exception {
        Files.writeString(tree.resolve("run.sh"), "dd if=in of=out bs=1 status=none\necho $$ >> done; cat done\n");
        Verification verification = verify(patch("bs=1 ", "bs=4096 "));
        assertThat(verification.verdict()).isEqualTo(Verification.Verdict.BETTER);
        assertThat(VerificationText.lines(verification))
                .contains("not compared, differs without the patch: standard output, done");
    }

    @Test
    void comparesTheLengthOfAFileWhoseContentDiffersWithoutThePatch() throws Exception {
        Files.writeString(tree.resolve("run.sh"), "dd if=in of=out bs=1 status=none\nhead -c 3000 /dev/urandom > noise\necho $$ > pid\n");
        Verification same = verify(patch("bs=1 ", "bs=4096 "));
        assertThat(VerificationText.lines(same))
                .contains("not compared, differs without the patch: noise, pid; compared by length alone: 1 file")
                .last().asString().endsWith(", no difference in what was compared, 2 files were not");
        Verification shorter = verify(patch("-c 3000", "-c 2999"));
        assertThat(shorter.differences()).containsExactly("noise 3000 bytes → 2999 bytes");
        assertThat(verify(patch("echo $$", "echo 1234567890123")).differences()).isEmpty();
    }

    @Test
    void refusesToCompareAProgramThatNeverPutsOutTheSame() throws Exception {
        Files.writeString(tree.resolve("run.sh"), "dd if=in of=out bs=1 status=none\necho $$ | tee out\n");
        Verification verification = verify(patch("bs=1 ", "bs=4096 "));
        assertThat(verification.verdict()).isEqualTo(Verification.Verdict.NOT_COMPARABLE);
        assertThat(VerificationText.verdict(verification)).contains("standard output, out");
    }

    @Test
    void comparesTestsOneByOneAndLeavesOutFlakyOnes() throws Exception {
        Files.writeString(tree.resolve("run.sh"), """
                mkdir -p reports; echo $$; size=1
                printf '<testsuite><testcase classname="a.T" name="steady" time="%s"/>' $$ > reports/TEST-a.xml
                printf '<testcase classname="a.T" name="flaky">' >> reports/TEST-a.xml
                if [ -e ../second ]; then printf '<failure/>' >> reports/TEST-a.xml; fi; touch ../second
                printf '</testcase></testsuite>' >> reports/TEST-a.xml
                exit 1
                """);
        VerifyOptions options = new VerifyOptions(tree, Path.of(""), "sh run.sh", Optional.empty(), List.of(),
                Optional.of(Path.of("reports")), 2, Duration.ofSeconds(20), false);
        Verification verification = verify(options, patch("name=\"steady\" time=\"%s\"/>'",
                "name=\"steady\" time=\"%s\"><error/></testcase>'"));
        assertThat(verification.differences()).containsExactly("a.T.steady passed → error");
        assertThat(verification.comparison().unstable()).containsExactly("a.T.flaky");
    }

    @Test
    void leavesTheTreeAlone() throws Exception {
        verify(patch("bs=1 ", "bs=4096 "));
        try (var files = Files.list(tree)) {
            assertThat(files.map(file -> file.getFileName().toString())).containsExactlyInAnyOrder("in", "run.sh");
        }
        assertThat(tree.resolve("run.sh")).content().contains("bs=1 ");
    }

    @Test
    void namesAPatchThatDoesNotApply() throws Exception {
        Path patch = patch("bs=1", "bs=4096");
        Files.writeString(tree.resolve("run.sh"), "something else\n");
        assertThatThrownBy(() -> verify(patch)).isInstanceOf(CliException.class).hasMessageContaining("does not apply");
    }

    @Test
    void annotatesThePatchOnceAndItStillApplies() throws Exception {
        Path patch = patch("bs=1 ", "bs=4096 ");
        String diff = Files.readString(patch);
        List<String> lines = VerificationText.lines(verify(patch));
        PatchAnnotation.write(patch, List.of("an earlier result"));
        PatchAnnotation.write(patch, lines);
        assertThat(patch).content().endsWith(diff).startsWith("# perfhint verify: ").doesNotContain("an earlier result");
        assertThat(verify(patch).verdict()).isEqualTo(Verification.Verdict.BETTER);
    }

    @Test
    void reportsEachRunInAPipe() throws Exception {
        VerifyOptions options = new VerifyOptions(tree, Path.of(""), "sh run.sh", Optional.empty(), List.of(),
                Optional.empty(), 2, Duration.ofSeconds(20), false);
        new Verifier(options, new PrintStream(messages, true), new Terminal(0, false, false, false, ""))
                .run(patch("bs=1 ", "bs=4096 "));
        assertThat(messages.toString(StandardCharsets.UTF_8).lines()).hasSize(4)
                .allMatch(line -> line.matches("perfhint: run [1-4], with(out)? the patch: \\d+\\.\\d s"));
    }

    @Test
    void readsStracesTable() {
        assertThat(Strace.parse("""
                % time     seconds  usecs/call     calls    errors syscall
                ------ ----------- ----------- --------- --------- ----------------
                 61.10    0.011111           1      5002           write
                 38.90    0.001000           0      5003        12 read
                ------ ----------- ----------- --------- --------- ----------------
                100.00    0.012111           1     10005        12 total
                """)).containsOnly(java.util.Map.entry("write", 5002L), java.util.Map.entry("read", 5003L));
    }

    private Path patch(String before, String after) throws IOException, InterruptedException {
        Path copy = Files.createDirectories(elsewhere.resolve("edited"));
        String script = Files.readString(tree.resolve("run.sh"));
        assertThat(script).contains(before);
        Files.writeString(copy.resolve("run.sh"), script.replace(before, after));
        Path patch = elsewhere.resolve("change.patch");
        Process diff = new ProcessBuilder(
                        "diff", "-u", "--label", "a/run.sh", "--label", "b/run.sh",
                        tree.resolve("run.sh").toString(), copy.resolve("run.sh").toString())
                .redirectOutput(patch.toFile())
                .start();
        assertThat(diff.waitFor()).isEqualTo(1);
        return patch;
    }

    private Verification verify(Path patch) {
        VerifyOptions options = new VerifyOptions(tree, Path.of(""), "sh run.sh", Optional.empty(),
                List.of(Path.of("out")), Optional.empty(), 3, Duration.ofSeconds(5), false);
        return verify(options, patch);
    }

    private Verification verify(VerifyOptions options, Path patch) {
        return new Verifier(options, new PrintStream(messages, true), new Terminal(0, true, false, false, "")).run(patch);
    }
}
