package dev.perfhint.rules.latency;

import dev.perfhint.rules.latency.LatencyReport.Group;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The operations of two recordings side by side: percentiles, operations per second, and what outliers waited for. */
public record LatencyComparison(List<Row> rows) {
    private static final double INTERVAL = 1.96;
    private static final double[] PERCENTS = {50, 90, 99, 99.9, 99.99};

    /** A number with its 95 % interval. */
    public record Estimate(double value, double low, double high) {}

    /** One number of both; {@code nanos} where it is a time. */
    public record Row(String what, boolean nanos, Estimate before, Estimate after) {
        /** Returns whether chance alone may have moved it: the intervals meet. */
        public boolean canBeChance() {
            return before.low() <= after.high() && after.low() <= before.high();
        }
    }

    /** Sets the largest groups of two reports side by side. */
    public static LatencyComparison of(LatencyReport before, LatencyReport after) {
        Group one = before.groups().get(0);
        Group other = after.groups().get(0);
        List<Row> rows = new ArrayList<>();
        rows.add(new Row("operations per s", false, rate(one), rate(other)));
        for (double percent : PERCENTS) {
            String name = percent == Math.rint(percent) ? Integer.toString((int) percent) : Double.toString(percent);
            rows.add(new Row(name + " % took at most", true, one.distribution().estimate(percent),
                    other.distribution().estimate(percent)));
        }
        Stream.of(WaitCause.values()).filter(cause -> first(one, cause) + first(other, cause) > 0)
                .forEach(cause -> rows.add(new Row("outliers per 1,000, first cause " + cause.label(), false,
                        outliers(one, cause, one.slowerThanNanos()), outliers(other, cause, one.slowerThanNanos()))));
        return new LatencyComparison(rows);
    }

    private static long first(Group group, WaitCause cause) {
        return group.outliers().stream().filter(outlier -> outlier.first() == cause).count();
    }

    /** Counts those that were outliers in the first recording: a limit that moves along shows no change. */
    private static Estimate outliers(Group group, WaitCause cause, long fromNanos) {
        double count = group.outliers().stream()
                .filter(outlier -> outlier.first() == cause && outlier.durationNanos() >= fromNanos).count();
        double thousands = group.distribution().count() / 1000.0;
        double error = INTERVAL * Math.sqrt(Math.max(1, count));
        return new Estimate(count / thousands, Math.max(0, count - error) / thousands, (count + error) / thousands);
    }

    /** Returns operations per second with what the slices of the recording scatter. */
    private static Estimate rate(Group group) {
        double[] rates = group.slices().stream().mapToDouble(slice -> slice.distribution().count() * 1e9
                / Math.max(1, slice.toNanos() - slice.fromNanos())).toArray();
        double mean = Stream.of(rates).flatMapToDouble(java.util.Arrays::stream).average().orElse(0);
        double squares = 0;
        for (double rate : rates) {
            squares += (rate - mean) * (rate - mean);
        }
        double error = INTERVAL * Math.sqrt(squares) / Math.max(1, rates.length);
        return new Estimate(mean, mean - error, mean + error);
    }
}
