package dev.perfhint.profile;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Knows Linux kernel functions: the system call a function is the entry of, and the subsystem a function belongs to.
 * Names of x86-64 and arm64 kernels 4.x to 6.x, without compiler suffixes ({@link FrameNames#nativeName}).
 */
public final class KernelSymbols {
    public static final String FAULT = "page faults";
    public static final String INTERRUPTS = "interrupts";
    public static final String SCHEDULER = "scheduler";
    public static final String FUTEX = "futex";
    public static final String VFS = "vfs";
    public static final String NETWORK = "network";
    public static final String MEMORY = "memory";
    public static final String OTHER = "other";

    private static final String[] ENTRY_PREFIXES = {
        "__x64_sys_", "__arm64_sys_", "__arm64_compat_sys_", "__ia32_compat_sys_", "__ia32_sys_", "__se_compat_sys_",
        "__se_sys_", "__do_sys_", "ksys_", "__sys_", "SyS_", "sys_"
    };

    // kernel name of a system call, where strace's differs
    private static final Map<String, String> RENAMED = Map.ofEntries(
            Map.entry("newstat", "stat"),
            Map.entry("newfstat", "fstat"),
            Map.entry("newlstat", "lstat"),
            Map.entry("newuname", "uname"),
            Map.entry("sendfile64", "sendfile"),
            Map.entry("mmap_pgoff", "mmap"),
            Map.entry("select", "select"),
            Map.entry("pread", "pread64"),
            Map.entry("pwrite", "pwrite64"),
            Map.entry("fadvise64_64", "fadvise64"));

    // inner functions that stand for one system call when its entry was inlined
    private static final Map<String, String> INNER = Map.ofEntries(
            Map.entry("do_futex", "futex"),
            Map.entry("do_sys_open", "openat"),
            Map.entry("do_sys_openat2", "openat"),
            Map.entry("do_epoll_wait", "epoll_wait"),
            Map.entry("do_epoll_ctl", "epoll_ctl"),
            Map.entry("do_sys_poll", "poll"),
            Map.entry("do_readv", "readv"),
            Map.entry("do_writev", "writev"),
            Map.entry("do_sendfile", "sendfile"),
            Map.entry("vfs_read", "read"),
            Map.entry("vfs_write", "write"),
            Map.entry("vm_mmap_pgoff", "mmap"),
            Map.entry("__vm_munmap", "munmap"),
            Map.entry("do_sched_yield", "sched_yield"),
            Map.entry("kernel_clone", "clone"),
            Map.entry("_do_fork", "clone"),
            Map.entry("do_statx", "statx"),
            Map.entry("vfs_fstatat", "newfstatat"),
            Map.entry("do_faccessat", "access"),
            Map.entry("do_group_exit", "exit_group"));

    // _einittext: kernels without symbols for their entry trampolines name them so
    private static final Set<String> SYSCALL_ENTRIES = Set.of(
            "entry_SYSCALL_64_after_hwframe", "entry_SYSCALL_64", "entry_SYSCALL_64_safe_stack", "do_syscall_64",
            "x64_sys_call", "entry_SYSCALL_64_fastpath", "system_call_fastpath", "syscall_return_via_sysret",
            "__entry_text_start", "syscall_enter_from_user_mode", "syscall_exit_to_user_mode", "ret_from_sys_call",
            "el0t_64_sync", "el0t_64_sync_handler", "el0_svc", "el0_svc_common", "el0_svc_handler", "do_el0_svc",
            "invoke_syscall", "el0_sync", "el0_sync_handler", "entry_SYSRETQ_unsafe_stack", "syscall_trace_enter",
            "entry_SYSCALL_compat_after_hwframe", "_einittext", "do_int80_syscall_32", "stub_clone");
    private static final Set<String> FAULT_ENTRIES = Set.of(
            "asm_exc_page_fault", "exc_page_fault", "page_fault", "async_page_fault", "do_page_fault", "el0_da", "el0_ia",
            "do_mem_abort", "do_translation_fault", "do_user_addr_fault", "handle_mm_fault", "asm_exc_general_protection");

    // subsystem, then prefixes of its functions; the longest prefix wins; "-" names helpers of many callers
    private static final String SUBSYSTEMS =
            """
            page_faults asm_exc_page_fault exc_page_fault page_fault do_page_fault do_user_addr_fault handle_mm_fault \
            __handle_mm_fault do_anonymous_page do_fault do_wp_page wp_page_copy do_cow_fault do_shared_fault \
            do_read_fault \
            do_swap_page do_huge_pmd filemap_map_pages filemap_fault __do_fault finish_fault do_translation_fault \
            el0_da \
            do_mem_abort ext4_page_mkwrite fault_dirty_shared_page do_numa_page lock_vma_under_rcu do_shared_fault \
            fault_in_ vmf_insert clear_page clear_huge_page folio_zero_user do_set_pte set_pte_range
            memory do_mmap vm_mmap __vm_munmap do_munmap do_vmi_ unmap_ zap_ free_pgtables mmap_region \
            mprotect_ do_mprotect change_p madvise_ do_madvise vma_ expand_stack brk __x64_sys_brk do_brk \
            get_page_from_freelist __alloc_pages alloc_pages free_unref_ free_pages __free_pages release_pages lru_ \
            folio_batch \
            folio_add_lru __pagevec pagevec try_charge charge_memcg mem_cgroup_ uncharge tlb_ flush_tlb \
            native_flush_tlb \
            shrink_ kswapd compact_ khugepaged rmqueue __rmqueue prep_new_page free_pcppages ptep_ pmd_ __pte pte_ \
            __mm_populate populate_vma follow_page gup __get_user_pages mas_ vm_area vm_normal_page copy_page_range \
            dup_mm \
            exit_mmap mmput __mmput remove_vma do_sysinfo si_ nr_blockdev_pages page_remove_rmap folio_remove_rmap \
            page_add_
            scheduler schedule __schedule finish_task_switch preempt_schedule pick_next try_to_wake_up wake_up_ \
            ttwu_ select_task_rq enqueue_task dequeue_task enqueue_entity dequeue_entity dequeue_entities update_curr \
            update_load_avg set_next_ put_prev_ \
            check_preempt wakeup_preempt sched_ __sched do_sched_yield yield_task newidle_balance load_balance \
            sched_balance \
            __switch_to switch_ context_switch prepare_task_switch activate_task deactivate_task reweight_entity \
            default_wake_function autoremove_wake_function __wake_up resched_ scheduler_tick task_tick \
            pv_native_safe_halt \
            native_safe_halt default_idle do_idle ret_from_fork schedule_tail cpuidle place_entity \
            __update_load_avg update_cfs update_rq_clock raw_spin_rq unthrottle_ psi_ wake_q wake_affine \
            available_idle_cpu \
            kick_ido_cpus kvm_ native_smp_send_reschedule native_write_msr x2apic_send_IPI
            futex futex_ __futex do_futex get_futex_key hash_futex plist_ rt_mutex __x64_sys_futex __arm64_sys_futex \
            handle_futex mark_wake_futex
            vfs vfs_ ksys_read ksys_write ksys_pread64 ksys_pwrite64 ksys_lseek new_sync_ __vfs generic_file_ \
            generic_perform_write __generic_file \
            generic_write_ filemap_ __filemap ext4_ __ext4 ext2_ jbd2_ xfs_ btrfs_ f2fs_ shmem_ simple_ tmpfs ovl_ \
            overlay fuse_ nfs_ iomap_ balance_dirty \
            pagecache_ truncate_ block_write block_invalidate block_dirty mark_buffer mark_inode __mark_inode \
            touch_atime atime_ file_update_time file_remove_privs inode_ \
            path_ link_path_walk walk_component lookup_ do_filp_open filp_ do_dentry_open do_sys_open do_open getname \
            __fget fget \
            fdget __fdget fput __fput fd_install alloc_fd alloc_file alloc_empty_file close_fd __close_fd do_dup dput \
            d_ __d_ lockref_ complete_walk \
            step_into terminate_walk try_to_unlazy legitimize_ __legitimize iput evict notify_change setattr_ \
            do_truncate \
            cp_new_stat cp_statx do_statx iterate_dir filldir dcache_ pipe_ tty_ n_tty pty_ proc_ seq_ kernfs_ sysfs_ \
            eventfd_ anon_inode \
            rw_verify_area iov_iter folio_wait folio_mark folio_end_writeback folio_unlock folio_start_writeback \
            mpage_ writeback_ do_writepages wb_ write_cache \
            fsnotify __fsnotify dnotify inotify_ mnt_ __mnt mntget mntput file_ta open_last_lookups may_open \
            __f_unlock_pos \
            create_empty_buffers fault_in_iov touch_buffer __find_get_block bdev_ crypto_ user_path getname_ \
            strncpy_from_user do_readlink readlink \
            do_unlinkat do_mkdirat do_rmdir do_renameat do_fsync sync_ file_write_and_wait xas_ __xas xa_ dir_ \
            do_sendfile splice_ do_splice copy_file_range \
            stat_ fadvise_ page_cache_ read_pages ondemand_ ra_ __lock_buffer lock_buffer
            block blk_ __blk submit_bio __submit_bio bio_ virtio_queue_rq virtqueue_ virtblk_ vp_notify nvme_ scsi_ \
            dd_dispatch elv_ io_schedule blkdev_ dm_ loop_ iowrite16 sg_ md_
            network tcp_ __tcp udp_ __udp inet_ inet6_ __inet ip_ __ip ip6_ ipv4_ ipv6_ sock_ __sock sk_ __sk skb_ \
            __skb \
            alloc_skb kfree_skb consume_skb __kfree_skb __alloc_skb napi_ __napi net_rx_ net_tx_ netif_ __netif dev_ \
            __dev loopback_ \
            enqueue_to_backlog process_backlog nf_ __nf iptable_ ipt_ neigh_ __neigh fib_ rt_ dst_ security_sock \
            selinux_sock __sys_send \
            __sys_recv __sys_connect __sys_accept __sys_socket __sys_bind unix_ virtnet_ eth_ qdisc_ __qdisc pfifo \
            sch_ fq_ \
            sockfd_ move_addr bpf_skops release_sock lock_sock __release_sock __lock_sock ___sys_ do_sock bpf_prog_ \
            ____sys_ veth_ br_ \
            wait_woken woken_wake validate_xmit raw_ packet_ netlink_ __local_bh_enable_ip tun_ ndisc_ csum_
            poll do_epoll ep_ epoll_ __ep do_sys_poll do_poll poll_ __pollwait do_select core_sys_select \
            select_estimate \
            __x64_sys_epoll reverse_path
            time hrtimer_ __hrtimer do_nanosleep clock_ common_nsleep ktime_ read_hpet read_tsc acpi_pm pvclock \
            timekeeping \
            posix_ get_timespec put_timespec nanosleep hpet_ lock_hrtimer timer_ __mod_timer mod_timer del_timer \
            __x64_sys_clock clockevents_ \
            timerfd_ do_timer itimer_ set_cpu_itimer run_posix_cpu posix_cpu
            interrupts asm_sysvec_ sysvec_ asm_common_interrupt common_interrupt apic_timer ret_from_intr irq_ __irq \
            irqentry_ \
            handle_irq handle_edge_irq handle_softirqs __do_softirq do_softirq __softirqentry run_ksoftirqd do_IRQ \
            el1_irq el0_irq el1h_64_irq el0t_64_irq \
            el1_interrupt el0_interrupt smp_apic tick_ update_process_times tmigr_ \
            call_function flush_smp generic_smp sysvec_reschedule reschedule_interrupt gic_ asm_exc_nmi exc_nmi \
            native_apic
            process do_fork kernel_clone _do_fork copy_process copy_thread do_exit do_group_exit exit_ release_task \
            wait_task do_wait kernel_wait \
            bprm_ begin_new_exec do_execve load_elf exec_ mm_release mm_init alloc_pid free_pid dup_task task_ \
            wake_up_new_task ptrace_ acct_ \
            taskstats cgroup_ __put_task delayed_put ret_from_fork_asm membarrier_ kthread
            signals do_signal get_signal send_sig __send_signal do_send_sig do_tkill arch_do_signal complete_signal \
            signal_ \
            dequeue_signal restore_sigcontext setup_rt_frame setup_sigcontext sigprocmask do_sigaction force_sig \
            setup_rt __set_task_blocked \
            __x64_sys_rt_sig get_sigframe x64_setup_rt_frame group_send_sig kill_ restore_altstack fpu__ copy_fpstate \
            fpu_
            security security_ selinux_ apparmor_ bpf_lsm cap_ avc_ __seccomp seccomp_ audit_ __audit tomoyo_ ima_ \
            landlock_
            profiling perf_ __perf bpf_trace trace_ __trace uprobe_ kprobe_ ftrace_ event_sched_ ctx_sched_ \
            visit_groups \
            cpu_clock_event task_clock_event x86_pmu intel_pmu amd_pmu armpmu rb_ group_sched __fprobe ring_buffer \
            unwind_ get_perf_callchain
            - _einittext rb_first rb_next rb_insert rb_erase __rb_ _raw_ __raw_ native_queued pv_queued mutex_ \
            __mutex down_ up_ __down __up rwsem_ rcu_ __rcu srcu_ \
            kmem_cache kmalloc __kmalloc kfree slab_ ___slab __slab kvfree copy_to_iter copy_from_iter _copy_ \
            copy_page_to \
            copy_page_from copy_folio_from copy_user copyin copyout memcpy memset __memcpy __memset rep_movs \
            __check_object __virt_addr \
            its_return_thunk __x86_ retbleed srso_ entry_ do_syscall_64 x64_sys_call syscall_ exit_to_user_mode \
            el0_svc el0t_64_sync invoke_syscall __put_user __get_user \
            current_time ktime_get_coarse clear_bhb __rseq rseq_ asm_exc_ obj_cgroup refill_obj raw_copy \
            simple_copy_to_iter schedule_work queue_work \
            sched_clock local_clock list_ __list kcsan stackleak __cond_resched preempt_ migrate_ fpregs_ switch_fpu \
            mem_cgroup_from
            """;

    private static final TreeMap<String, String> PREFIXES = SUBSYSTEMS.lines()
            .map(line -> line.split(" +"))
            .collect(TreeMap::new, KernelSymbols::add, TreeMap::putAll);
    private static final Map<String, String> SYSCALL_SUBSYSTEMS = syscallSubsystems();

    private KernelSymbols() {}

    /** Returns the system call that this kernel function is the entry, or an unmistakable part, of. */
    public static Optional<String> syscallOf(String function) {
        for (String prefix : ENTRY_PREFIXES) {
            if (function.startsWith(prefix) && !function.equals("sys_call")) {
                String name = function.substring(prefix.length());
                return Optional.of(RENAMED.getOrDefault(name, name));
            }
        }
        return Optional.ofNullable(INNER.get(function));
    }

    /** Returns whether this function is on the stack of every system call, whichever it is. */
    public static boolean isSyscallEntry(String function) {
        return SYSCALL_ENTRIES.contains(function);
    }

    /** Returns whether this function is the entry of a page fault. */
    public static boolean isFaultEntry(String function) {
        return FAULT_ENTRIES.contains(function);
    }

    /**
     * Returns the subsystem of a kernel function; nothing for helpers that many subsystems call and for unknown
     * functions.
     */
    public static Optional<String> subsystemOf(String function) {
        // the longest prefix is the greatest key not above the name that is a prefix of it
        for (String key = PREFIXES.floorKey(function); key != null; key = shorter(key, function)) {
            if (function.startsWith(key)) {
                return Optional.of(PREFIXES.get(key)).filter(name -> !name.equals("-"));
            }
        }
        return Optional.empty();
    }

    /** Returns the subsystem that a system call works in when nothing tells more; {@link #OTHER} if unknown. */
    public static String subsystemOfSyscall(String syscall) {
        return SYSCALL_SUBSYSTEMS.getOrDefault(syscall, OTHER);
    }

    private static String shorter(String key, String function) {
        int common = 0;
        while (common < key.length() && common < function.length() && key.charAt(common) == function.charAt(common)) {
            common++;
        }
        return common == 0 ? null : PREFIXES.floorKey(function.substring(0, common));
    }

    private static void add(TreeMap<String, String> prefixes, String[] cells) {
        String subsystem = cells[0].replace('_', ' ');
        for (int i = 1; i < cells.length; i++) {
            prefixes.put(cells[i], subsystem);
        }
    }

    private static Map<String, String> syscallSubsystems() {
        return """
                vfs read write pread64 pwrite64 readv writev preadv pwritev open openat openat2 close stat fstat \
                lstat newfstatat \
                statx access faccessat faccessat2 lseek fsync fdatasync ftruncate truncate getdents64 readlink \
                readlinkat unlink unlinkat \
                rename renameat renameat2 mkdir mkdirat rmdir chmod fchmod utimensat statfs fstatfs fcntl ioctl \
                sendfile copy_file_range dup dup2 dup3 \
                flock fadvise64 pipe pipe2 eventfd2 sync_file_range getcwd
                network recvfrom sendto recvmsg sendmsg recvmmsg sendmmsg connect accept accept4 socket bind listen \
                shutdown setsockopt \
                getsockopt getsockname getpeername socketpair
                futex futex
                memory mmap munmap mprotect madvise msync brk mremap mincore mlock sysinfo
                scheduler sched_yield sched_getaffinity sched_setaffinity sched_setscheduler getcpu
                poll poll ppoll epoll_wait epoll_pwait epoll_ctl epoll_create1 select pselect6
                time nanosleep clock_nanosleep clock_gettime gettimeofday timer_settime timerfd_settime times getrusage
                process clone clone3 fork vfork execve exit exit_group wait4 waitid prctl getpid gettid arch_prctl \
                uname set_robust_list rseq
                signals rt_sigprocmask rt_sigaction rt_sigreturn tgkill kill tkill sigaltstack rt_sigtimedwait
                """
                .lines()
                .map(line -> line.split(" +"))
                .flatMap(cells -> java.util.Arrays.stream(cells, 1, cells.length).map(name -> Map.entry(name, cells[0])))
                .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));
    }
}
