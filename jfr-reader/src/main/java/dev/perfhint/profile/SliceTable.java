package dev.perfhint.profile;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Growing time series of samples per (key, event); the common slice width doubles whenever a time lies beyond. */
final class SliceTable {
    private static final int SLICES = TimeSlices.SLICES;
    private static final int FIRST_SHIFT = 20;

    private final Map<Long, long[]> series = new HashMap<>();
    private int shift = FIRST_SHIFT;

    long widthNanos() {
        return 1L << shift;
    }

    /** Adds samples at a time. Of each series, the first 64 counters are samples, the others nanoseconds. */
    void add(int key, int event, long timeNanos, long samples, long nanos) {
        while (timeNanos >>> shift >= SLICES) {
            series.values().forEach(SliceTable::halve);
            shift++;
        }
        long[] counts = series.computeIfAbsent((long) key << RowTable.EVENT_BITS | event, k -> new long[SLICES * 2]);
        int slice = (int) (timeNanos >>> shift);
        counts[slice] += samples;
        counts[SLICES + slice] += nanos;
    }

    /** Widens the slices to those of {@code other}, so that both can be shown with one width. */
    void align(SliceTable other) {
        while (shift < other.shift) {
            series.values().forEach(SliceTable::halve);
            shift++;
        }
    }

    /**
     * Returns all series ordered by key and event.
     *
     * @param nanosPerSample by event, where samples carry no time of their own
     * @param events final event of every event id
     */
    List<TimeSlices.Series> series(double[] nanosPerSample, int[] events, Map<Long, long[]> totals) {
        Map<Long, TimeSlices.Series> result = new java.util.TreeMap<>();
        series.forEach((id, counts) -> {
            int event = (int) (id & (1 << RowTable.EVENT_BITS) - 1);
            long finalId = id >> RowTable.EVENT_BITS << RowTable.EVENT_BITS | events[event];
            TimeSlices.Series sum = result.computeIfAbsent(finalId, k -> empty((int) (id >> RowTable.EVENT_BITS), events[event]));
            long[] total = totals.getOrDefault(finalId, new long[4]);
            for (int i = 0; i < SLICES; i++) {
                long samples = counts[i];
                sum.samples()[i] += samples;
                sum.nanos()[i] += counts[SLICES + i] + Math.round(samples * nanosPerSample[event]);
                if (total[0] > 0) {
                    sum.systemSamples()[i] += Math.round((double) samples * total[2] / total[0]);
                    sum.systemNanos()[i] += Math.round((double) samples * total[3] / total[0]);
                }
            }
        });
        return new ArrayList<>(result.values());
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
            java.util.Arrays.fill(counts, base + SLICES / 2, base + SLICES, 0);
        }
    }
}
