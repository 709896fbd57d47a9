package dev.perfhint.reader.jfr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.perfhint.reader.chunk.SampleIntervals;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Samples of simulated threads whose CPU time is known: what they stand for together is that time. */
final class SamplingLossTest {
    private static final double MILLI = 1e6;

    @ParameterizedTest
    @CsvSource({"4, 4", "10, 4", "2, 4", "1, 4", "10, 10", "4, 1"})
    void threadsThatRunInBurstsHaveTheirTimeBack(long intervalMillis, long tickMillis) {
        SampleIntervals intervals = new SampleIntervals(1_000_000_000);
        Random random = new Random(7);
        double[] cpuMillis = {
            timer(intervals, 0, intervalMillis, tickMillis, () -> 1), timer(intervals, 1, intervalMillis, tickMillis, random::nextDouble),
            timer(intervals, 2, intervalMillis, tickMillis, () -> random.nextDouble() / 4)
        };

        SamplingLoss loss = SamplingLoss.of(intervals, intervalMillis * 1_000_000, true, new int[] {0, 1, 2});

        double ofOne = cpuMillis[0] / intervals.samples(0);
        assertThat(loss.ofThread(0)).isLessThan(0.01);
        for (int thread = 1; thread < 3; thread++) {
            double told = ofOne * intervals.samples(thread) * (1 + loss.ofThread(thread));
            assertThat(told / cpuMillis[thread]).as("thread %d, %s", thread, loss.ofThread(thread)).isCloseTo(1, within(0.13));
        }
    }

    @Test
    void threadsThatLiveForAFewSamplesHaveTheirLastPartBack() {
        SampleIntervals intervals = new SampleIntervals(1_000_000_000);
        Random random = new Random(7);
        double cpuMillis = 0;
        int threads = 400;
        for (int thread = 0; thread < threads; thread++) {
            double millis = 5 + 10 * random.nextDouble();
            cpuMillis += millis;
            for (int sample = 1; sample * 4 < millis; sample++) {
                intervals.add(thread, (long) ((thread * 100 + sample * 8) * MILLI));
            }
        }
        int[] groups = new int[threads];

        SamplingLoss loss = SamplingLoss.of(intervals, 4_000_000, false, groups);

        double told = IntStream.range(0, threads).mapToDouble(thread -> 4 * intervals.samples(thread) * (1 + loss.ofThread(thread))).sum();
        assertThat(told / cpuMillis).isCloseTo(1, within(0.03));
        assertThat(loss.shortLived()).containsExactly(0);
        assertThat(SamplingLoss.of(intervals, 4_000_000, false, IntStream.range(0, threads).toArray()).shortLived()).isEmpty();
    }

    /** Adds a thread that runs for a part of each tick's time, and meets the tick by chance. */
    private static double timer(SampleIntervals intervals, int thread, long interval, long tick, java.util.function.DoubleSupplier part) {
        Random random = new Random(thread);
        double cpu = 0;
        double expires = interval;
        for (long ticks = 1; ticks <= 40_000; ticks++) {
            double ran = part.getAsDouble();
            cpu += ran * tick;
            if (random.nextDouble() < ran && cpu >= expires) {
                intervals.add(thread, (long) (ticks * tick * MILLI));
                expires = (Math.floor(cpu / interval) + 1) * interval;
            }
        }
        return cpu;
    }
}
