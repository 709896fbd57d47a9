package dev.perfhint.profile.observed;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Calls of one operation.
 *
 * @param bytes that they moved
 * @param failed how many of them threw
 * @param sizes calls by size class: 0 holds size 0, n holds 2^(n-1) to 2^n - 1 bytes; empty where no size was seen
 */
public record CallCount(long calls, long bytes, long failed, SortedMap<Integer, Long> sizes) {
    public static final CallCount NONE = new CallCount(0, 0, 0, Collections.emptySortedMap());

    public CallCount {
        sizes = Collections.unmodifiableSortedMap(new TreeMap<>(sizes));
    }

    public CallCount plus(CallCount other) {
        return new CallCount(calls + other.calls, bytes + other.bytes, failed + other.failed,
                Buckets.sum(sizes, other.sizes));
    }

    /** Returns an estimate: the number of calls has two digits, the mean size stays. */
    public CallCount estimated() {
        long rounded = twoDigits(calls);
        return new CallCount(rounded, Math.round(rounded * bytesPerCall()), failed, sizes);
    }

    /** Returns a number rounded to its first two digits. */
    public static long twoDigits(long number) {
        long unit = 1;
        while (number / unit >= 100) {
            unit *= 10;
        }
        return Math.round((double) number / unit) * unit;
    }

    /** Returns the mean size; 0 without calls. */
    public double bytesPerCall() {
        return calls == 0 ? 0 : (double) bytes / calls;
    }
}
