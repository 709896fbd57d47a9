package dev.perfhint.rules.latency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class DistributionTest {
    @Test
    void percentilesAreThoseOfTheSortedTimes() {
        long[] times = new Random(1).longs(100_000, 50, 3_000_000_000L).map(nanos -> (long) Math.pow(nanos, 0.7)).toArray();
        Distribution distribution = new Distribution();
        Arrays.stream(times).forEach(distribution::add);
        Arrays.sort(times);
        for (double percent : new double[] {0.1, 50, 90, 99, 99.9, 99.99, 100}) {
            long exact = times[(int) Math.ceil(percent / 100 * times.length) - 1];
            assertThat((double) distribution.percentileNanos(percent)).isCloseTo(exact, within(exact / 1000.0 + 1));
        }
        assertThat(distribution.bestNanos()).isEqualTo(times[0]);
        assertThat(distribution.maxNanos()).isEqualTo(times[times.length - 1]);
        assertThat(distribution.meanNanos()).isCloseTo(Arrays.stream(times).average().orElseThrow(), within(1e-6));
    }

    @Test
    void twoMergedEqualOne() {
        Distribution one = new Distribution();
        Distribution first = new Distribution();
        Distribution second = new Distribution();
        Random random = new Random(2);
        for (int i = 0; i < 10_000; i++) {
            long nanos = random.nextInt(1 << (5 + i % 25));
            one.add(nanos);
            (i % 3 == 0 ? first : second).add(nanos);
        }
        first.add(second);
        assertThat(first.count()).isEqualTo(one.count());
        assertThat(first.bars()).isEqualTo(one.bars());
        for (double percent = 0; percent <= 100; percent += 0.5) {
            assertThat(first.percentileNanos(percent)).isEqualTo(one.percentileNanos(percent));
        }
        assertThat(first.deviationNanos()).isCloseTo(one.deviationNanos(), within(one.deviationNanos() * 1e-9));
    }

    @Test
    void barsAreEqualStepsWhereMostOperationsAre() {
        Distribution distribution = new Distribution();
        Random random = new Random(3);
        for (int i = 0; i < 10_000; i++) {
            distribution.add(9_000_000 + random.nextInt(1_000_000) + (i % 100 == 0 ? 500_000_000L : 0));
        }
        assertThat(distribution.bars().stream().filter(bar -> bar.toNanos() - bar.fromNanos() == 100_000)
                .mapToLong(Distribution.Bar::count).sum()).isBetween(9_800L, 9_900L);
        assertThat(distribution.bars()).hasSizeLessThan(25);
    }

    @Test
    void aPercentileWithoutACauseThatTookNothingIsTheSame() {
        Distribution all = new Distribution();
        List<Outlier> outliers = new ArrayList<>();
        for (int i = 1; i <= 10_000; i++) {
            all.add(i * 1_000L);
            if (i > 9_900) {
                outliers.add(new Outlier("", "", Map.of(), 0, 0, i * 1_000L, Map.of(WaitCause.LOCK, 9_000_000L), List.of(), 0));
            }
        }
        LatencyReport.Group group = new LatencyReport.Group("", all, List.of(), 9_901_000, outliers);
        double now = all.percentileNanos(99.9);
        assertThat((double) group.withoutNanos(WaitCause.GC_PAUSE, 99.9)).isCloseTo(now, within(now / 900));
        assertThat(group.withoutNanos(WaitCause.LOCK, 99.9)).isLessThan(1_000_000);
    }

    @Test
    void aPercentileHasAnIntervalOfRanks() {
        Distribution distribution = new Distribution();
        for (int i = 1; i <= 10_000; i++) {
            distribution.add(i);
        }
        assertThat(distribution.estimate(50).low()).isBetween(4_890.0, 4_910.0);
        assertThat(distribution.estimate(50).high()).isBetween(5_090.0, 5_110.0);
    }

    @Test
    void barsHoldEveryOperationAndFitTheScreen() {
        Distribution distribution = new Distribution();
        for (long nanos : new long[] {0, 1, 7, 1_000, 5_000_000, 60_000_000_000L, 7_200_000_000_000L}) {
            distribution.add(nanos);
        }
        assertThat(distribution.bars().stream().mapToLong(Distribution.Bar::count).sum()).isEqualTo(7);
        assertThat(distribution.bars()).hasSizeLessThan(30);
        assertThat(new Distribution().bars()).isEmpty();
        assertThat(new Distribution().percentileNanos(50)).isZero();
    }
}
