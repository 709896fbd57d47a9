package dev.perfhint.profile;

import java.util.Arrays;

/** Counts of sizes in bytes, in power-of-two classes: 0, 1, 2-3, 4-7, ... up to 2^62. Mergeable. */
public final class SizeHistogram {
    private static final int CLASSES = 64;
    private final long[] counts = new long[CLASSES];

    /** Adds one size; negative sizes count as 0. */
    public void add(long bytes) {
        counts[sizeClass(bytes)]++;
    }

    /** Adds all counts of {@code other}. */
    public void merge(SizeHistogram other) {
        for (int i = 0; i < CLASSES; i++) {
            counts[i] += other.counts[i];
        }
    }

    /** Returns how many sizes were added. */
    public long total() {
        return Arrays.stream(counts).sum();
    }

    /** Returns how many sizes lie in classes entirely below {@code bytes}; exact when {@code bytes} is a power of two. */
    public long countBelow(long bytes) {
        long below = 0;
        for (int i = 0; i < sizeClass(bytes); i++) {
            below += counts[i];
        }
        return below;
    }

    /** Returns the count per class; class 0 holds size 0, class n holds 2^(n-1) to 2^n - 1. */
    public long[] counts() {
        return counts.clone();
    }

    private static int sizeClass(long bytes) {
        return bytes <= 0 ? 0 : CLASSES - Long.numberOfLeadingZeros(bytes);
    }
}
