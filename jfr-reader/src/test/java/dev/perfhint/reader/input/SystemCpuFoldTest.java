package dev.perfhint.reader.input;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.profile.CpuTotals;
import dev.perfhint.profile.Evidence;
import dev.perfhint.profile.Profile;
import dev.perfhint.profile.Rows;
import dev.perfhint.profile.build.ProfileFold;
import dev.perfhint.profile.cause.Causes;
import dev.perfhint.profile.view.KernelTime;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Folding rare stacks changes no total of system CPU, at any limit: not by cause, not by system call. */
class SystemCpuFoldTest {
    private static final Path RECORDINGS = Path.of("..", "fixtures", "recordings");
    private static final int[] LIMITS = {4000, 1500, 500, 150};

    @ParameterizedTest
    @ValueSource(strings = {"async-profiler-4.6/cpu.jfr", "async-profiler-4.6/cpu-chunks.jfr",
        "async-profiler-4.6/cpu-pages.jfr", "async-profiler-4.6/cpu-sockets.jfr", "async-profiler-4.6/ctimer.jfr",
        "async-profiler-4.6/ctimer-sockets.jfr", "async-profiler-2.9/cpu.jfr",
        "async-profiler-4.6/collapsed-ann-threads.collapsed", "perf/script.txt.gz"})
    void keepsSystemCpuAtFourLimits(String name) {
        Path recording = RECORDINGS.resolve(name);
        Profile whole = ProfileText.read(recording);
        assertThat(CpuTotals.best(whole).systemSamples()).isPositive();
        for (int limit : LIMITS) {
            Profile folded = ProfileText.read(recording, ReadOptions.DEFAULTS.withMaxNodes(limit));
            assertThat(CpuTotals.byEvidence(folded)).as("%d nodes", limit).isEqualTo(CpuTotals.byEvidence(whole));
            Evidence grade = whole.evidence();
            assertThat(byCause(folded)).as("%d nodes", limit).isEqualTo(byCause(whole));
            assertThat(KernelTime.of(folded, grade)).as("%d nodes", limit).isEqualTo(KernelTime.of(whole, grade));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"jfr-17/default.jfr", "jfr-17/io-exact.jfr", "jfr-25/cputime.jfr", "jfr-11/tuned.jfr",
        "jfr-21/virtual.jfr"})
    void keepsEstimatesAtFourLimits(String name) {
        Path recording = RECORDINGS.resolve(name);
        Profile whole = ProfileText.read(recording);
        for (int limit : LIMITS) {
            Profile folded = ProfileText.read(recording, ReadOptions.DEFAULTS.withMaxNodes(limit));
            // each row of an estimate is rounded to whole nanoseconds
            long rounding = whole.rows().size() + folded.rows().size();
            byCause(whole).forEach((cause, sums) -> assertThat(byCause(folded).getOrDefault(cause, new Sum(0, 0)).nanos)
                    .as("%s, %d nodes", cause, limit)
                    .isBetween(sums.nanos - rounding, sums.nanos + rounding));
            CpuTotals total = CpuTotals.best(whole);
            CpuTotals left = CpuTotals.best(folded);
            assertThat(left.samples()).isEqualTo(total.samples());
            assertThat(left.nanos()).isBetween(total.nanos() - rounding, total.nanos() + rounding);
            assertThat(left.systemNanos()).isBetween(total.systemNanos() - rounding, total.systemNanos() + rounding);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"async-profiler-4.6/cpu.jfr", "async-profiler-4.6/ctimer-sockets.jfr", "jfr-17/default.jfr",
        "jfr-25/cputime.jfr"})
    void foldsFinishedProfilesAlike(String name) {
        Profile whole = ProfileText.read(RECORDINGS.resolve(name));
        for (int limit : LIMITS) {
            Profile folded = ProfileFold.fold(whole, limit);
            assertThat(folded.tree().size()).isLessThanOrEqualTo(Math.max(limit, 300));
            assertThat(CpuTotals.byEvidence(folded)).as("%d nodes", limit).isEqualTo(CpuTotals.byEvidence(whole));
            assertThat(byCause(folded)).as("%d nodes", limit).isEqualTo(byCause(whole));
        }
    }

    @Test
    void saysHowMuchWasFolded() {
        Profile folded = ProfileText.read(RECORDINGS.resolve("async-profiler-4.6/cpu.jfr"),
                ReadOptions.DEFAULTS.withMaxNodes(500));
        assertThat(folded.recordings().get(0).warnings())
                .anyMatch(warning -> warning.matches("more than 500 call-tree nodes: the rarest stacks "
                        + "\\(\\d+\\.\\d % of samples\\) are folded into \\[other].*"));
    }

    private record Sum(long samples, long nanos) {}

    private static Map<String, Sum> byCause(Profile profile) {
        Map<String, Sum> sums = new HashMap<>();
        Causes causes = new Causes(profile);
        Rows rows = profile.rows();
        for (int row = 0; row < rows.size(); row++) {
            if (rows.systemSamples(row) > 0 || rows.systemNanos(row) > 0) {
                sums.merge(causes.of(rows.leaf(row), rows.threadGroup(row)).cause().label(),
                        new Sum(rows.systemSamples(row), rows.systemNanos(row)),
                        (a, b) -> new Sum(a.samples + b.samples, a.nanos + b.nanos));
            }
        }
        return sums;
    }
}
