package dev.perfhint.reader.chunk;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class SampleIntervalsTest {
    private static final long MILLI = 1_000_000;

    @Test
    void takesTheKernelsTickWhereTimersFireNoMoreOften() {
        assertThat(every(4 * MILLI, 300).ofTimer(MILLI, 0)).isEqualTo(4 * MILLI);
        assertThat(every(10 * MILLI, 300).ofTimer(MILLI, 0)).isEqualTo(10 * MILLI);
    }

    @Test
    void keepsTheConfiguredIntervalWhereItWasKept() {
        assertThat(every(MILLI, 300).ofTimer(MILLI, 0)).isEqualTo(MILLI);
        // 5 ms on a 4 ms tick come as 4, 4, 4, 8: five in 20 ms
        SampleIntervals intervals = new SampleIntervals(0);
        long time = MILLI;
        for (int i = 0; i < 400; i++) {
            intervals.add(0, time);
            time += i % 4 == 3 ? 8 * MILLI : 4 * MILLI;
        }
        assertThat(intervals.ofTimer(5 * MILLI, 0)).isEqualTo(5 * MILLI);
    }

    @Test
    void asksTheProcessAccountingWhereABusyMachineBlursTheDistances() {
        SampleIntervals intervals = new SampleIntervals(0);
        long time = MILLI;
        for (int i = 0; i < 1000; i++) {
            intervals.add(0, time);
            time += i % 10 == 0 ? MILLI : i % 3 == 0 ? 6 * MILLI : 9 * MILLI;
        }
        assertThat(intervals.ofTimer(2 * MILLI, 0)).isEqualTo(2 * MILLI);
        assertThat(intervals.ofTimer(2 * MILLI, 3900.0 * MILLI)).isEqualTo(4 * MILLI);
        assertThat(intervals.ofTimer(2 * MILLI, 2100.0 * MILLI)).isEqualTo(2 * MILLI);
    }

    @Test
    void asksTheProcessAccountingWhereThreadsLeaveNoTwoSamplesInARow() {
        SampleIntervals intervals = new SampleIntervals(0);
        for (int i = 0; i < 500; i++) {
            intervals.add(i % 400, (1 + i) * 4 * MILLI);
        }
        assertThat(intervals.ofTimer(MILLI, 2300.0 * MILLI)).isEqualTo(4 * MILLI);
        assertThat(intervals.isUncertain(MILLI, 2300.0 * MILLI)).isFalse();
        assertThat(intervals.isUncertain(MILLI, 0)).isTrue();
        assertThat(every(MILLI, 300).isUncertain(MILLI, 0)).isFalse();
        assertThat(every(4 * MILLI, 300).isUncertain(MILLI, 0)).isFalse();
    }

    private static SampleIntervals every(long nanos, int samples) {
        SampleIntervals intervals = new SampleIntervals(0);
        for (int i = 1; i <= samples; i++) {
            intervals.add(0, i * nanos);
        }
        return intervals;
    }
}
