package dev.perfhint.rules.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.profile.Cause;
import dev.perfhint.rules.Stacks;
import dev.perfhint.rules.model.AccountRow;
import dev.perfhint.rules.model.AccountVerdict;
import dev.perfhint.rules.model.Finding;
import dev.perfhint.rules.model.Report;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What real applications were said falsely of is said no more, and its neighbour still is. */
class NarrowVerdictTest {
    private static final String KERNEL = "entry_SYSCALL_64_after_hwframe_[k];do_syscall_64_[k];";
    private static final String FUTEX = KERNEL + "__x64_sys_futex_[k];futex_wake_[k]";
    private static final String WRITE = KERNEL + "__x64_sys_write_[k];ksys_write_[k];vfs_write_[k]";
    private static final String CREATE = "java.nio.file.Files.createTempFile:900;sun.nio.fs.UnixNativeDispatcher.open0;"
            + KERNEL + "__x64_sys_openat_[k];do_open_[k];ext4_create_[k]";
    private static final String RENAME = "java.nio.file.Files.move:1400;sun.nio.fs.UnixNativeDispatcher.rename0;rename;"
            + KERNEL + "__x64_sys_rename_[k]";
    private static final String UNLINK = "java.nio.file.Files.delete:1100;sun.nio.fs.UnixNativeDispatcher.unlink0;unlink;"
            + KERNEL + "__x64_sys_unlink_[k]";
    private static final String PARK = "jdk.internal.misc.Unsafe.park;Parker::park;" + FUTEX;

    @Test
    void takesTheWorkersOfATimersPoolWithAKeepAliveTimeForAHandOff() {
        String worker = "java.util.concurrent.ThreadPoolExecutor.getTask:1061;"
                + "java.util.concurrent.ScheduledThreadPoolExecutor$DelayedWorkQueue.%s:1209;"
                + "java.util.concurrent.locks.AbstractQueuedSynchronizer$ConditionObject.awaitNanos:1679;"
                + "java.util.concurrent.locks.LockSupport.parkNanos:252;" + PARK + " 300";
        assertThat(rules(Stacks.kernel(worker.formatted("poll")))).containsExactly("thread-handoff");
        assertThat(rules(Stacks.kernel(worker.formatted("take")))).as("a deadline").containsExactly("sleep-polling");
    }

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

    @Test
    void doesNotCallRenamedFilesDeleted() {
        String save = "app.Store.save:12;";
        assertThat(messages(Stacks.kernel(save + CREATE + " 300", "app.Store.save:14;" + RENAME + " 100")))
                .containsExactly("creates files and renames them");
        assertThat(messages(Stacks.kernel(save + CREATE + " 300", "app.Store.save:14;" + UNLINK + " 100")))
                .containsExactly("creates and deletes short-lived files");
        assertThat(messages(Stacks.kernel("app.Store.save:14;" + CREATE + " 300", save + RENAME + " 100")))
                .as("what is renamed before is another file").containsExactly("creates files and renames them");
    }

    @Test
    void namesLookUpsOfOwnersAsSuch() {
        String names = "app.Main.pack:7;java.nio.file.Files.getOwner:2000;sun.nio.fs.UnixNativeDispatcher.%s;"
                + "__nss_files_fopen;__GI___open_nocancel;" + KERNEL + "__x64_sys_openat_[k];do_open_[k] 300";
        assertThat(messages(Stacks.kernel(names.formatted("getpwuid"))))
                .containsExactly("names of owners and groups are looked up for each file");
        assertThat(messages(Stacks.kernel(names.formatted("open0"))))
                .containsExactly("a file is opened and closed for each use");
    }

    @Test
    void comparesPositionsWithTheDataOfOtherClassesToo() {
        String position = "app.Writer.position:9;sun.nio.ch.FileChannelImpl.position:344;"
                + "sun.nio.ch.FileDispatcherImpl.size0;" + KERNEL + "__do_sys_newfstatat_[k]";
        String write = "app.Commit.complete:4;sun.nio.ch.FileChannelImpl.write:280;sun.nio.ch.IOUtil.write:76;"
                + "sun.nio.ch.FileDispatcherImpl.write0;" + WRITE + ";copy_folio_from_iter_[k]";
        assertThat(rules(Stacks.kernel(position + " 100"))).containsExactly("unbuffered-random-access");
        assertThat(rules(Stacks.kernel(position + " 100", write + " 400"))).isEmpty();
    }

    @Test
    void leavesOpenWhatRenamesAThread() {
        String prctl = ";os::set_native_thread_name;" + KERNEL + "__do_sys_prctl_[k] 300";
        assertThat(row(report(Stacks.kernel("app.Main.run:4;java.lang.Thread.setName:1188;java.lang.Thread.setNativeName"
                + prctl)), Cause.VM)).returns(AccountVerdict.UNKNOWN, AccountRow::verdict);
    }

    @Test
    void advisesNoFlushSettingForAConsole() {
        String appender = "app.Main.run:4;ch.qos.logback.core.OutputStreamAppender.writeBytes:217;"
                + "ch.qos.logback.core.joran.spi.ConsoleTarget$1.write:39;java.io.PrintStream.write:568;"
                + "java.io.BufferedOutputStream.write:123;java.io.FileOutputStream.write:349;"
                + "java.io.FileOutputStream.writeBytes;" + WRITE + " 300";
        assertThat(report(Stacks.kernel(appender)).findings()).singleElement().satisfies(finding -> {
            assertThat(finding.rule()).isEqualTo("log-write-per-event");
            assertThat(finding.advice()).singleElement().satisfies(advice -> {
                assertThat(advice.advice().text()).startsWith("raise the log level");
                assertThat(advice.advice().after()).isEmpty();
            });
        });
        String file = "app.Main.run:4;ch.qos.logback.core.OutputStreamAppender.writeBytes:217;"
                + "ch.qos.logback.core.recovery.ResilientOutputStreamBase.flush:91;java.io.BufferedOutputStream.flush:142;"
                + "java.io.BufferedOutputStream.flushBuffer:81;java.io.FileOutputStream.write:349;"
                + "java.io.FileOutputStream.writeBytes;" + WRITE + " 300";
        assertThat(report(Stacks.kernel(file)).findings()).singleElement().satisfies(finding ->
                assertThat(finding.advice().get(0).advice().after().orElseThrow()).contains("immediateFlush"));
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

    private static AccountRow row(Report report, Cause cause) {
        return report.account().stream().filter(row -> row.cause() == cause).findFirst().orElseThrow();
    }

    private static List<String> rules(Stacks stacks) {
        return report(stacks).findings().stream().map(Finding::rule).distinct().toList();
    }

    private static List<String> messages(Stacks stacks) {
        return report(stacks).findings().stream().map(Finding::message).distinct().toList();
    }

    private static Report report(Stacks stacks) {
        return Analysis.run(stacks.profile(), Optional.empty(), AnalysisOptions.DEFAULTS);
    }
}
