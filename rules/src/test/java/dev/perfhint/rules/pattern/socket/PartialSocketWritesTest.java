package dev.perfhint.rules.pattern.socket;

import static dev.perfhint.rules.Reports.KERNEL;
import static dev.perfhint.rules.Reports.report;
import static dev.perfhint.rules.Reports.row;
import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.profile.Cause;
import dev.perfhint.rules.Stacks;
import dev.perfhint.rules.model.AccountVerdict;
import dev.perfhint.rules.model.Confidence;
import dev.perfhint.rules.model.Finding;
import dev.perfhint.rules.model.Report;
import org.junit.jupiter.api.Test;

/** Where no call was counted, several lines that write are no more than a sign. */
class PartialSocketWritesTest {
    private static final String WRITE = "java.net.Socket$SocketOutputStream.write:1035;sun.nio.ch.NioSocketImpl.write:445;"
            + "sun.nio.ch.FileDispatcherImpl.write0;__GI_write;" + KERNEL + "ksys_write_[k];vfs_write_[k];sock_write_iter_[k] 200";

    @Test
    void takesTwoLinesOfAMethodForASign() {
        Report report = report(Stacks.kernel("app.Main.answer:12;" + WRITE, "app.Main.answer:13;" + WRITE));

        assertThat(report.counting()).isEmpty();
        assertThat(report.findings()).singleElement()
                .returns("partial-socket-writes", Finding::rule)
                .returns(Confidence.LOW, Finding::confidence)
                .returns("socket writes from 2 lines of Main.answer: parts of one message, or one of several",
                        Finding::message)
                .satisfies(finding -> assertThat(finding.facts()).containsEntry(Finding.SETTLED_BY,
                        "perfhint record -- COMMAND counts the calls and their bytes"));
        assertThat(row(report, Cause.SOCKET_WRITE).verdict()).isEqualTo(AccountVerdict.UNKNOWN);
    }

    @Test
    void seesNoneInOneLineOfEachMethod() {
        Report report = report(Stacks.kernel("app.Main.answer:12;" + WRITE, "app.Main.other:13;" + WRITE));

        assertThat(report.findings()).isEmpty();
        assertThat(row(report, Cause.SOCKET_WRITE).verdict()).isEqualTo(AccountVerdict.UNKNOWN);
    }
}
