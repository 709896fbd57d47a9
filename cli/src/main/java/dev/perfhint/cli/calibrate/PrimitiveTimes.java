package dev.perfhint.cli.calibrate;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The times of one primitive over all rounds, in nanoseconds. A round is a JVM of its own. */
public final class PrimitiveTimes {
    private final TreeMap<Double, Long> counts = new TreeMap<>();
    private final List<Double> roundMedians = new ArrayList<>();
    private long samples;
    private double sum;

    /** Adds a round: times and how often each was seen. */
    void addRound(Map<Double, Long> round) {
        long before = samples;
        round.forEach((nanos, count) -> {
            counts.merge(nanos, count, Long::sum);
            samples += count;
            sum += nanos * count;
        });
        roundMedians.add(percentile(new TreeMap<>(round), samples - before, 50));
    }

    public long samples() {
        return samples;
    }

    public double mean() {
        return sum / samples;
    }

    public double deviation() {
        double mean = mean();
        double squares = 0;
        for (Map.Entry<Double, Long> entry : counts.entrySet()) {
            squares += entry.getValue() * (entry.getKey() - mean) * (entry.getKey() - mean);
        }
        return samples < 2 ? 0 : Math.sqrt(squares / (samples - 1));
    }

    public double best() {
        return counts.firstKey();
    }

    public double max() {
        return counts.lastKey();
    }

    /** Returns the least time that so many percent of the samples do not exceed. */
    public double percentile(double percent) {
        return percentile(counts, samples, percent);
    }

    /** Returns the median of each round. */
    public List<Double> roundMedians() {
        return List.copyOf(roundMedians);
    }

    private static double percentile(TreeMap<Double, Long> counts, long samples, double percent) {
        long rank = (long) Math.ceil(samples * percent / 100);
        long seen = 0;
        for (Map.Entry<Double, Long> entry : counts.entrySet()) {
            seen += entry.getValue();
            if (seen >= rank) {
                return entry.getKey();
            }
        }
        return counts.lastKey();
    }
}
