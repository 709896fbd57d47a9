package dev.perfhint.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What every command prints of real recordings: never wider than the terminal, and shortened nowhere else. */
class TerminalWidthTest {
    private static final String RECORDINGS = "../fixtures/recordings/";
    /** What consoles link and what is copied stays whole, and so does a word that is wider than the terminal. */
    private static final Pattern WHOLE = Pattern.compile("    at .*|next: .*|\\s+[+-] .*|\\|.*|\\S+:\\d+(:\\d+)?: .*|\\s*\\S+");

    private static Invocation run(Map<String, String> properties, String commandLine) {
        String[] words = commandLine.replace("EXAMPLE", Example.CPU).replace("ESTIMATE", Example.JFR).replace("APP", Example.SOURCE)
                .replace("PATCHED", Example.CPU.replace("cpu.jfr", "patched-cpu.jfr")).replace("RECORDINGS/", RECORDINGS).split(" ");
        Invocation run = Invocation.with(Map.of(), properties, words);
        assertThat(run.code()).as(run.err()).isZero();
        return run;
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "analyze EXAMPLE", "analyze EXAMPLE --source APP --explain-fix", "analyze ESTIMATE", "analyze RECORDINGS/async-profiler-4.6/cpu-sockets.jfr",
        "analyze RECORDINGS/jfr-17/io-exact.jfr", "hotspots EXAMPLE", "hotspots ESTIMATE --by inclusive",
        "hotspots RECORDINGS/async-profiler-4.6/cpu-sockets.jfr --native --top 200", "hotspots EXAMPLE --cause file-write",
        "callers EXAMPLE FileOutputStream.write", "callees EXAMPLE org.example.export.Export.main",
        "callers RECORDINGS/async-profiler-4.6/cpu-sockets.jfr do_syscall_64 --native", "compare EXAMPLE PATCHED",
        "compare EXAMPLE PATCHED --work-before 1 --work-after 5", "scaling 1=EXAMPLE 2=PATCHED",
        "latency RECORDINGS/jfr-17/io-exact.jfr", "latency RECORDINGS/jfr-17/io-exact.jfr --operation jdk.FileWrite",
        "rules", "explain thread-handoff", "config show --no-config", "doctor"
    })
    void keepsToTheTerminal(String commandLine) {
        for (int columns : List.of(80, 200)) {
            String out = run(Map.of("perfhint.stdout.columns", "" + columns), commandLine + " --color never").out();
            assertThat(out.lines()).as("%d columns", columns).filteredOn(line -> !WHOLE.matcher(line).matches())
                    .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(columns));
        }
        assertThat(run(Map.of(), commandLine).out()).doesNotContain("\u2026");
    }
}
