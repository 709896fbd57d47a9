package dev.perfhint.rules.latency;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.profile.timeline.EventLog;
import dev.perfhint.profile.timeline.EventNames.CodeLine;
import dev.perfhint.profile.timeline.EventSeries;
import dev.perfhint.profile.timeline.EventSeries.ValueKind;
import dev.perfhint.rules.latency.Attribution.Division;
import dev.perfhint.rules.latency.Spans.Span;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A thread of a JVM with one processor, whose loads are noted every 20 ms. */
class AttributionTest {
    private static final long MILLI = 1_000_000;

    private final EventLog log = new EventLog("made-up.jfr");
    private final int worker = log.names().thread(1, "worker");

    @Test
    void aSlowOperationHasWhatTheUsualOnesLeave() {
        ticks(0.4, 1);
        Division division = divide(23 * MILLI, 12 * MILLI);
        assertThat(division.of(WaitCause.CPU_STARVATION)).isEqualTo(12 * MILLI);
        assertThat(division.of(WaitCause.NOT_EXPLAINED)).isZero();
    }

    @Test
    void timeOnAProcessorIsRunningAndTheRestIsStarvationWhereNoneWasFree() {
        ticks(0.25, 1);
        Division division = divide(20 * MILLI, 40 * MILLI);
        assertThat(division.of(WaitCause.RUNNING)).isEqualTo(10 * MILLI);
        assertThat(division.of(WaitCause.CPU_STARVATION)).isEqualTo(30 * MILLI);
    }

    @Test
    void offAFreeProcessorWithoutARecordedWaitIsNotExplained() {
        ticks(0.25, 0.5);
        Division division = divide(20 * MILLI, 40 * MILLI);
        assertThat(division.of(WaitCause.NOT_EXPLAINED)).isEqualTo(30 * MILLI);
        assertThat(division.offProcessorNanos()).isEqualTo(30 * MILLI);
    }

    @Test
    void samplesSayWhichOfItIsInitialisingAndWhichIsNotYetCompiled() {
        ticks(1, 1);
        sample(22, "app.Tables", "<clinit>");
        sample(30, "app.Work", "early");
        sample(40, "app.Work", "done");
        sample(50, "app.Work", "lost");
        compiled("app.Work.early", 65, "3");
        compiled("app.Work.done", 5, "3");
        compiled("app.Work.lost", 5, "3");
        EventSeries lost = log.open("jdk.Deoptimization", List.of("method", "action"), List.of(ValueKind.TEXT, ValueKind.TEXT));
        lost.add(45 * MILLI, 0, worker, EventSeries.NONE,
                new long[] {log.names().number("app.Work.lost"), log.names().number("reinterpret")});
        lost.add(21 * MILLI, 0, worker, EventSeries.NONE,
                new long[] {log.names().number("app.Work.done"), log.names().number("maybe_recompile")});
        Division division = divide(20 * MILLI, 40 * MILLI);
        assertThat(division.nanos()).isEqualTo(Map.of(WaitCause.CLASS_LOADING, 10 * MILLI, WaitCause.COMPILATION, 20 * MILLI,
                WaitCause.RUNNING, 10 * MILLI));
    }

    @Test
    void whatLiesBetweenTwoLoadsIsLinking() {
        EventSeries loads = log.open("jdk.ClassLoad", List.of("loadedClass"), List.of(ValueKind.TEXT));
        for (long at : new long[] {100, 101, 110}) {
            loads.add(at * MILLI, MILLI / 2, worker, EventSeries.NONE, new long[] {log.names().number("app.A")});
        }
        Division division = divide(100 * MILLI, 12 * MILLI);
        assertThat(division.of(WaitCause.CLASS_LOADING)).isEqualTo(2 * MILLI);
        assertThat(division.of(WaitCause.NOT_EXPLAINED)).isEqualTo(10 * MILLI);
    }

    private Division divide(long start, long nanos) {
        Spans slow = new Spans();
        slow.add(new Span(start, start + nanos, "app.Order", 0));
        slow.sort();
        return new Attribution(new Timeline(log, "app.Order"), new ProcessorTime(log))
                .divide(worker, EventSeries.NONE, start, start + nanos, Map.of(worker, slow));
    }

    private void ticks(double load, double machine) {
        log.fact("hwThreads", "1");
        for (int tick = 0; tick <= 5; tick++) {
            log.open("jdk.ThreadCPULoad", List.of("user", "system"), List.of(ValueKind.DECIMAL, ValueKind.DECIMAL))
                    .add(tick * 20 * MILLI, 0, worker, EventSeries.NONE, new long[] {Double.doubleToLongBits(load), 0});
            log.open("jdk.CPULoad", List.of("machineTotal"), List.of(ValueKind.DECIMAL))
                    .add(tick * 20 * MILLI, 0, EventSeries.NONE, EventSeries.NONE, new long[] {Double.doubleToLongBits(machine)});
        }
    }

    private void sample(long milli, String className, String method) {
        log.open("jdk.ExecutionSample", List.of(), List.of()).add(milli * MILLI, 0, worker,
                log.names().stack(List.of(new CodeLine(className, method, 7))), new long[0]);
    }

    private void compiled(String method, long milli, String level) {
        log.open("jdk.Compilation", List.of("method", "compileLevel"), List.of(ValueKind.TEXT, ValueKind.TEXT))
                .add(milli * MILLI, MILLI, EventSeries.NONE, EventSeries.NONE, new long[] {log.names().number(method), log.names().number(level)});
    }
}
