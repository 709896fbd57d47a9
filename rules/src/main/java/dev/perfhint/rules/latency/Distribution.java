package dev.perfhint.rules.latency;

import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/**
 * The durations of operations, in nanoseconds: exact count, mean, deviation and extremes, and percentiles within the
 * histogram's resolution of {@value #DIGITS} digits. Distributions merge.
 */
public final class Distribution {
    /** Significant decimal digits of a percentile: at most 0.1 % off. */
    public static final int DIGITS = 3;
    private static final int EQUAL_BARS = 10;
    private static final int TAIL_BARS = 10;
    private static final double USUAL = 95;

    private final Histogram histogram = new Histogram(DIGITS);
    private long sum;
    private double squares;
    private long best = Long.MAX_VALUE;
    private long max;

    /** How many operations took {@code fromNanos} to below {@code toNanos}. */
    public record Bar(long fromNanos, long toNanos, long count) {}

    /** Adds one operation; a negative duration counts as none. */
    public void add(long durationNanos) {
        long nanos = Math.max(0, durationNanos);
        histogram.recordValue(nanos);
        sum += nanos;
        squares += (double) nanos * nanos;
        best = Math.min(best, nanos);
        max = Math.max(max, nanos);
    }

    /** Adds all operations of another distribution. */
    public void add(Distribution other) {
        histogram.add(other.histogram);
        sum += other.sum;
        squares += other.squares;
        best = Math.min(best, other.best);
        max = Math.max(max, other.max);
    }

    public long count() {
        return histogram.getTotalCount();
    }

    public double meanNanos() {
        return count() == 0 ? 0 : (double) sum / count();
    }

    /** Returns the standard deviation of the operations themselves, not of a sample of them. */
    public double deviationNanos() {
        return count() == 0 ? 0 : Math.sqrt(Math.max(0, squares / count() - meanNanos() * meanNanos()));
    }

    public long totalNanos() {
        return sum;
    }

    public long bestNanos() {
        return count() == 0 ? 0 : best;
    }

    public long maxNanos() {
        return max;
    }

    /** Returns the time within which {@code percent} of the operations ended, at most the maximum. */
    public long percentileNanos(double percent) {
        return Math.min(max, histogram.getValueAtPercentile(percent));
    }

    /** Returns a percentile with its 95 % interval, by the ranks between which chance moves it. */
    LatencyComparison.Estimate estimate(double percent) {
        double share = percent / 100;
        double error = count() == 0 ? 0 : 196 * Math.sqrt(share * (1 - share) / count());
        return new LatencyComparison.Estimate(percentileNanos(percent), percentileNanos(Math.max(0, percent - error)),
                percentileNanos(Math.min(100, percent + error)));
    }

    /** Returns the operations by time: in equal steps where most are, in steps that grow by a factor in the tail. */
    public List<Bar> bars() {
        if (count() == 0) {
            return List.of();
        }
        long usual = percentileNanos(USUAL);
        long step = step(Math.max(1, (usual - percentileNanos(100 - USUAL)) / EQUAL_BARS));
        long from = percentileNanos(100 - USUAL) / step * step;
        List<Bar> bars = new ArrayList<>();
        if (best < from) {
            bars.add(new Bar(best, from, count(best, from)));
        }
        for (; from <= usual; from += step) {
            bars.add(new Bar(from, from + step, count(from, from + step)));
        }
        double factor = Math.max(2, Math.pow((double) max / Math.max(1, from), 1.0 / TAIL_BARS));
        while (from <= max) {
            long to = Math.max(from + step, Math.round(from * factor));
            bars.add(new Bar(from, to, count(from, to)));
            from = to;
        }
        return withoutLost(bars);
    }

    /** Returns 1, 2 or 5 times a power of ten that is at least so long. */
    private static long step(long least) {
        for (long power = 1;; power *= 10) {
            for (long digit : new long[] {1, 2, 5}) {
                if (digit * power >= least) {
                    return digit * power;
                }
            }
        }
    }

    private long count(long low, long high) {
        long count = 0;
        for (HistogramIterationValue value : histogram.recordedValues()) {
            long nanos = histogram.lowestEquivalentValue(value.getValueIteratedTo());
            if (nanos >= low && nanos < high) {
                count += value.getCountAddedInThisIterationStep();
            }
        }
        return count;
    }

    /** Puts what the resolution moved below the first bar into it: the bars' counts sum to all operations. */
    private List<Bar> withoutLost(List<Bar> bars) {
        long shown = bars.stream().mapToLong(Bar::count).sum();
        if (shown < count() && !bars.isEmpty()) {
            Bar first = bars.get(0);
            bars.set(0, new Bar(first.fromNanos(), first.toNanos(), first.count() + count() - shown));
        }
        return bars;
    }
}
