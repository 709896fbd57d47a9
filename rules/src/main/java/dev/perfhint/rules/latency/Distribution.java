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
    private static final int MAX_BARS = 24;

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

    /** Returns the operations by time, in steps that grow by a constant factor: 2 for few, more where it takes many. */
    public List<Bar> bars() {
        if (count() == 0) {
            return List.of();
        }
        double span = Math.max(1, (double) max / Math.max(1, best));
        int perOctave = span < 64 ? 2 : 1;
        int octaves = 1;
        while (Math.log(span) / Math.log(2) * perOctave / octaves > MAX_BARS) {
            octaves++;
        }
        double factor = Math.pow(2, (double) octaves / perOctave);
        List<Bar> bars = new ArrayList<>();
        // the smallest power of the factor that is not above the best time
        double from = Math.pow(factor, Math.floor(Math.log(Math.max(1, best)) / Math.log(factor)));
        while (from <= max) {
            long low = Math.round(from);
            long high = Math.max(low + 1, Math.round(from * factor));
            bars.add(new Bar(low, high, count(low, high)));
            from = from * factor;
        }
        return withoutLost(bars);
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
