package dev.perfhint.cli.verify;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Verdict, sentence and table of counted runs. */
class VerdictTest {
    private static final Map<Integer, String> ALL_PASS = Map.of();

    private static List<Run> runs(long calls, long all, long... cpu) {
        List<Run> runs = new ArrayList<>();
        for (long millis : cpu) {
            Map<Run.Measure, Long> counts = new EnumMap<>(Map.of(Run.Measure.READ_CALLS, calls / 2,
                    Run.Measure.WRITE_CALLS, calls - calls / 2, Run.Measure.USER_MILLIS, millis / 4,
                    Run.Measure.SYSTEM_MILLIS, millis - millis / 4, Run.Measure.WALL_MILLIS, 1000L));
            if (all > 0) {
                counts.put(Run.Measure.ALL_CALLS, all);
            }
            runs.add(new Run(0, Optional.empty(), counts, Map.of(), false, ""));
        }
        return runs;
    }

    private static Verification verification(List<Run> before, List<Run> after, Map<Integer, String> failed) {
        List<Integer> passed = Stream.of(0, 1).filter(fix -> !failed.containsKey(fix)).toList();
        return new Verification(before, after, Strace.Calls.NONE, Strace.Calls.NONE, List.of("first", "second"), passed,
                failed, Map.of(), new byte[0], Map.of(), before.size() + after.size(), 1000, 0);
    }

    private static String last(Verification verification) {
        List<String> lines = VerificationText.lines(verification);
        return lines.get(lines.size() - 1);
    }

    @Test
    void namesTheCallsOfTheTableAndTheCpu() {
        Verification all = verification(runs(10_000, 12_000, 400, 410, 405), runs(1_100, 1_416, 300, 310, 300), ALL_PASS);
        assertThat(last(all)).isEqualTo("verdict: better: 88 % fewer system calls, user and system CPU -25.9 %,"
                + " no difference in what was compared");
        assertThat(VerificationText.lines(all)).anyMatch(line -> line.matches("all system calls .* -88\\.2 %"));
        assertThat(all.isRecommended()).isTrue();
        assertThat(VerificationText.cpuTime(all)).contains("CPU time 0.41 s → 0.30 s");
        assertThat(last(verification(runs(10_000, 0, 400, 410), runs(1_100, 0, 300, 310), ALL_PASS)))
                .contains("better: 89 % fewer read and write calls, ");
        assertThat(last(verification(runs(1_000, 100_000, 400, 410), runs(100, 99_100, 300, 310), ALL_PASS)))
                .contains("better: 90 % fewer read and write calls, ");
    }

    @Test
    void saysThatFewerCallsDoNotTakeLessCpu() {
        Verification same = verification(runs(10_000, 0, 400, 440, 420), runs(1_000, 0, 430, 425, 410), ALL_PASS);
        assertThat(last(same)).isEqualTo("verdict: better: 90 % fewer read and write calls,"
                + " no measurable change of CPU time, no difference in what was compared");
        assertThat(VerificationText.cpuTime(same)).contains("no measurable change of CPU time");
        Verification more = verification(runs(10_000, 0, 400, 410, 405), runs(1_000, 0, 460, 450, 455), ALL_PASS);
        assertThat(more.isRecommended()).isFalse();
        assertThat(last(more)).isEqualTo("verdict: not better: 90 % fewer read and write calls,"
                + " user and system CPU +12.3 %, no difference in what was compared");
    }

    @Test
    void saysEveryChangeInPercent() {
        List<String> lines = VerificationText.lines(verification(runs(2_000_016, 9_000_000, 400, 410), runs(263, 9_100_000, 600, 610),
                ALL_PASS));
        assertThat(lines).anyMatch(line -> line.matches("write system calls .* -99\\.99 %"))
                .anyMatch(line -> line.matches("all system calls .* \\+1\\.1 %"))
                .anyMatch(line -> line.matches("user CPU, ms .* \\+49\\.5 %")).noneMatch(line -> line.contains("÷"));
    }

    /** Wall times of 39 to 83 s of one program were read as a gain of the patch. */
    @Test
    void givesNoChangeOfWallTimesThatVaryFromRunToRun() {
        List<Run> before = runs(10_000, 0, 400, 410, 405);
        List<Run> after = runs(1_000, 0, 300, 310, 305);
        assertThat(VerificationText.lines(verification(before, after, ALL_PASS))).anyMatch(line -> line.matches("wall, ms .* same"))
                .noneMatch(line -> line.contains("varies"));
        before.get(0).counts().put(Run.Measure.WALL_MILLIS, 39_000L);
        assertThat(VerificationText.lines(verification(before, after, ALL_PASS))).anyMatch(line -> line.matches("wall, ms .* varies"))
                .contains("varies: runs of the same code differ by more than half, as on a machine with other load");
    }

    @Test
    void callsTwoRunsOfEachTooFewForACpuChange() {
        assertThat(last(verification(runs(10_000, 0, 160, 170), runs(1_000, 0, 210, 200), ALL_PASS)))
                .contains("better: 90 % fewer read and write calls, no measurable change of CPU time");
    }

    @Test
    void takesStepsOfTheClockForNoChange() {
        assertThat(last(verification(runs(10_000, 0, 10, 10), runs(1_000, 0, 15, 15), ALL_PASS)))
                .contains("better: 90 % fewer read and write calls, no measurable change of CPU time");
    }

    @Test
    void callsNothingBetterThatLeavesAFixOut() {
        Verification partly = verification(runs(10_000, 0, 400, 410), runs(1_000, 0, 300, 310), Map.of(1, "out differs"));
        assertThat(partly.isRecommended()).isFalse();
        assertThat(partly.isPassed()).isTrue();
        assertThat(last(partly)).startsWith("verdict: 1 fix of 2 left out; with the others 90 % fewer ")
                .doesNotContain("better");
    }
}
