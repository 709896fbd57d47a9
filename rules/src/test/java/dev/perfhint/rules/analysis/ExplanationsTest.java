package dev.perfhint.rules.analysis;

import static dev.perfhint.rules.Reports.ARRAY_WRITE;
import static dev.perfhint.rules.Reports.KERNEL;
import static dev.perfhint.rules.Reports.report;
import static dev.perfhint.rules.Reports.row;
import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.profile.Cause;
import dev.perfhint.rules.Stacks;
import dev.perfhint.rules.model.AccountRow;
import dev.perfhint.rules.model.AccountVerdict;
import dev.perfhint.rules.model.Report;
import org.junit.jupiter.api.Test;

/** What no rule takes is explained only as far as the recording shows it. */
class ExplanationsTest {
    @Test
    void leavesOpenWhatRenamesAThread() {
        String prctl = ";os::set_native_thread_name;" + KERNEL + "__do_sys_prctl_[k] 300";
        assertThat(row(report(Stacks.kernel("app.Main.run:4;java.lang.Thread.setName:1188;java.lang.Thread.setNativeName"
                + prctl)), Cause.VM)).returns(AccountVerdict.UNKNOWN, AccountRow::verdict);
    }

    @Test
    void leavesOpenHowManySendsAnAnswerTakesInAnEventLoop() {
        String send = "app.Main.answer:4;io.netty.channel.epoll.AbstractEpollStreamChannel.writeBytes:263;"
                + "io.netty.channel.unix.Socket.sendAddress;send;" + KERNEL + "__x64_sys_sendto_[k];sock_sendmsg_[k] 300";
        String receive = "io.netty.channel.epoll.AbstractEpollStreamChannel$EpollStreamUnsafe.epollInReady:787;"
                + "io.netty.channel.unix.Socket.recvAddress;recv;" + KERNEL + "__x64_sys_recvfrom_[k];sock_recvmsg_[k] 30";
        Report report = report(Stacks.kernel(send, receive));
        assertThat(row(report, Cause.SOCKET_WRITE)).returns(AccountVerdict.UNKNOWN, AccountRow::verdict);
        assertThat(row(report, Cause.SOCKET_READ)).returns(AccountVerdict.INHERENT, AccountRow::verdict);
    }

    @Test
    void callsNothingNeededThatWasNotMeasured() {
        String buffered = "app.Main.run:12;java.io.BufferedOutputStream.write:122;java.io.BufferedOutputStream.flushBuffer:81;";
        String select = "app.Main.serve:9;java.net.Socket$SocketInputStream.read:966;sun.nio.ch.NioSocketImpl.park:181;"
                + "sun.nio.ch.Net.poll;__poll;" + KERNEL + "__x64_sys_poll_[k] 300";
        String close = "app.Main.read:5;java.io.FileInputStream.close:480;java.io.FileDescriptor.close0;__close;" + KERNEL
                + "__x64_sys_close_[k] 300";
        Report report = report(Stacks.kernel(buffered + ARRAY_WRITE + " 600", select, close));

        assertThat(report.account()).hasSize(3).extracting(AccountRow::verdict).containsOnly(AccountVerdict.UNKNOWN);
    }

    @Test
    void sendsNobodyToCountWhatWasCounted() {
        AccountRow row = report(Stacks.kernel("app.Main.run:12;java.io.BufferedOutputStream.flushBuffer:81;" + ARRAY_WRITE
                + " 600").observed("time 2600000000 stacks ")).account().get(0);

        assertThat(row.why())
                .isEqualTo("through a buffer of unknown size: the recording counts calls, but none of this stack");
    }

    /** A large share of copying proves no large blocks, and a small one no small ones. */
    @Test
    void leavesOpenCallsOfUnknownSize() {
        AccountRow part = report(Stacks.kernel("app.Main.run:12;" + ARRAY_WRITE + ";copy_folio_from_iter_[k] 600"))
                .account().get(0);

        assertThat(part.cause()).isEqualTo(Cause.FILE_WRITE);
        assertThat(part.verdict()).isEqualTo(AccountVerdict.UNKNOWN);
        assertThat(part.why()).isEqualTo("size and order of the calls are not recorded: perfhint record -- COMMAND"
                + " counts the calls and their bytes");
    }
}
