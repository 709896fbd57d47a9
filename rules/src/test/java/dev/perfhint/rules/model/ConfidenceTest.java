package dev.perfhint.rules.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.profile.Evidence;
import dev.perfhint.rules.Stacks;
import dev.perfhint.rules.analysis.Analysis;
import dev.perfhint.rules.analysis.AnalysisOptions;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ConfidenceTest {
    private static final String WRITE = "app.Main.run:8;java.io.FileOutputStream.write:300;"
            + "java.io.FileOutputStream.write;writeSingle;__GI_write;"
            + "entry_SYSCALL_64_after_hwframe_[k];__x64_sys_write_[k];ksys_write_[k];vfs_write_[k]";
    private static final String YIELD = "app.Main.other:8;java.lang.Thread.yield;__sched_yield;"
            + "entry_SYSCALL_64_after_hwframe_[k];__x64_sys_sched_yield_[k]";

    @Test
    void followsTheSamples() {
        assertThat(confidence(WRITE + " 200")).isEqualTo(Confidence.HIGH);
        assertThat(confidence(WRITE + " 40")).isEqualTo(Confidence.MEDIUM);
        assertThat(confidence(WRITE + " 12")).isEqualTo(Confidence.LOW);
    }

    @Test
    void namesAFindingOfFewSamplesWithoutCountingIt() {
        Report report = report(WRITE + " 12", "app.Main.run:20 100");
        assertThat(report.counting()).isEmpty();
        assertThat(report.unsure()).hasSize(1).allMatch(finding -> finding.fix().isEmpty());
    }

    @Test
    void keepsAHandfulOfSamplesForFullReports() {
        assertThat(report(WRITE + " 5", "app.Main.run:20 100").unsure()).singleElement().matches(Finding::isFaint);
        assertThat(report(WRITE + " 6", "app.Main.run:20 100").unsure()).singleElement().matches(each -> !each.isFaint());
        assertThat(report(WRITE + " 1", "app.Main.run:20 100").findings()).isEmpty();
    }

    @Test
    void keepsWhatIsBelowALeastShareForFullReports() {
        String lock = "app.Main.submit:18;SharedRuntime::complete_monitor_locking_C;ObjectMonitor::enter;"
                + "os::PlatformEvent::park;entry_SYSCALL_64_after_hwframe_[k];__x64_sys_futex_[k];futex_wait_[k]";
        assertThat(report(lock + " 60", "app.Main.run:20 5000").counting()).singleElement();
        assertThat(report(lock + " 30", "app.Main.run:20 5000").unsure()).as("below the rule's 1 % of CPU").singleElement()
                .matches(Finding::isFaint);
        assertThat(report(WRITE + " 30", YIELD + " 5000").unsure()).as("below 1 % of system CPU").singleElement()
                .matches(Finding::isFaint);
        assertThat(report(WRITE + " 30", "app.Main.run:20 20000").unsure()).as("below 0.2 % of CPU").singleElement()
                .matches(Finding::isFaint);
        assertThat(report(lock + " 10", "app.Main.run:20 5000").findings()).isEmpty();
    }

    @Test
    void doubtsAShareThatMayBeBelowTheFloor() {
        Report report = report(WRITE + " 25", YIELD + " 2300");
        assertThat(report.unsure()).extracting(Finding::rule).containsExactly("unbuffered-file-write");
    }

    @Test
    void countsSamplesOfPlainJfrUpToTheirCpuTime() {
        String write = "app.Main.run:8;java.io.FileOutputStream.write:300;java.io.FileOutputStream.write 150";
        assertThat(ofJfr(write, 1_000_000)).isEqualTo(Confidence.MEDIUM);
        assertThat(ofJfr(write, 10_000_000)).isEqualTo(Confidence.LOW);
    }

    private static Confidence ofJfr(String line, long intervalNanos) {
        return Analysis.run(Stacks.at(Evidence.JFR_ESTIMATE, line).every(intervalNanos).profile(), Optional.empty(),
                AnalysisOptions.DEFAULTS).findings().get(0).confidence();
    }

    private static Confidence confidence(String line) {
        return report(line).findings().get(0).confidence();
    }

    private static Report report(String... lines) {
        return Analysis.run(Stacks.kernel(lines).profile(), Optional.empty(), AnalysisOptions.DEFAULTS);
    }
}
