package dev.perfhint.rules.pattern.socket;

import static dev.perfhint.rules.Reports.KERNEL;
import static dev.perfhint.rules.Reports.only;
import static dev.perfhint.rules.Reports.rules;
import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.rules.Stacks;
import dev.perfhint.rules.model.Finding;
import dev.perfhint.rules.model.Severity;
import org.junit.jupiter.api.Test;

class PartialSocketWritesTest {
    private static final String WRITE = "java.net.Socket$SocketOutputStream.write:1035;sun.nio.ch.NioSocketImpl.write:445;"
            + "sun.nio.ch.FileDispatcherImpl.write0;__GI_write;" + KERNEL + "ksys_write_[k];vfs_write_[k];sock_write_iter_[k] 200";
    private static final String PRINTED = "java.io.PrintWriter.println:899;java.io.PrintWriter.newLine:601;java.io.OutputStreamWriter.flush:262;"
            + "sun.nio.cs.StreamEncoder.flush:153;sun.nio.cs.StreamEncoder.implFlush:399;sun.nio.cs.StreamEncoder.implFlushBuffer:393;"
            + "sun.nio.cs.StreamEncoder.writeBytes:309;" + WRITE;
    private static final String READ = "java.net.Socket$SocketInputStream.read:966;sun.nio.ch.NioSocketImpl.read:355;"
            + "sun.nio.ch.SocketDispatcher.read0;__GI_read;" + KERNEL + "ksys_read_[k];vfs_read_[k];sock_read_iter_[k] 200";

    @Test
    void flagsAMessageThatTwoLinesWrite() {
        Finding finding = only(Stacks.kernel("app.Main.answer:12;" + WRITE, "app.Main.answer:13;" + WRITE));

        assertThat(finding.rule()).isEqualTo("partial-socket-writes");
        assertThat(finding.message()).isEqualTo(
                "2 socket writes per message: lines 12 and 13 of Main.answer, no read between them");
    }

    @Test
    void isNeverHighWithoutACountOfCallsPerMessage() {
        assertThat(only(Stacks.kernel("app.Main.answer:12;" + WRITE, "app.Main.answer:13;" + WRITE)).severity())
                .isEqualTo(Severity.MEDIUM);
    }

    @Test
    void flagsLinesPrintedInTheLoopThatReads() {
        Finding finding = only(Stacks.kernel("app.Main.answer:12;" + PRINTED, "app.Main.answer:11;" + READ.replace(" 200", " 20")));
        assertThat(finding.message()).isEqualTo("PrintWriter.println sends every line separately");
        assertThat(finding.severity()).isEqualTo(Severity.MEDIUM);
    }

    @Test
    void leavesLinesPrintedByAnotherThreadThanTheOneThatReads() {
        assertThat(rules(Stacks.kernel("app.Threads.run:5;app.Main.write:12;" + PRINTED,
                "app.Threads.run:5;app.Main.read:31;" + READ.replace(" 200", " 20")))).isEmpty();
    }

    @Test
    void leavesAWriteForEachRead() {
        assertThat(rules(Stacks.kernel("app.Main.answer:12;" + WRITE, "app.Main.answer:11;" + READ))).isEmpty();
    }
}
