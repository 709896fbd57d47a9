package dev.perfhint.rules.waiting;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.profile.Evidence;
import dev.perfhint.profile.KernelAccounting;
import dev.perfhint.profile.Labels;
import dev.perfhint.profile.Profile;
import dev.perfhint.profile.Recording;
import dev.perfhint.profile.build.ProfileBuilder;
import dev.perfhint.profile.timeline.EventLog;
import dev.perfhint.profile.timeline.EventNames.CodeLine;
import dev.perfhint.profile.timeline.EventSeries;
import dev.perfhint.profile.timeline.EventSeries.ValueKind;
import dev.perfhint.rules.Stacks;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Recordings of 4 s on two processors; Flight Recorder's first load is that of no time at all. */
class WaitingProgramTest {
    private static final long MILLI = 1_000_000;

    @Test
    void leavesOutTheStartOfAProgramThatWaits() {
        WaitingProgram program = WaitingProgram.of(counted(1100), loads(0, 0.01, 0.02, 0.03)).orElseThrow();
        assertThat(program.afterStart()).isTrue();
        assertThat(program.busyShare()).isBetween(0.039, 0.041);
        assertThat(program.wallNanos()).isEqualTo(3000 * MILLI);
    }

    @Test
    void takesTheKernelsCountWhereItShowsThatAProgramWaits() {
        WaitingProgram program = WaitingProgram.of(counted(400), loads(0, 0.01, 0.02, 0.03)).orElseThrow();
        assertThat(program.afterStart()).isFalse();
        assertThat(program.busyShare()).isBetween(0.099, 0.101);
        assertThat(program.wallNanos()).isEqualTo(4000 * MILLI);
    }

    @Test
    void doesNotCallAProgramWaitingThatWorksAfterItsStart() {
        assertThat(WaitingProgram.of(counted(1900), loads(0, 0.2, 0.2, 0.2))).isEmpty();
    }

    @Test
    void doesNotJudgeAProgramByASmallPartOfItsTime() {
        assertThat(WaitingProgram.of(counted(1100), loads(0, 0.01))).isEmpty();
    }

    @Test
    void readsNoEventsOfAProgramThatTheStartDoesNotExplain() {
        assertThat(WaitingProgram.isPossible(counted(1100))).isTrue();
        assertThat(WaitingProgram.isPossible(counted(3500))).isFalse();
    }

    /** Samples of the wall clock show no single sleep: the CPU time of the method that sleeps tells how often it wakes. */
    @Test
    void namesWhatAnIdleServerWaitsForBesideATimer() {
        for (int samples : List.of(1, 100)) {
            EventLog log = loads(0, 0.01, 0.02, 0.03);
            for (int i = 0; i < 8; i++) {
                wait(log, i, "main", "app.Server", "main", "java.net.ServerSocket", "accept");
                wait(log, i, "housekeeper", "app.Housekeeper", "run", "java.lang.Thread", "sleep");
            }
            Profile profile = Stacks.kernel("app.Housekeeper.run:7;java.lang.Thread.sleep:1;__x64_sys_futex_[k] "
                    + samples, "app.Main.main:3 400").profile();
            assertThat(RareSleep.is(WaitSites.of(log).stream().filter(site -> site.kind() == WaitKind.SLEEP).findFirst()
                    .orElseThrow(), profile, 40_000 * MILLI)).isEqualTo(samples == 1);
        }
        EventLog log = loads(0, 0.01, 0.02, 0.03);
        for (int i = 0; i < 4; i++) {
            sleep(log, i);
        }
        for (int i = 0; i < 4; i++) {
            wait(log, i, "main", "app.Server", "main", "java.net.ServerSocket", "accept");
        }
        WaitingProgram program = WaitingProgram.of(counted(400), log).orElseThrow();
        assertThat(program.site().orElseThrow().kind()).isEqualTo(WaitKind.ACCEPT);
        assertThat(program.stall()).isEmpty();
    }

    private static void sleep(EventLog log, int at) {
        log.open("jdk.ThreadSleep", List.of(), List.of()).add(at * 1000 * MILLI, 1000 * MILLI,
                log.names().thread(2, "housekeeper"), stack(log, "app.Housekeeper", "run", "java.lang.Thread", "sleep"),
                new long[] {});
    }

    private static void wait(EventLog log, int at, String thread, String type, String method, String jdk, String call) {
        log.open("profiler.WallClockSample", List.of("samples", "state"), List.of(ValueKind.DECIMAL, ValueKind.TEXT))
                .add(at * 500 * MILLI, 0, log.names().thread(thread.hashCode(), thread),
                        stack(log, type, method, jdk, call),
                        new long[] {Double.doubleToLongBits(1), log.names().number("STATE_SLEEPING")});
    }

    private static int stack(EventLog log, String type, String method, String jdk, String call) {
        return log.names().stack(List.of(new CodeLine(jdk, call, 1), new CodeLine(type, method, 7)));
    }

    private static Profile counted(long millis) {
        Recording recording = new Recording("made-up.jfr", "jfr", "jfr", "", Evidence.NONE, "", "", 0, 4000, 0, 0, 0, 0,
                0, 0, true, 0, List.of(), Labels.NONE, Optional.of(new KernelAccounting(millis * MILLI, 0)));
        return new ProfileBuilder().build(List.of(recording));
    }

    /** Makes a log of loads a second apart. */
    private static EventLog loads(double... jvm) {
        EventLog log = new EventLog("made-up.jfr");
        log.fact("hwThreads", "2");
        EventSeries loads = log.open("jdk.CPULoad", List.of("jvmUser", "jvmSystem", "machineTotal"),
                List.of(ValueKind.DECIMAL, ValueKind.DECIMAL, ValueKind.DECIMAL));
        for (int i = 0; i < jvm.length; i++) {
            loads.add(i * 1000 * MILLI, 0, EventSeries.NONE, EventSeries.NONE, new long[] {
                Double.doubleToLongBits(jvm[i]), Double.doubleToLongBits(0), Double.doubleToLongBits(0.1)});
        }
        return log;
    }
}
