package dev.perfhint.reader.chunk;

import java.util.Arrays;

/**
 * Distances between consecutive samples of each thread, as a histogram with 16 classes per doubling: what the sampling
 * interval really was. A kernel with a 4 ms tick gives 4 ms when asked for 1 ms.
 */
public final class SampleIntervals {
    private static final int PER_OCTAVE = 16;
    /** Tick lengths of kernels built for 1000, 300, 250 and 100 Hz. */
    private static final long[] KERNEL_TICKS = {1_000_000, 3_333_333, 4_000_000, 10_000_000};

    private static final int MIN_ACCOUNTED_SAMPLES = 200;
    /**
     * Factor by which the accounting may miss an interval: the JVM's own threads are in it, the first load may be
     * missing.
     */
    private static final double MAX_OFF = 1.35;

    private static final int MIN_DISTANCES = 20;
    /** Part of the distances that are whole ticks, where a sampler fires at ticks; by chance it is 0.3. */
    private static final double MIN_WHOLE = 0.55;

    private long[] last = new long[16];
    private int[] ofThread = new int[16];
    /** Samples of a thread that did not follow within one and a half of each kernel's ticks. */
    private int[] apart = new int[16 * KERNEL_TICKS.length];
    private final long[] counts = new long[64 * PER_OCTAVE];
    private final double nanosPerTick;
    private long samples;

    /** @param ticksPerSecond of the time stamps, 0 if unknown */
    public SampleIntervals(long ticksPerSecond) {
        nanosPerTick = ticksPerSecond > 0 ? 1e9 / ticksPerSecond : 1;
    }

    /** Notes a sample of a thread. */
    public void add(int thread, long ticks) {
        if (thread >= last.length) {
            int length = Math.max(thread + 1, last.length * 2);
            last = Arrays.copyOf(last, length);
            ofThread = Arrays.copyOf(ofThread, length);
            apart = Arrays.copyOf(apart, length * KERNEL_TICKS.length);
        }
        long distance = ticks - last[thread];
        samples++;
        ofThread[thread]++;
        if (last[thread] != 0 && distance > 0) {
            counts[index(distance)]++;
            for (int i = 0; i < KERNEL_TICKS.length && distance * nanosPerTick > 1.5 * KERNEL_TICKS[i]; i++) {
                apart[thread * KERNEL_TICKS.length + i]++;
            }
        }
        last[thread] = ticks;
    }

    /** Returns the samples of a thread. */
    public int samples(int thread) {
        return thread < ofThread.length ? ofThread[thread] : 0;
    }

    /** Returns the samples of a thread that came later than an interval after the one before. */
    public int apart(int thread, long intervalNanos) {
        for (int i = 0; i < KERNEL_TICKS.length && thread < ofThread.length; i++) {
            if (KERNEL_TICKS[i] >= intervalNanos) {
                return apart[thread * KERNEL_TICKS.length + i];
            }
        }
        return 0;
    }

    /**
     * Returns the kernel's tick if the samples come at its ticks, 0 if they come at any time: the distances of two,
     * three and four ticks tell.
     *
     * @param configuredNanos the interval; one of a tick or less makes threads that run on follow each tick
     */
    public long tickNanos(long configuredNanos) {
        for (int i = KERNEL_TICKS.length - 1; i >= 0; i--) {
            long tick = KERNEL_TICKS[i];
            long whole = 0;
            for (int ticks = 2; ticks <= 4; ticks++) {
                whole += between((ticks - 0.15) * tick, (ticks + 0.15) * tick);
            }
            long all = between(1.4 * tick, 4.6 * tick);
            boolean followed = configuredNanos > tick || between(0.85 * tick, 1.15 * tick) >= MIN_DISTANCES;
            if (all >= MIN_DISTANCES && whole > MIN_WHOLE * all && followed) {
                return tick;
            }
        }
        return 0;
    }

    /** Adds the distances to those of a whole recording, whose ticks are nanoseconds. */
    public void addTo(SampleIntervals nanoIntervals) {
        nanoIntervals.samples += samples;
        for (int i = 0; i < counts.length; i++) {
            if (counts[i] > 0) {
                nanoIntervals.counts[index((long) (middle(i) * nanosPerTick))] += counts[i];
            }
        }
    }

    /**
     * Returns how much CPU time a sample of a timer-driven engine stands for: the configured interval, or the kernel's
     * tick where its timers fire no more often. The process's own accounting decides where it is known, since threads
     * that run for less than a tick at a time leave no two samples in a row; else the distances do.
     *
     * @param processNanos CPU time of the process, 0 if unknown
     */
    public long ofTimer(long configuredNanos, double processNanos) {
        if (processNanos > 0 && samples >= MIN_ACCOUNTED_SAMPLES) {
            return accounted(configuredNanos, processNanos / samples);
        }
        long total = Arrays.stream(counts).sum();
        for (long tick : KERNEL_TICKS) {
            boolean longer = tick > configuredNanos * 3 / 2;
            if (longer && 10 * between(0.88 * tick, 1.12 * tick) > total && 20 * between(0, 0.85 * tick) < total) {
                return tick;
            }
        }
        return configuredNanos;
    }

    /**
     * Returns whether the interval of a timer-driven engine is a guess: the process's CPU time is unknown, and too few
     * samples of one thread follow each other.
     */
    public boolean isUncertain(long configuredNanos, double processNanos) {
        long pairs = Arrays.stream(counts).sum();
        boolean tick = configuredNanos < KERNEL_TICKS[KERNEL_TICKS.length - 1]
                && ofTimer(configuredNanos, 0) == configuredNanos;
        long atConfigured = between(0.8 * configuredNanos, 1.25 * configuredNanos);
        return processNanos <= 0 && tick && samples >= MIN_ACCOUNTED_SAMPLES && 10 * atConfigured < pairs;
    }

    // the nearest that a kernel can give; between two of them the process's own number
    private static long accounted(long configuredNanos, double nanos) {
        long best = configuredNanos;
        for (long tick : KERNEL_TICKS) {
            best = tick > configuredNanos && apart(tick, nanos) < apart(best, nanos) ? tick : best;
        }
        boolean certain = apart(best, nanos) < Math.log(MAX_OFF) || nanos < configuredNanos;
        return certain ? best : Math.min(Math.round(nanos), KERNEL_TICKS[KERNEL_TICKS.length - 1]);
    }

    private static double apart(double a, double b) {
        return Math.abs(Math.log(a / b));
    }

    /** Returns the most frequent distance, 0 with fewer than 20: for intervals that are not set in time. */
    public long mostFrequent() {
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
