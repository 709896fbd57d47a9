package dev.perfhint.cli.verify;

import java.util.Arrays;
import java.util.Locale;

/** Median and range of a few runs. */
record Stats(long median, long min, long max) {
    /** Returns the statistics of at least one value. */
    static Stats of(long[] values) {
        long[] sorted = values.clone();
        Arrays.sort(sorted);
        return new Stats(sorted[sorted.length / 2], sorted[0], sorted[sorted.length - 1]);
    }

    @Override
    public String toString() {
        return min == max ? String.format(Locale.ROOT, "%,d", median)
                : String.format(Locale.ROOT, "%,d (%,d–%,d)", median, min, max);
    }
}
