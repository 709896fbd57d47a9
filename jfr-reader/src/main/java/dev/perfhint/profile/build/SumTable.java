package dev.perfhint.profile.build;

import dev.perfhint.profile.Rows;
import java.util.Arrays;

/** Sums of rows per (key, event): samples, nanos, system samples, system nanos. Keys are small numbers. */
final class SumTable {
    private static final long[] NONE = new long[4];

    private long[][][] sums = new long[4][][];

    void add(int key, Rows rows, int row) {
        int event = rows.event(row);
        if (event >= sums.length) {
            sums = Arrays.copyOf(sums, event * 2);
        }
        long[][] keys = sums[event];
        if (keys == null || key >= keys.length) {
            keys = keys == null ? new long[key + 16][] : Arrays.copyOf(keys, key * 2);
            sums[event] = keys;
        }
        if (keys[key] == null) {
            keys[key] = new long[4];
        }
        long[] sum = keys[key];
        sum[0] += rows.samples(row);
        sum[1] += rows.nanos(row);
        sum[2] += rows.systemSamples(row);
        sum[3] += rows.systemNanos(row);
    }

    long[] get(int key, int event) {
        boolean known = event < sums.length && sums[event] != null && key < sums[event].length;
        return known && sums[event][key] != null ? sums[event][key] : NONE;
    }
}
