package dev.perfhint.rules.pattern.system;

import static dev.perfhint.rules.Reports.KERNEL;
import static dev.perfhint.rules.Reports.report;
import static dev.perfhint.rules.Reports.row;
import static dev.perfhint.rules.Reports.rules;
import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.profile.Cause;
import dev.perfhint.rules.Stacks;
import dev.perfhint.rules.model.Report;
import org.junit.jupiter.api.Test;

class LockContentionTest {
    private static final String FUTEX = KERNEL + "__x64_sys_futex_[k];futex_wake_[k]";

    @Test
    void callsAMonitorContendedOnlyWhereAThreadWaitsToEnterIt() {
        String released = "app.Main.submit:20;SharedRuntime::complete_monitor_unlocking_C;ObjectMonitor::ExitEpilog;"
                + "___pthread_cond_signal;" + FUTEX;
        String entered = "app.Main.submit:18;SharedRuntime::complete_monitor_locking_C;ObjectMonitor::enter;"
                + "os::PlatformEvent::park;" + FUTEX;
        Report report = report(Stacks.kernel(released + " 300"));
        assertThat(report.findings()).isEmpty();
        assertThat(row(report, Cause.LOCK).why()).contains("Object.notify may have moved it there");
        assertThat(rules(Stacks.kernel(released + " 300", entered + " 300"))).containsExactly("lock-contention");
    }
}
