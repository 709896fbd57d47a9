package dev.perfhint.profile.observed;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Sums of counts by key, and what a histogram of powers of two says. */
public final class Buckets {
    private Buckets() {}

    public static <K extends Comparable<K>> SortedMap<K, Long> sum(Map<K, Long> one, Map<K, Long> other) {
        SortedMap<K, Long> sum = new TreeMap<>(one);
        other.forEach((key, count) -> sum.merge(key, count, Long::sum));
        return sum;
    }

    /** Returns all counts together. */
    public static long total(Map<?, Long> counts) {
        return counts.values().stream().mapToLong(Long::longValue).sum();
    }

    /**
     * Returns the size below which a part of the calls lies: the least one of its class, exact for sizes 0 and 1.
     *
     * @param part from 0 to 1
     */
    public static long percentile(SortedMap<Integer, Long> sizes, double part) {
        double wanted = total(sizes) * part;
        long seen = 0;
        long last = 0;
        for (Map.Entry<Integer, Long> entry : sizes.entrySet()) {
            seen += entry.getValue();
            last = least(entry.getKey());
            if (seen >= wanted) {
                return last;
            }
        }
        return last;
    }

    /** Returns the least size of a class. */
    public static long least(int sizeClass) {
        return sizeClass <= 0 ? 0 : 1L << Math.min(62, sizeClass - 1);
    }
}
