package dev.perfhint.profile.cause;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.profile.Event;
import dev.perfhint.profile.Evidence;
import dev.perfhint.profile.Profile;
import dev.perfhint.profile.ShippedTable;
import dev.perfhint.profile.SmallProfile;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Stacks that were recorded, cut where nothing more decides. */
class CausesTest {
    private static final Event CPU = new Event("cpu", "perf_events", Evidence.KERNEL_FRAMES, true);
    private static final String THREAD = "clone3;start_thread;thread_native_entry;Thread::call_run;";
    private static final String SYSCALL = ";entry_SYSCALL_64_after_hwframe_[k];do_syscall_64_[k];";

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "memory-map   | G1 Service   | G1ServiceThread::run_service;G1UncommitRegionTask::execute;os::pd_uncommit_memory;__GI___mmap @ do_mmap_[k]",
        "memory-map   | VM Thread    | VMThread::run;G1CollectedHeap::expand;os::pd_commit_memory_or_exit;__GI___mmap @ do_mmap_[k]",
        "jit          | C1 Compiler  | CompileBroker::possibly_add_compiler_threads;os::available_memory;sysinfo @ __do_sys_sysinfo_[k]",
        "thread-start | load         | __pthread_create;__GI___mprotect @ __x64_sys_mprotect_[k]",
    })
    void tellsTheWorkOfTheJvmsThreadsFromTheirStart(String cause, String thread, String stack) {
        assertThat(cause(thread, THREAD + stack.replace(" @ ", SYSCALL))).isEqualTo(cause);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "thread-start | start_thread;__GI_madvise @ __x64_sys_madvise_[k]",
        "socket-connect | sun.nio.ch.IOUtil.configureBlocking;fcntl64 @ __x64_sys_fcntl_[k]",
        "profiler     | dev.perfhint.observer.agent.Hooks.read;java.io.RandomAccessFile.readBytes;__GI___read @ __x64_sys_read_[k]",
        "profiler     | java.io.FileOutputStream.write;java.io.PerfhintObserver.operation;__GI_madvise @ __x64_sys_madvise_[k]",
        "file-metadata  | sun.nio.fs.UnixNativeDispatcher.stat0;__xstat64 @ __x64_sys_newstat_[k]",
        "socket-wait  | io.netty.channel.epoll.Native.epollWait0;epoll_pwait2 @ exit_to_user_mode_loop_[k];__get_user_8_[k]",
        "file-write   | org.rocksdb.RocksDB.put;rocksdb::PosixWritableFile::Append;__GI_write;__x86_indirect_thunk_rdx_[k]",
        "interrupt    | org.rocksdb.RocksDB.put;rocksdb::DBImpl::Put;__GI_write;asm_sysvec_apic_timer_interrupt_[k];handle_softirqs_[k]",
    })
    void seesTheCallThoughItsEntryIsCutOrNamesNothing(String cause, String stack) {
        assertThat(cause("load", stack.replace(" @ ", SYSCALL))).isEqualTo(cause);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "socket-connect | sun.nio.ch.SocketDispatcher.preClose;sun.nio.ch.FileDispatcherImpl.preClose0;dup2 @ __x64_sys_dup2_[k]",
        "socket-connect | sun.nio.ch.FileDispatcherImpl.close0;__close @ __x64_sys_close_[k];sock_close_[k]",
        "socket-wait    | sun.nio.ch.EPollSelectorImpl.<init>;sun.nio.ch.EventFD.<init>;eventfd @ __x64_sys_eventfd2_[k]",
        "socket-wait    | sun.nio.ch.EPollSelectorImpl.implClose;sun.nio.ch.EventFD.close;__close @ __x64_sys_close_[k];eventfd_release_[k]",
        "thread-handoff | sun.nio.ch.EPollSelectorImpl.wakeup;sun.nio.ch.EventFD.set0;__GI_write @ __x64_sys_write_[k]",
        "thread-handoff | sun.nio.ch.SinkChannelImpl.write;sun.nio.ch.IOUtil.write;sun.nio.ch.FileDispatcherImpl.write0;__GI_write @ pipe_write_[k]",
        "file-open      | java.io.FileDescriptor.close0;__close @ __x64_sys_close_[k];ext4_release_file_[k]",
    })
    void takesPipesEventsAndSocketsForNoFiles(String cause, String stack) {
        assertThat(cause("load", "app.Main.run;" + stack.replace(" @ ", SYSCALL))).isEqualTo(cause);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "thread-handoff | JVM_MonitorWait;ObjectSynchronizer::wait;ObjectMonitor::wait;os::PlatformEvent::park;___pthread_cond_wait",
        "thread-handoff | JVM_MonitorNotify;ObjectSynchronizer::notify;___pthread_cond_signal",
        "lock           | JVM_MonitorWait;ObjectSynchronizer::wait;ObjectMonitor::wait;ObjectMonitor::EnterI;os::PlatformEvent::park",
    })
    void tellsWaitingForAnObjectFromContention(String cause, String stack) {
        assertThat(cause("load", "app.Main.take;java.lang.Object.wait;" + stack + SYSCALL + "__x64_sys_futex_[k]")).isEqualTo(cause);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "file-write    | org.springframework.boot.loader.launch.JarLauncher.main",
        "file-write    | org.springframework.boot.loader.tools.JarWriter.loadClass",
        "file-write    | org.codehaus.plexus.classworlds.launcher.Launcher.main",
        "file-write    | io.quarkus.bootstrap.runner.QuarkusEntryPoint.main",
        "file-write    | org.jboss.modules.Main.main",
        "class-loading | org.springframework.boot.loader.launch.LaunchedClassLoader.loadClass",
        "class-loading | org.codehaus.plexus.classworlds.realm.ClassRealm.loadClassFromSelf",
    })
    void separatesClassLoadersFromLaunchersAndNeighbours(String cause, String outermost) {
        String stack = outermost + ";java.io.FileOutputStream.writeBytes;__GI_write" + SYSCALL + "ksys_write_[k];ext4_file_write_iter_[k]";
        assertThat(cause("main", stack)).isEqualTo(cause);
    }

    /** A class whose name goes on, and one of a package below, are not what a row names; two stars say otherwise. */
    @Test
    void noRowHoldsItsNeighbours() {
        List<String> rows = new ArrayList<>();
        ShippedTable.read(CauseTable.class, "causes.txt", row -> {
            if (row.get(0).equals("java")) {
                row.get(3).lines().flatMap(cell -> Stream.of(cell.split(","))).forEach(method -> rows.add(row.get(2) + ' ' + method));
            }
        });
        CauseTable table = CauseTable.shipped();
        assertThat(rows).hasSizeGreaterThan(100).allSatisfy(row -> {
            String name = row.substring(0, row.indexOf(' '));
            String method = row.substring(row.indexOf(' ') + 1).replace("*", "any");
            String neighbour = name.endsWith(".**") ? name.replace(".**", "neighbour.Any")
                    : name.endsWith(".*") ? name.replace(".*", ".neighbour.Any")
                    : name.endsWith("*") ? name.replace("*", "neighbour.Any") : name + "Neighbour";
            assertThat(table.javaSign(neighbour, method)).as(neighbour).isEqualTo(CauseTable.JavaSign.NONE);
        });
    }

    private static String cause(String thread, String stack) {
        Profile profile = new SmallProfile().add(CPU, thread, stack, 1).build();
        return new Causes(profile).of(profile.rows().leaf(0), profile.rows().threadGroup(0)).cause().label();
    }
}
