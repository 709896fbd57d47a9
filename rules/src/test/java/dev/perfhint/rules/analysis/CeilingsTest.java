package dev.perfhint.rules.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.perfhint.rules.Stacks;
import dev.perfhint.rules.model.Finding;
import dev.perfhint.rules.model.Report;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What "at most" promises: all that goes with the calls of a finding. */
class CeilingsTest {
    private static final String OPEN = "java.io.FileInputStream.<init>:152;java.io.FileInputStream.open0:-2;"
            + "entry_SYSCALL_64_after_hwframe_[k];__x64_sys_openat_[k] ";
    private static final String READ = "java.io.FileInputStream.read:255;java.io.FileInputStream.readBytes:-2;"
            + "entry_SYSCALL_64_after_hwframe_[k];__x64_sys_read_[k] ";
    private static final String PARSE = "app.Parser.parse:7 ";
    private static final String IDLE = "app.Main.main:3;app.Other.work:9 ";

    private static Report report(String... lines) {
        return Analysis.run(Stacks.kernel(lines).profile(), Optional.empty(), AnalysisOptions.DEFAULTS);
    }

    @Test
    void countsTheReadsAndTheUserTimeAroundAnOpen() {
        Report report = report("app.Main.main:3;app.Settings.load:20;" + OPEN + "400",
                "app.Main.main:3;app.Settings.load:21;" + READ + "200", "app.Main.main:3;app.Settings.load:22;" + PARSE + "100",
                IDLE + "300");

        Finding finding = report.findings().stream().filter(each -> each.rule().equals("open-per-use")).findFirst().orElseThrow();
        assertThat(finding.boundCpuShare().orElseThrow()).isGreaterThanOrEqualTo(0.7).isLessThan(0.8);
        assertThat(finding.boundSystemShare().orElseThrow()).isCloseTo(1, within(1e-9));
    }

    @Test
    void isSaidOfASmallFindingWhoseMethodIsAPartOfTheProgram() {
        Report report = report("app.Main.main:3;app.Settings.load:20;" + OPEN + "40",
                "app.Main.main:3;app.Settings.load:22;" + PARSE + "260", IDLE + "700");

        assertThat(report.findings()).singleElement().satisfies(finding ->
                assertThat(finding.boundCpuShare().orElseThrow()).isBetween(0.3, 0.4));
    }

    @Test
    void isNoMoreThanTheMethodCosts() {
        Report report = report("app.Main.main:3;app.Ledger.spool:9;java.nio.file.Files.exists:1;sun.nio.fs.UnixNativeDispatcher.stat0:-2;"
                + "entry_SYSCALL_64_after_hwframe_[k];__x64_sys_newstat_[k] 20", "app.Main.main:3;app.Ledger.spool:10 2", IDLE + "978");

        assertThat(report.findings()).singleElement().satisfies(finding ->
                assertThat(finding.boundCpuShare().orElseThrow()).isCloseTo(0.022, within(1e-9)));
        assertThat(report.ceilingCpuShare(report.findings()).orElseThrow()).isCloseTo(0.022, within(1e-9));
    }

    @Test
    void countsOnceWhatTwoCeilingsShare() {
        Report report = report("app.Main.main:3;app.Settings.load:20;" + OPEN + "400",
                "app.Main.main:3;app.Settings.load:21;java.nio.file.Files.exists:1;sun.nio.fs.UnixNativeDispatcher.stat0:-2;"
                        + "entry_SYSCALL_64_after_hwframe_[k];__x64_sys_newstat_[k] 300",
                IDLE + "700");

        assertThat(report.findings()).hasSizeGreaterThan(1);
        double union = report.ceilingCpuShare(report.findings()).orElseThrow();
        assertThat(union).isGreaterThanOrEqualTo(0.5).isLessThan(0.6)
                .isLessThan(report.findings().stream().mapToDouble(each -> each.boundCpuShare().orElseThrow()).sum());
    }

    @Test
    void saysNothingOfAnotherProcess() {
        Report report = report("app.Main.main:3;app.Git.ask:5;java.lang.ProcessBuilder.start:1;java.lang.ProcessImpl.forkAndExec:-2;"
                + "entry_SYSCALL_64_after_hwframe_[k];__x64_sys_vfork_[k] 400", IDLE + "100");

        assertThat(report.findings()).singleElement().satisfies(finding -> {
            assertThat(finding.rule()).isEqualTo("process-per-call");
            assertThat(finding.boundCpuShare()).isEmpty();
        });
    }
}
