package dev.perfhint.reader;

import java.util.Arrays;

/**
 * Distances between consecutive samples of each thread, as a histogram with 16 classes per doubling: what the sampling
 * interval really was. A kernel with a 4 ms tick gives 4 ms when asked for 1 ms.
 */
final class SampleIntervals {
    private static final int PER_OCTAVE = 16;
    /** Tick lengths of kernels built for 1000, 300, 250 and 100 Hz. */
    private static final long[] KERNEL_TICKS = {1_000_000, 3_333_333, 4_000_000, 10_000_000};

    private long[] last = new long[16];
    private final long[] counts = new long[64 * PER_OCTAVE];

    /** Notes a sample of a thread. */
    void add(int thread, long ticks) {
        if (thread >= last.length) {
            last = Arrays.copyOf(last, Math.max(thread + 1, last.length * 2));
        }
        long distance = ticks - last[thread];
        if (last[thread] != 0 && distance > 0) {
            counts[index(distance)]++;
        }
        last[thread] = ticks;
    }

    /** Adds the distances of another chunk, whose ticks may have another length. */
    void addTo(SampleIntervals nanoIntervals, double nanosPerTick) {
        for (int i = 0; i < counts.length; i++) {
            if (counts[i] > 0) {
                nanoIntervals.counts[index((long) (middle(i) * nanosPerTick))] += counts[i];
            }
        }
    }

    /**
     * Returns how much CPU time a sample of a timer-driven engine stands for: the configured interval, or the kernel's
     * tick where the distances show that its timers fire no more often. On a busy machine threads lose the processor
     * between ticks and the distances blur: there the process's own accounting decides.
     *
     * @param processNanos CPU time of the process, 0 if unknown
     */
    long ofTimer(long configuredNanos, double processNanos) {
        long total = Arrays.stream(counts).sum();
        double accounted = total < 200 ? 0 : processNanos / total;
        long best = configuredNanos;
        double bestError = 0.2;
        for (long tick : KERNEL_TICKS) {
            if (tick <= configuredNanos * 3 / 2) {
                continue;
            }
            long shorter = between(0, 0.85 * tick);
            if (10 * between(0.88 * tick, 1.12 * tick) > total && 20 * shorter < total) {
                return tick;
            }
            double error = Math.abs(accounted - tick) / tick;
            if (error < bestError && 5 * shorter < total) {
                best = tick;
                bestError = error;
            }
        }
        return best;
    }

    /** Returns the most frequent distance, 0 with fewer than 20: for intervals that are not set in time. */
    long mostFrequent() {
        if (Arrays.stream(counts).sum() < 20) {
            return 0;
        }
        int best = 0;
        for (int i = 1; i < counts.length; i++) {
            best = counts[i] > counts[best] ? i : best;
        }
        return Math.round(middle(best));
    }

    private long between(double low, double high) {
        long sum = 0;
        for (int i = 0; i < counts.length; i++) {
            sum += middle(i) >= low && middle(i) <= high ? counts[i] : 0;
        }
        return sum;
    }

    private static int index(long distance) {
        int octave = 63 - Long.numberOfLeadingZeros(Math.max(1, distance));
        double fraction = distance / (double) (1L << octave) - 1;
        return octave * PER_OCTAVE + Math.min(PER_OCTAVE - 1, Math.max(0, (int) (fraction * PER_OCTAVE)));
    }

    private static double middle(int index) {
        return (1L << index / PER_OCTAVE) * (1 + (index % PER_OCTAVE + 0.5) / PER_OCTAVE);
    }
}
