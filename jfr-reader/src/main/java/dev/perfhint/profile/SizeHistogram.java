package dev.perfhint.profile;

import java.util.Arrays;

/** Counts of sizes in bytes, in power-of-two classes: 0, 1, 2-3, 4-7, ... up to 2^62. Mergeable. */
public final class SizeHistogram {
    private static final int CLASSES = 64;

    private int first;
    /** Only the classes from the first to the last used: there is one histogram for each stack and target. */
    private long[] counts = {};
    private long lastSize;
    private int lastClass;

    /** Adds one size; negative sizes count as 0. */
    public void add(long bytes) {
        if (bytes != lastSize) {
            // most programs use one size again and again
            lastSize = bytes;
            lastClass = sizeClass(bytes);
        }
        add(lastClass, 1);
    }

    /** Adds one size so many times. */
    public void addRepeated(long bytes, long times) {
        add(sizeClass(bytes), times);
    }

    /** Adds all counts of {@code other}. */
    public void merge(SizeHistogram other) {
        for (int i = 0; i < other.counts.length; i++) {
            if (other.counts[i] != 0) {
                add(other.first + i, other.counts[i]);
            }
        }
    }

    /** Returns how many sizes were added. */
    public long total() {
        return Arrays.stream(counts).sum();
    }

    /** Returns the count per class; class 0 holds size 0, class n holds 2^(n-1) to 2^n - 1. */
    public long[] counts() {
        long[] all = new long[CLASSES];
        System.arraycopy(counts, 0, all, first, counts.length);
        return all;
    }

    /** Returns a histogram with the same counts that can be changed apart. */
    public SizeHistogram copy() {
        SizeHistogram copy = new SizeHistogram();
        copy.merge(this);
        return copy;
    }

    /** Adds sizes of a class, 0 to 63. */
    public void add(int sizeClass, long count) {
        if (counts.length == 0) {
            first = sizeClass;
            counts = new long[1];
        } else if (sizeClass < first) {
            long[] wider = new long[counts.length + first - sizeClass];
            System.arraycopy(counts, 0, wider, first - sizeClass, counts.length);
            counts = wider;
            first = sizeClass;
        } else if (sizeClass >= first + counts.length) {
            counts = Arrays.copyOf(counts, sizeClass - first + 1);
        }
        counts[sizeClass - first] += count;
    }

    private static int sizeClass(long bytes) {
        return bytes <= 0 ? 0 : CLASSES - Long.numberOfLeadingZeros(bytes);
    }
}
