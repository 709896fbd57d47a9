package dev.perfhint.profile.cause;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class KernelSymbolsTest {
    @ParameterizedTest
    @CsvSource({
        "__x64_sys_write, write", "ksys_write, write", "__arm64_sys_openat, openat", "__x64_sys_newfstat, fstat",
        "__do_sys_newstat, stat", "__x64_sys_futex, futex", "do_futex, futex", "__sys_sendto, sendto", "sys_read, read",
        "SyS_read, read", "ksys_pread64, pread64", "__x64_sys_sendfile64, sendfile", "do_sys_openat2, openat",
        "__x64_sys_epoll_wait, epoll_wait"
    })
    void namesTheSystemCallOfAnEntry(String function, String syscall) {
        assertThat(KernelSymbols.syscallOf(function)).contains(syscall);
    }

    @ParameterizedTest
    @ValueSource(strings = {"do_syscall_64", "entry_SYSCALL_64_after_hwframe", "asm_exc_page_fault", "ext4_file_write_iter",
        "sysvec_apic_timer_interrupt", "el0_svc", "schedule"})
    void leavesOtherFunctionsUnnamed(String function) {
        assertThat(KernelSymbols.syscallOf(function)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "finish_task_switch, scheduler", "__schedule, scheduler", "futex_wait, futex", "filemap_read, vfs",
        "ext4_da_write_begin, vfs", "tcp_sendmsg_locked, network", "__netif_receive_skb_core, network",
        "asm_exc_page_fault, page faults", "clear_page_erms, page faults", "do_vmi_munmap, memory",
        "hrtimer_start_range_ns, time", "handle_softirqs, interrupts", "asm_sysvec_apic_timer_interrupt, interrupts",
        "ep_poll, poll", "perf_event_task_tick, profiling", "schedule_timeout, scheduler"
    })
    void namesTheSubsystem(String function, String subsystem) {
        assertThat(KernelSymbols.subsystemOf(function)).contains(subsystem);
    }

    @ParameterizedTest
    @ValueSource(strings = {"_raw_spin_unlock_irqrestore", "copy_page_to_iter", "mutex_lock", "kmem_cache_alloc_node_noprof",
        "its_return_thunk", "do_syscall_64", "zzz_unknown"})
    void leavesFunctionsOfManyCallersToTheirCaller(String function) {
        assertThat(KernelSymbols.subsystemOf(function)).isEmpty();
    }

    @Test
    void everyNativeMethodHasOneEntry() {
        assertThat(NativeMethods.find("java.io.FileOutputStream.writeBytes"))
                .contains(new NativeMethods.Entry("java.io.FileOutputStream.writeBytes", NativeMethods.Behaviour.BURNS, "write", "vfs"));
        assertThat(NativeMethods.find("sun.nio.ch.EPoll.wait")).get()
                .returns(NativeMethods.Behaviour.WAITS, NativeMethods.Entry::behaviour);
        assertThat(NativeMethods.find("java.net.SocketInputStream.socketRead0")).get()
                .returns(NativeMethods.Behaviour.BLOCKING_READ, NativeMethods.Entry::behaviour);
        assertThat(NativeMethods.all()).hasSizeGreaterThan(150);
    }
}
