package dev.perfhint.rules.pattern.socket;

import static dev.perfhint.rules.Reports.READ;
import static dev.perfhint.rules.Reports.only;
import static dev.perfhint.rules.Reports.report;
import static dev.perfhint.rules.Reports.row;
import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.profile.Cause;
import dev.perfhint.rules.Stacks;
import dev.perfhint.rules.model.AccountVerdict;
import dev.perfhint.rules.model.Finding;
import dev.perfhint.rules.model.Report;
import org.junit.jupiter.api.Test;

/** Header and body of a message, read from two lines. */
class UnbufferedSocketReadTest {
    private static final String SOCKET = "java.net.Socket$SocketInputStream.read:966;sun.nio.ch.NioSocketImpl.read:355;"
            + "sun.nio.ch.SocketDispatcher.read0;__GI_read;" + READ + ";sock_read_iter_[k] 200";
    private static final String[] STACKS = {"app.Peer.message:5;" + SOCKET, "app.Peer.message:6;" + SOCKET};

    @Test
    void leavesOpenWhatNothingCounted() {
        assertThat(report(Stacks.kernel(STACKS)).findings()).isEmpty();
        assertThat(row(report(Stacks.kernel(STACKS)), Cause.SOCKET_READ).verdict()).isEqualTo(AccountVerdict.UNKNOWN);
    }

    @Test
    void countsTheReadsOfEachMessage() {
        Finding finding = only(Stacks.kernel(STACKS).observed("time 2600000000 stacks ",
                "frame 1 java.net.Socket$SocketInputStream read S.java 966 4", "frame 2 app.Peer message Peer.java 5 7",
                "frame 3 app.Peer message Peer.java 6 9", "stack 1 1,2", "stack 2 1,3",
                "site 1 socket 1 ", "life 1 1 1 0 0 0", "op 1 read 20000 320000 0 4:10000,5:10000",
                "op 1 write 10000 10000 0 1:10000", "turn 1 read write 10000", "turn 1 write read 10000",
                "unit 1 R4\\sR28\\sW1 1", "call 1 read 1 10000 40000", "call 1 read 2 10000 280000"));
        assertThat(finding.rule()).isEqualTo("unbuffered-socket-read");
        assertThat(finding.message()).contains("20,000 reads of 4 and 28 bytes").contains("a buffer makes them 10,000");
    }

    @Test
    void saysAtMostOfAPeerThatSpeaksFirst() {
        String[] observed = {"time 2600000000 stacks ",
            "frame 1 java.net.Socket$SocketInputStream read S.java 966 4", "frame 2 app.Peer message Peer.java 5 7",
            "frame 3 app.Peer message Peer.java 6 9", "stack 1 1,2", "stack 2 1,3",
            "site 1 socket 1 ", "life 1 1 1 1 0 0", "op 1 read 20000 320000 0 4:10000,5:10000",
            "op 1 write 10000 10000 0 1:10000", "turn 1 read write 10000", "turn 1 write read 9999",
            "turn 1 write close 1", "call 1 read 1 10000 40000", "call 1 read 2 10000 280000"};
        assertThat(only(Stacks.kernel(STACKS).observed(observed)).message()).contains("a buffer makes them at most 10,000");
        observed[10] = "turn 1 read write 9999";
        observed[11] = "turn 1 write read 10000";
        observed[12] = "turn 1 read close 1";
        assertThat(only(Stacks.kernel(STACKS).observed(observed)).message()).as("asks first").contains("a buffer makes them 10,000");
    }

    @Test
    void leavesReadsThatFoundNothingYet() {
        Report report = report(Stacks.kernel(STACKS[0]).observed("time 2600000000 stacks ",
                "frame 1 sun.nio.ch.SocketChannelImpl read S.java 966 4", "frame 2 app.Peer message Peer.java 5 7",
                "stack 1 1,2", "site 1 socket-channel 1 ", "life 1 1 1 0 0 0", "op 1 read 20000 310000 0 0:10000,5:10000",
                "op 1 write 10000 310000 0 5:10000", "turn 1 read write 10000", "turn 1 write read 10000",
                "call 1 read 1 20000 310000"));
        assertThat(report.counting()).isEmpty();
    }
}
