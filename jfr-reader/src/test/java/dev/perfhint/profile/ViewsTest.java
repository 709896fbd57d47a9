package dev.perfhint.profile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.profile.cause.MainCause;
import dev.perfhint.profile.view.Butterfly;
import dev.perfhint.profile.view.CauseView;
import dev.perfhint.profile.view.Hotspot;
import dev.perfhint.profile.view.Hotspots;
import dev.perfhint.profile.view.KernelTime;
import dev.perfhint.profile.view.ThreadTimes;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ViewsTest {
    private static final Event CPU = new Event("cpu", "perf_events", Evidence.KERNEL_FRAMES, true);
    private static final Event CTIMER = new Event("ctimer", "ctimer", Evidence.SYSCALL_STUBS, true);
    private static final String WRITE = "java.io.FileOutputStream.write;java.io.FileOutputStream.write;writeSingle;__GI_write";
    private static final String KERNEL = ";entry_SYSCALL_64_after_hwframe_[k];do_syscall_64_[k];ksys_write_[k];vfs_write_[k]";

    private static final MainCause WRITING = new MainCause(Cause.FILE_WRITE, 1);

    @Test
    void countsOnlyStacksThatEndInTheKernelAtGradeOne() {
        Profile profile = new SmallProfile()
                .add(CPU, "main", "app.A.run;app.B.put;" + WRITE + KERNEL, 85)
                .add(CPU, "main", "app.A.run;app.C.put;" + WRITE + KERNEL + ";ext4_file_write_iter_[k]", 15)
                .add(CPU, "main", "app.A.run;app.B.put;" + WRITE, 7)
                .add(CPU, "main", "app.A.run", 93)
                .build();
        assertThat(CpuTotals.best(profile)).isEqualTo(new CpuTotals(Evidence.KERNEL_FRAMES, 200, 100, 200, 100));
        List<Hotspot> hotspots = Hotspots.of(profile, Evidence.KERNEL_FRAMES, false);
        assertThat(hotspots).containsExactly(
                new Hotspot("java.io.FileOutputStream.write", FrameKind.JAVA, 100, 100, 100, 100),
                new Hotspot("app.A.run", FrameKind.JAVA, 0, 100, 0, 100),
                new Hotspot("app.B.put", FrameKind.JAVA, 0, 85, 0, 85),
                new Hotspot("app.C.put", FrameKind.JAVA, 0, 15, 0, 15));
    }

    @Test
    void showsKernelAndNativeFramesThemselves() {
        Profile profile = new SmallProfile().add(CPU, "main", "app.A.run;" + WRITE + KERNEL, 3).build();
        assertThat(Hotspots.of(profile, Evidence.KERNEL_FRAMES, true))
                .extracting(Hotspot::method, Hotspot::kind, Hotspot::exclusive, Hotspot::inclusive)
                .contains(
                        org.assertj.core.groups.Tuple.tuple("vfs_write", FrameKind.KERNEL, 3L, 3L),
                        org.assertj.core.groups.Tuple.tuple("__GI_write", FrameKind.NATIVE, 0L, 3L),
                        org.assertj.core.groups.Tuple.tuple("app.A.run", FrameKind.JAVA, 0L, 3L));
    }

    @Test
    void neverMixesGrades() {
        Profile profile = new SmallProfile()
                .add(CPU, "main", "app.A.run;" + WRITE + KERNEL, 5)
                .add(CTIMER, "main", "app.A.run;" + WRITE, 30)
                .add(CTIMER, "main", "app.A.run", 10)
                .build();
        assertThat(CpuTotals.byEvidence(profile)).containsExactly(
                new CpuTotals(Evidence.KERNEL_FRAMES, 5, 5, 5, 5),
                new CpuTotals(Evidence.SYSCALL_STUBS, 40, 30, 40, 30));
        assertThat(Hotspots.of(profile, Evidence.SYSCALL_STUBS, false).get(0).exclusive()).isEqualTo(30);
        assertThat(ThreadTimes.of(profile, Evidence.KERNEL_FRAMES))
                .containsExactly(new ThreadTimes.Row("main", 5, 5, 5, 5));
    }

    @Test
    void leavesEventsThatAreNotCpuOut() {
        Profile profile = new SmallProfile()
                .add(CpuEvents.of("page-faults", "perf_events", false, true), "main", "app.A.run;handle_mm_fault_[k]", 9)
                .add(CpuEvents.of("syscalls:sys_enter_write", "perf_events", false, true), "main", "app.A.run;" + WRITE + KERNEL, 9)
                .add(CpuEvents.of("wall", "wall", false, true), "main", "app.A.run;" + WRITE, 9)
                .add(CpuEvents.of("cpu", "perf_events", true, false), "main", "app.A.run;" + WRITE, 9)
                .build();
        assertThat(CpuTotals.byEvidence(profile)).isEmpty();
        assertThat(CpuTotals.best(profile)).isEqualTo(new CpuTotals(Evidence.NONE, 0, 0, 0, 0));
        assertThat(profile.rows().totalSamples()).isEqualTo(36);
    }

    @Test
    void tellsTheMainCauseOfEachMethodAndCountsOneAlone() {
        String parked = "java.util.concurrent.LinkedBlockingQueue.take;java.util.concurrent.locks.LockSupport.park;"
                + "jdk.internal.misc.Unsafe.park;entry_SYSCALL_64_after_hwframe_[k];do_syscall_64_[k];__x64_sys_futex_[k];futex_wait_[k]";
        Profile profile = new SmallProfile()
                .add(CPU, "main", "app.A.run;app.B.put;" + WRITE + KERNEL, 60)
                .add(CPU, "main", "app.A.run;app.Q.next;" + parked, 40)
                .add(CPU, "main", "app.A.run", 93)
                .build();
        List<Hotspot> hotspots = Hotspots.of(profile, Evidence.KERNEL_FRAMES, false).stream()
                .filter(hotspot -> hotspot.method().startsWith("app.")).toList();
        assertThat(hotspots).extracting(Hotspot::method).containsExactly("app.A.run", "app.B.put", "app.Q.next");
        assertThat(CauseView.of(profile, Evidence.KERNEL_FRAMES, false, hotspots)).containsExactly(
                new MainCause(Cause.FILE_WRITE, 0.6), WRITING, new MainCause(Cause.THREAD_HANDOFF, 1));
        Profile handoff = CauseView.only(profile, Cause.THREAD_HANDOFF);
        assertThat(CpuTotals.best(handoff)).isEqualTo(new CpuTotals(Evidence.KERNEL_FRAMES, 40, 40, 40, 40));
        assertThat(Hotspots.of(handoff, Evidence.KERNEL_FRAMES, false)).extracting(Hotspot::method)
                .contains("app.Q.next").doesNotContain("app.B.put");
        assertThat(CpuTotals.best(CauseView.only(profile, Cause.GC)).samples()).isZero();
    }

    @Test
    void countsRecursionOnce() {
        Profile profile = new SmallProfile()
                .add(CPU, "main", "app.A.run;app.R.walk;app.R.walk;app.R.walk;" + WRITE + KERNEL, 10)
                .add(CPU, "main", "app.A.run;app.R.walk;app.S.step;app.R.walk;app.T.leaf;" + WRITE + KERNEL, 4)
                .build();
        Butterfly butterfly = Butterfly.of(profile, Evidence.KERNEL_FRAMES, "R.walk", false);
        assertThat(butterfly.centre()).contains(new Hotspot("app.R.walk", FrameKind.JAVA, 0, 14, 0, 14));
        assertThat(butterfly.callers()).containsExactly(new Butterfly.Edge("app.A.run", FrameKind.JAVA, 14, 14, WRITING));
        assertThat(butterfly.callees()).containsExactly(
                new Butterfly.Edge("java.io.FileOutputStream.write", FrameKind.JAVA, 10, 10, WRITING),
                new Butterfly.Edge("app.T.leaf", FrameKind.JAVA, 4, 4, WRITING));
    }

    @Test
    void attributesCallersOfTheOuterOverload() {
        Profile profile = new SmallProfile()
                .add(CPU, "main", "app.A.run;app.B.put;" + WRITE + KERNEL, 85)
                .add(CPU, "main", "app.A.run;app.C.put;" + WRITE + KERNEL, 15)
                .build();
        Butterfly butterfly = Butterfly.of(profile, Evidence.KERNEL_FRAMES, "FileOutputStream.write", false);
        assertThat(butterfly.callers()).extracting(edge -> edge.share(butterfly.centre().orElseThrow()))
                .containsExactly(0.85, 0.15);
        assertThat(butterfly.callees()).isEmpty();
        assertThat(Butterfly.of(profile, Evidence.KERNEL_FRAMES, "app.A.run", false).callers())
                .containsExactly(new Butterfly.Edge(Frames.THREAD_ROOT, FrameKind.NATIVE, 100, 100, WRITING));
        assertThat(Butterfly.of(profile, Evidence.KERNEL_FRAMES, "no.such.Method", false).centre()).isEmpty();
    }

    @Test
    void rollsStacksWithoutJavaUpToOneName() {
        Profile profile = new SmallProfile().add(CPU, "GC Thread#1", "start_thread;G1::work;asm_exc_page_fault_[k]", 2).build();
        assertThat(Hotspots.of(profile, Evidence.KERNEL_FRAMES, false))
                .containsExactly(new Hotspot(Frames.NO_JAVA, FrameKind.NATIVE, 2, 2, 2, 2));
    }

    @Test
    void namesSystemCallsAndSubsystems() {
        String socket = "sun.nio.ch.SocketDispatcher.write;sun.nio.ch.FileDispatcherImpl.write0;__GI_write";
        Profile profile = new SmallProfile()
                .add(CPU, "main", "app.A.run;" + WRITE + KERNEL, 10)
                .add(CPU, "main", "app.A.run;" + WRITE + ";entry_SYSCALL_64_after_hwframe_[k]", 5)
                .add(CPU, "main", "app.A.run;" + socket + KERNEL + ";sock_write_iter_[k];tcp_sendmsg_[k]", 4)
                .add(CPU, "main", "app.A.run;" + socket + ";entry_SYSCALL_64_after_hwframe_[k];do_syscall_64_[k]", 3)
                .add(CPU, "main", "app.A.run;asm_exc_page_fault_[k];exc_page_fault_[k];handle_mm_fault_[k]", 2)
                .add(CPU, "main", "app.A.run;asm_sysvec_apic_timer_interrupt_[k];irqentry_exit_to_user_mode_[k]", 1)
                .build();
        KernelTime time = KernelTime.of(profile, Evidence.KERNEL_FRAMES);
        assertThat(time.syscalls()).containsExactly(new KernelTime.Row("write", 22, 22));
        assertThat(time.subsystems()).containsExactly(
                new KernelTime.Row("vfs", 15, 15),
                new KernelTime.Row("network", 7, 7),
                new KernelTime.Row("page faults", 2, 2),
                new KernelTime.Row("interrupts", 1, 1));
    }

    @Test
    void namesSystemCallsOfLibcWrappers() {
        Profile profile = new SmallProfile()
                .add(CTIMER, "main", "app.A.run;" + WRITE, 10)
                .add(CTIMER, "main", "jdk.internal.misc.Unsafe.park;__futex_abstimed_wait_common", 4)
                .add(CTIMER, "main", "app.A.run;sun.nio.ch.SocketDispatcher.read0;__GI_read", 3)
                .add(CTIMER, "main", "app.A.run;jni_GetObjectField", 9)
                .add(CTIMER, "main", "app.A.run;__GI_write;__GI___pthread_disable_asynccancel", 9)
                .build();
        assertThat(KernelTime.of(profile, Evidence.SYSCALL_STUBS)).isEqualTo(new KernelTime(
                List.of(new KernelTime.Row("write", 10, 10), new KernelTime.Row("futex", 4, 4), new KernelTime.Row("read", 3, 3)),
                List.of(new KernelTime.Row("vfs", 10, 10), new KernelTime.Row("futex", 4, 4), new KernelTime.Row("network", 3, 3))));
    }

    @Test
    void countsBareLibcOnlyWhereTheThreadWaits() {
        Profile profile = new SmallProfile()
                .add(CTIMER, "main", "java.util.concurrent.locks.LockSupport.park;jdk.internal.misc.Unsafe.park;libc.so.6", 3)
                .add(CTIMER, "main", "java.lang.Object.wait;libc.so.6", 2)
                .add(CTIMER, "main", "app.A.copy;libc.so.6", 50)
                .build();
        assertThat(CpuTotals.best(profile).systemSamples()).isEqualTo(5);
    }
}
