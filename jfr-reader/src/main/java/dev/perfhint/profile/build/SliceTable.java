package dev.perfhint.profile.build;

import dev.perfhint.profile.TimeSlices;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** Growing time series of samples per (key, event); the common slice width doubles whenever a time lies beyond. */
final class SliceTable {
    private static final int SLICES = TimeSlices.SLICES;
    private static final int FIRST_SHIFT = 20;

    /** By event and key: the first 64 counters are samples, the others nanoseconds. */
    private long[][][] series = new long[4][][];
    private int shift = FIRST_SHIFT;

    long widthNanos() {
        return 1L << shift;
    }

    /** Returns whether nothing was added. */
    boolean isEmpty() {
        return Arrays.stream(series).allMatch(Objects::isNull);
    }

    /** Adds samples at a time. */
    void add(int key, int event, long timeNanos, long samples, long nanos) {
        while (timeNanos >>> shift >= SLICES) {
            widen();
        }
        long[] counts = counts(key, event);
        int slice = (int) (timeNanos >>> shift);
        counts[slice] += samples;
        counts[SLICES + slice] += nanos;
    }

    /** Widens the slices to those of {@code other}, so that both can be shown with one width. */
    void align(SliceTable other) {
        while (shift < other.shift) {
            widen();
        }
    }

    /**
     * Returns all series ordered by key and event.
     *
     * @param nanosPerSample by event, where samples carry no time of their own
     * @param events final event of every event id
     * @param totals samples, nanos, system samples and system nanos of all rows of a key, for final events
     */
    List<TimeSlices.Series> series(double[] nanosPerSample, int[] events, SumTable totals) {
        Map<Long, TimeSlices.Series> result = new TreeMap<>();
        for (int event = 0; event < Math.min(series.length, events.length); event++) {
            for (int key = 0; series[event] != null && key < series[event].length; key++) {
                if (series[event][key] != null) {
                    TimeSlices.Series sum = empty(key, events[event]);
                    TimeSlices.Series known = result.putIfAbsent((long) key << 32 | events[event], sum);
                    add(known == null ? sum : known, series[event][key], nanosPerSample[event],
                            totals.get(key, events[event]));
                }
            }
        }
        return new ArrayList<>(result.values());
    }

    private static void add(TimeSlices.Series sum, long[] counts, double nanosPerSample, long[] total) {
        for (int i = 0; i < SLICES; i++) {
            long samples = counts[i];
            sum.samples()[i] += samples;
            sum.nanos()[i] += counts[SLICES + i] + Math.round(samples * nanosPerSample);
            if (total[0] > 0) {
                if (counts[SLICES + i] == 0 && nanosPerSample == 0) {
                    // an estimate knows the time of all its samples together
                    sum.nanos()[i] += Math.round((double) samples * total[1] / total[0]);
                }
                sum.systemSamples()[i] += Math.round((double) samples * total[2] / total[0]);
                sum.systemNanos()[i] += Math.round((double) samples * total[3] / total[0]);
            }
        }
    }

    private long[] counts(int key, int event) {
        if (event >= series.length) {
            series = Arrays.copyOf(series, event * 2);
        }
        long[][] keys = series[event];
        if (keys == null || key >= keys.length) {
            keys = keys == null ? new long[key + 16][] : Arrays.copyOf(keys, key * 2);
            series[event] = keys;
        }
        if (keys[key] == null) {
            keys[key] = new long[SLICES * 2];
        }
        return keys[key];
    }

    private void widen() {
        shift++;
        for (long[][] keys : series) {
            for (int key = 0; keys != null && key < keys.length; key++) {
                if (keys[key] != null) {
                    halve(keys[key]);
                }
            }
        }
    }

    private static TimeSlices.Series empty(int key, int event) {
        return new TimeSlices.Series(
                key, event, new long[SLICES], new long[SLICES], new long[SLICES], new long[SLICES]);
    }

    private static void halve(long[] counts) {
        for (int base = 0; base < counts.length; base += SLICES) {
            for (int i = 0; i < SLICES / 2; i++) {
                counts[base + i] = counts[base + 2 * i] + counts[base + 2 * i + 1];
            }
            Arrays.fill(counts, base + SLICES / 2, base + SLICES, 0);
        }
    }
}
