package dev.perfhint.rules.waiting;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.profile.timeline.EventLog;
import dev.perfhint.profile.timeline.EventNames.CodeLine;
import dev.perfhint.profile.timeline.EventSeries;
import dev.perfhint.profile.timeline.EventSeries.ValueKind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class WaitSitesTest {
    private static final long MILLI = 1_000_000;

    private final EventLog log = new EventLog("made-up.jfr");

    @Test
    void namesTheDelayedAcknowledgement() {
        for (int i = 0; i < 20; i++) {
            event("jdk.SocketRead", i * 50 * MILLI, 43 * MILLI + i * 100_000, "main", "app.Client", "call");
        }
        WaitSite site = WaitSites.of(log).get(0);
        assertThat(site.kind()).isEqualTo(WaitKind.SOCKET_READ);
        assertThat(site.place()).isEqualTo("app.Client.call:7");
        assertThat(site.medianNanos()).isBetween(43 * MILLI, 45 * MILLI);
        assertThat(Stall.of(site).orElseThrow().name()).isEqualTo("likely delayed acknowledgement (40 ms)");
    }

    @Test
    void namesNoDelayedAcknowledgementForAPeerThatTakesAboutAsLong() {
        for (int i = 0; i < 20; i++) {
            event("jdk.SocketRead", i * 50 * MILLI, 37 * MILLI + i * 400_000, "main", "app.Player", "nextFrame");
        }
        WaitSite site = WaitSites.of(log).get(0);
        assertThat(site.medianNanos()).isBetween(40 * MILLI, 42 * MILLI);
        assertThat(Stall.of(site)).isEmpty();
    }

    @Test
    void namesNoStallForReadsOfAllDurations() {
        for (int i = 1; i < 40; i++) {
            event("jdk.SocketRead", i * 100 * MILLI, i * 3 * MILLI, "main", "app.Client", "call");
        }
        assertThat(Stall.of(WaitSites.of(log).get(0))).isEmpty();
    }

    @Test
    void namesThePollInterval() {
        for (int i = 0; i < 10; i++) {
            event("jdk.ThreadSleep", i * 20 * MILLI, 20 * MILLI, "main", "app.Poller", "run");
        }
        assertThat(Stall.of(WaitSites.of(log).get(0)).orElseThrow().name()).isEqualTo("a poll interval of 20 ms");
    }

    /** A timer each second is no poll: its wake-ups cost nothing. */
    @Test
    void namesNoPollIntervalOfASecond() {
        for (int i = 0; i < 10; i++) {
            event("jdk.ThreadSleep", i * 1001 * MILLI, 1000 * MILLI, "housekeeper", "app.Housekeeper", "run");
        }
        assertThat(Stall.of(WaitSites.of(log).get(0))).isEmpty();
    }

    @Test
    void callsSleepsOfAllDurationsPollingAndOneSleepNot() {
        event("jdk.ThreadSleep", 0, 900 * MILLI, "main", "app.Poller", "run");
        assertThat(Stall.of(WaitSites.of(log).get(0))).isEmpty();
        for (int i = 1; i < 10; i++) {
            event("jdk.ThreadSleep", i * 1000 * MILLI, i * i * 7 * MILLI, "main", "app.Poller", "run");
        }
        assertThat(Stall.of(WaitSites.of(log).get(0)).orElseThrow().name()).isEqualTo("polling");
    }

    @Test
    void namesAConvoyOfThreeThreadsAndNotOfTwo() {
        event("jdk.JavaMonitorEnter", 0, 10 * MILLI, "a", "app.Journal", "append");
        event("jdk.JavaMonitorEnter", 0, 17 * MILLI, "b", "app.Journal", "append");
        assertThat(Stall.of(WaitSites.of(log).get(0))).isEmpty();
        event("jdk.JavaMonitorEnter", 0, 31 * MILLI, "c", "app.Journal", "append");
        assertThat(Stall.of(WaitSites.of(log).get(0)).orElseThrow().name()).isEqualTo("lock convoy of 3 threads");
    }

    @Test
    void leavesOutTheJvmsOwnThreads() {
        event("jdk.ThreadPark", 0, 1000 * MILLI, "Common-Cleaner", "jdk.internal.ref.CleanerImpl", "run");
        assertThat(WaitSites.of(log)).isEmpty();
    }

    @Test
    void readsWhatThreadsWaitForOffTheJdksMethods() {
        assertThat(kind("jdk.internal.misc.Unsafe.park", "java.util.concurrent.locks.LockSupport.park",
                "java.util.concurrent.LinkedBlockingQueue.take", "java.util.concurrent.ThreadPoolExecutor.getTask"))
                .isEqualTo(WaitKind.IDLE_WORKER);
        assertThat(kind("jdk.internal.misc.Unsafe.park", "java.util.concurrent.locks.LockSupport.park",
                "java.util.concurrent.locks.AbstractQueuedSynchronizer.acquire",
                "java.util.concurrent.locks.ReentrantLock.lock")).isEqualTo(WaitKind.LOCK);
        assertThat(kind("sun.nio.ch.Net.poll", "sun.nio.ch.NioSocketImpl.park", "sun.nio.ch.NioSocketImpl.implRead",
                "sun.nio.ch.NioSocketImpl.read", "java.net.Socket$SocketInputStream.read"))
                .isEqualTo(WaitKind.SOCKET_READ);
        assertThat(kind("sun.nio.ch.Net.accept", "sun.nio.ch.NioSocketImpl.accept", "java.net.ServerSocket.accept"))
                .isEqualTo(WaitKind.ACCEPT);
        assertThat(kind("java.net.Inet6AddressImpl.lookupAllHostAddr", "java.net.InetAddress.getAllByName",
                "java.net.Socket.connect")).isEqualTo(WaitKind.NAME_LOOKUP);
        assertThat(kind("java.lang.Object.wait", "java.lang.Thread.join")).isEqualTo(WaitKind.OTHER_THREAD);
        assertThat(WaitKind.of(List.of("java.util.HashMap.get"))).isEmpty();
    }

    @Test
    void findsTheSpikeThatTakesMostOfTheTime() {
        List<Long> durations = new ArrayList<>(Collections.nCopies(10, 40 * MILLI));
        durations.addAll(0, Collections.nCopies(500, MILLI / 10));
        assertThat(Stall.spikeNanos(durations)).isEqualTo(40 * MILLI);
        assertThat(Stall.spikeNanos(List.of(MILLI, 5 * MILLI, 30 * MILLI))).isZero();
    }

    private static WaitKind kind(String... methods) {
        return WaitKind.of(List.of(methods)).orElseThrow();
    }

    private void event(String name, long start, long nanos, String thread, String className, String method) {
        EventSeries events = log.open(name, List.of("monitorClass"), List.of(ValueKind.TEXT));
        events.add(start, nanos, log.names().thread(thread.hashCode(), thread),
                log.names().stack(List.of(new CodeLine(className, method, 7))),
                new long[] {log.names().number("java.lang.Object")});
    }
}
