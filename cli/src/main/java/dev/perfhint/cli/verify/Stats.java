package dev.perfhint.cli.verify;

import java.util.Arrays;
import java.util.Locale;

/** Median and range of a few runs. */
record Stats(long median, long min, long max) {
    private static final double MAX_SPREAD = 1.5;

    /** Returns the statistics of at least one value. */
    static Stats of(long[] values) {
        long[] sorted = values.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        long median = sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
        return new Stats(median, sorted[0], sorted[sorted.length - 1]);
    }

    /** Returns whether equal runs differ so much that their medians say nothing: times on a busy machine. */
    boolean varies() {
        return max > MAX_SPREAD * min;
    }

    @Override
    public String toString() {
        return min == max ? String.format(Locale.ROOT, "%,d", median)
                : String.format(Locale.ROOT, "%,d (%,d–%,d)", median, min, max);
    }
}
