package dev.perfhint.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The head of a report: what it costs, what can be gained, what to type next. */
class SummaryTest {
    @Test
    void saysWhatTheFixesSaveTogetherAndWhatToTypeNext() {
        String out = Invocation.of("analyze", "--verbose", Example.CPU, "--source", Example.SOURCE).out();
        assertThat(out.lines().limit(5)).containsSequence(
                "wall time: 11.98 s recorded",
                "fixes: 1 safe, 1 unsafe together 87.3 to 100.0 % of all CPU",
                "next: perfhint analyze --verbose " + Example.CPU + " --source " + Example.SOURCE + " --fix");
        assertThat(Invocation.of("analyze", "--verbose", Example.CPU).out())
                .contains("next: perfhint analyze --verbose " + Example.CPU + " --source DIR looks for the lines to change\n");
    }

    /** With the filters that were typed, or the fix would be of other findings than those shown; without where it went. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "analyze CPU --source SRC --ignore flush-per-record --color never | perfhint analyze CPU --source SRC --ignore flush-per-record",
        "--color never analyze --to=9s -o REPORT --source SRC CPU --explain-fix | perfhint analyze --to=9s --source SRC CPU",
        "CPU --source SRC --output=text=REPORT --thread=. -- CPU | perfhint analyze CPU --source SRC --thread=. CPU",
    })
    void repeatsWhatWasTyped(String typed, String next, @TempDir Path directory) throws IOException {
        Path report = directory.resolve("report.txt");
        Invocation run = Invocation.of(typed.replace("CPU", Example.CPU).replace("SRC", Example.SOURCE).replace("REPORT", report.toString()).split(" "));
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(typed.contains("REPORT") ? Files.readString(report) : run.out())
                .contains("\nnext: " + next.replace("CPU", Example.CPU).replace("SRC", Example.SOURCE) + " --fix");
    }

    /** Sources of another program have no line to change, and have none when the command is typed again. */
    @Test
    void namesNoCommandThatWasJustTyped(@TempDir Path directory) throws IOException {
        Files.writeString(directory.resolve("Other.java"), "class Other { void f() { } }\n");
        Invocation run = Invocation.of("analyze", Example.CPU, "--source", directory.toString());
        assertThat(run.out()).contains("next: perfhint explain unbuffered-file-write\n");
        assertThat(run.err()).containsOnlyOnce("--source").contains("none of the classes that the findings name is in the sources");
        assertThat(Invocation.of("analyze", Example.CPU, "--source", Example.SOURCE).err()).doesNotContain("none of the classes");
        assertThat(Invocation.of("analyze", Example.CPU).out())
                .contains("next: perfhint analyze " + Example.CPU + " --source DIR (finds the lines to change)\n");
    }

    @Test
    void namesTheGainOfAFindingFirst() {
        List<String> lines = Invocation.of("analyze", "--verbose", Example.CPU).out().lines().filter(line -> line.startsWith("    note: ")).toList();
        assertThat(lines.get(0)).contains("removing it saves 74.5 to 84.4 % of the system CPU");
        assertThat(lines.get(1)).startsWith("    note: 83.6 % ± 1.2 of system CPU");
    }

    @Test
    void saysThatThereAreTooFewSamples() {
        assertThat(Invocation.of("analyze", "--verbose", Example.CPU, "--to", "20ms").out())
                .containsPattern("too few samples: \\d+ of system CPU, 20 needed: record with --interval 1ms");
    }

    /** Its samples come with the kernel's tick. */
    @ParameterizedTest
    @ValueSource(strings = {"20ms", "100ms"})
    void advisesNoFinerIntervalOfCtimer(String to) {
        assertThat(Invocation.of("analyze", "--verbose", Example.CTIMER, "--to", to).out())
                .containsPattern("record longer, several runs, or with --engine perf --interval 1ms|record .* in one or several runs")
                .doesNotContain("record with --interval");
    }

    @Test
    void saysInOneLineThatLittleIsToBeGained() {
        List<String> lines = Invocation.of("analyze", "--verbose", Path.of(Example.CPU).resolveSibling("patched-cpu.jfr").toString()).out().lines().toList();
        assertThat(lines).contains("negligible: all system CPU is 4.4 % of all CPU").hasSizeLessThan(15);
        assertThat(lines).noneMatch(line -> line.contains("note:"));
    }

    @Test
    void isGreenOnlyWhereTheSystemCpuIsExplained(@TempDir Path directory) throws IOException {
        Path unknown = Files.writeString(directory.resolve("bpf.collapsed"),
                "app/Main.run_[j];entry_SYSCALL_64_after_hwframe_[k];__x64_sys_bpf_[k] 95\napp/Main.run_[j] 5\n");
        assertThat(Invocation.of("analyze", "--verbose", unknown.toString(), "--color", "always").out())
                .contains("\u001b[33;1mno findings\u001b[m: of the system CPU, 0.0 % shows no known pattern")
                .contains("100.0 % is not judged");
        Path explained = Path.of(Example.CPU).resolveSibling("patched-cpu.jfr");
        assertThat(Invocation.of("analyze", "--verbose", explained.toString(), "--color", "always").out()).contains("\u001b[32mno findings\u001b[m: ");
    }

    @Test
    void showsNoChangeWhereOnlyASentenceIsOffered() {
        String out = Invocation.of("analyze", "--verbose", "../fixtures/recordings/rules/file-metadata-storm/positives-17.jfr.gz",
                "--source", "../fixtures/programs/file-metadata-storm/positives").out();
        assertThat(out).contains("(display: not applied)", "      see 'perfhint explain file-metadata-storm'")
                .doesNotContain("    - if (Files.exists(missing)) {", "    + // ");
    }

    @Test
    void coloursTheLabelsOfEachFinding() {
        String out = Invocation.of("analyze", "--verbose", Example.CPU, "--source", Example.SOURCE, "--color", "always").out();
        assertThat(out).contains("    \u001b[36mnote:\u001b[m severity high", "    \u001b[32mfix:\u001b[m wrap the FileOutputStream");
        assertThat(out.replaceAll("\u001b\\[[0-9;]*m", "")).isEqualTo(Invocation.of("analyze", "--verbose", Example.CPU, "--source", Example.SOURCE).out());
    }

    @Test
    void wrapsOnATerminalOnly() {
        Map<String, String> narrow = Map.of("perfhint.stdout.columns", "80");
        String out = Invocation.with(Map.of(), narrow, "analyze", "--verbose", Example.CPU, "--source", Example.SOURCE, "--color", "never").out();
        assertThat(out.lines().filter(line -> !line.startsWith("    at ") && !line.startsWith("next: ") && !line.matches("/.*:\\d+:\\d+: .*|\\S+/.*| +/.*")))
                .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
        assertThat(Invocation.of("analyze", "--verbose", Example.CPU, "--source", Example.SOURCE).out().lines())
                .anyMatch(line -> line.startsWith("      review: ") && line.length() > 100);
    }
}
