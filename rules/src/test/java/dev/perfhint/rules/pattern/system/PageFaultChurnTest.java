package dev.perfhint.rules.pattern.system;

import static dev.perfhint.rules.Reports.report;
import static dev.perfhint.rules.Reports.row;
import static dev.perfhint.rules.Reports.rules;
import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.profile.Cause;
import dev.perfhint.rules.Stacks;
import dev.perfhint.rules.model.AccountVerdict;
import dev.perfhint.rules.model.Finding;
import dev.perfhint.rules.model.Report;
import org.junit.jupiter.api.Test;

class PageFaultChurnTest {
    private static final String FAULT = ";asm_exc_page_fault_[k];handle_mm_fault_[k]";

    @Test
    void takesAHeapThatIsTouchedOnceForTheStart() {
        String compute = "app.Main.compute 3000";
        assertThat(rules(Stacks.kernel("app.Main.run:12" + FAULT + " 400", compute))).isEmpty();
        assertThat(rules(Stacks.kernel("app.Main.run:12" + FAULT + " 900", compute))).containsExactly("page-fault-churn");
        // on a busy host that may cost any time
        String committed = "jdk.GCHeapSummary.heapSpace.committedSize";
        assertThat(rules(Stacks.kernel("app.Main.run:12" + FAULT + " 900", compute)
                .gauge(committed, 400_000_000, 400_000_000))).isEmpty();
        assertThat(rules(Stacks.kernel("app.Main.run:12" + FAULT + " 900", compute)
                .gauge(committed, 17_000_000, 17_000_000))).containsExactly("page-fault-churn");
        assertThat(rules(Stacks.kernel("app.Main.run:12" + FAULT + " 900", compute)
                .gauge(committed, 400_000_000, 200_000_000, 400_000_000))).containsExactly("page-fault-churn");
    }

    @Test
    void callsAHeapThatIsTouchedOnceNeededOnlyWhereItIsNegligible() {
        assertThat(row(report(Stacks.kernel("app.Main.run:12" + FAULT + " 400", "app.Main.compute 3000")), Cause.PAGE_FAULT).verdict())
                .isEqualTo(AccountVerdict.UNKNOWN);
        assertThat(row(report(Stacks.kernel("app.Main.run:12" + FAULT + " 100", "app.Main.compute 3000")), Cause.PAGE_FAULT).verdict())
                .isEqualTo(AccountVerdict.INHERENT);
    }

    @Test
    void leavesOpenWhatAShortRecordingShows() {
        Report report = report(Stacks.kernel("app.Main.run:12" + FAULT + " 200", "app.Main.compute 300"));

        assertThat(report.counting()).isEmpty();
        assertThat(report.unsure()).singleElement().matches(Finding::isFaint);
        assertThat(row(report, Cause.PAGE_FAULT).verdict()).isEqualTo(AccountVerdict.CONFIGURE);
    }
}
