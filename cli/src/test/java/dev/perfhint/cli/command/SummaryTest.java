package dev.perfhint.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The head of a report: what it costs, what can be gained, what to type next. */
class SummaryTest {
    @Test
    void saysWhatTheFixesSaveTogetherAndWhatToTypeNext() {
        String out = Invocation.of("analyze", Example.CPU, "--source", Example.SOURCE).out();
        assertThat(out.lines().limit(5)).containsSequence(
                "wall time: 11.98 s recorded",
                "fixes: 2 unsafe; together they save 66.0 to 73.4 % of all CPU",
                "next: perfhint analyze " + Example.CPU + " --source " + Example.SOURCE + " --fix --unsafe-fixes");
        assertThat(Invocation.of("analyze", Example.CPU).out())
                .contains("next: perfhint analyze " + Example.CPU + " --source DIR looks for the lines to change\n");
    }

    @Test
    void namesTheGainOfAFindingFirst() {
        List<String> lines = Invocation.of("analyze", Example.CPU).out().lines().filter(line -> line.startsWith("    note: ")).toList();
        assertThat(lines.get(0)).contains("removing it saves 75.2 to 83.6 % of the system CPU");
        assertThat(lines.get(1)).startsWith("    note: 83.6 % ± 1.2 of system CPU");
    }

    @Test
    void saysThatThereAreTooFewSamples() {
        assertThat(Invocation.of("analyze", Example.CPU, "--to", "20ms").out())
                .containsPattern("too few samples: \\d+ of system CPU, 20 needed: record longer or with --interval 1ms");
    }

    @Test
    void wrapsOnATerminalOnly() {
        Map<String, String> narrow = Map.of("perfhint.stdout.columns", "80");
        String out = Invocation.with(Map.of(), narrow, "analyze", Example.CPU, "--source", Example.SOURCE, "--color", "never").out();
        assertThat(out.lines().filter(line -> !line.startsWith("    at ") && !line.startsWith("next: ") && !line.matches("/.*:\\d+:\\d+: .*|\\S+/.*| +/.*")))
                .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
        assertThat(Invocation.of("analyze", Example.CPU, "--source", Example.SOURCE).out().lines())
                .anyMatch(line -> line.startsWith("      because: ") && line.length() > 100);
    }
}
