package dev.perfhint.reader.jfr;

import dev.perfhint.reader.chunk.Chunk;
import dev.perfhint.reader.chunk.RecordingFacts;
import dev.perfhint.reader.chunk.SampleIntervals;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The CPU time that the samples of a thread leave out, in parts of a sample for each of them.
 *
 * <p>A timer that a kernel looks at only at its ticks of length T misses what a thread does in short bursts: a burst is
 * met by a tick at random, and the intervals I that pass between two hits count as one. Of the intervals of such a
 * thread the part 1 - exp(-I/T) gives a sample; a thread that runs on gives one for each. So samples that follow the
 * one before by more than an interval weigh more.
 *
 * <p>Every thread's last part of an interval gives no sample, half an interval on average. Where threads live for
 * little more than that, it is much of what they did. What lives for less is not met at all.
 */
final class SamplingLoss {
    /** Threads of one group with samples. */
    private static final int MIN_SHORT_LIVED = 8;
    /** Samples of such a thread, on average. */
    private static final int MAX_SAMPLES_OF_SHORT_LIVED = 8;

    private final double[] ofThread;
    private final Set<Integer> shortLived = new TreeSet<>();

    private SamplingLoss(int threads) {
        ofThread = new double[threads];
    }

    /** Returns what the samples of a chunk leave out; nothing is known of other engines than ctimer and perf_events. */
    static SamplingLoss of(Chunk chunk, RecordingFacts facts, int[] groups) {
        SampleSources.Source source = SampleSources.Source.of(facts);
        boolean timer = source.name().equals("ctimer");
        boolean counter = source.name().equals("cpu") || source.name().endsWith("-clock");
        return chunk.asyncProfiler && (timer || counter)
                ? of(chunk.intervals, source.intervalNanos(), timer, groups)
                : new SamplingLoss(groups.length);
    }

    /**
     * @param intervalNanos as configured
     * @param timer whether a timer of each thread's CPU time takes the samples, else a counter of the processor or of
     *     the kernel, which is exact
     * @param groups the group of each thread
     */
    static SamplingLoss of(SampleIntervals intervals, long intervalNanos, boolean timer, int[] groups) {
        SamplingLoss loss = new SamplingLoss(groups.length);
        long tick = timer ? intervals.tickNanos(intervalNanos) : 0;
        double left = 0.5;
        if (tick > 0 && intervalNanos > 0) {
            double ratio = (double) intervalNanos / tick;
            double met = 1 - Math.exp(-ratio);
            // what a sample after a gap stands for, in what one of a thread that runs on stands for
            double more = Math.max(0, Math.min(1, ratio) / met - 1);
            for (int thread = 0; thread < groups.length; thread++) {
                int samples = Math.max(1, intervals.samples(thread));
                loss.ofThread[thread] = more * intervals.apart(thread, Math.max(intervalNanos, tick)) / samples;
            }
            left = (1.5 - 1 / met + 1 / ratio) * Math.min(1, ratio);
        }
        loss.addShortLived(intervals, groups, left);
        return loss;
    }

    private void addShortLived(SampleIntervals intervals, int[] groups, double left) {
        Map<Integer, long[]> sums = new HashMap<>();
        for (int thread = 0; thread < groups.length; thread++) {
            long[] sum = sums.computeIfAbsent(groups[thread], group -> new long[2]);
            sum[0] += intervals.samples(thread) > 0 ? 1 : 0;
            sum[1] += intervals.samples(thread);
        }
        sums.forEach((group, sum) -> {
            if (group >= 0 && sum[0] >= MIN_SHORT_LIVED && sum[1] <= sum[0] * MAX_SAMPLES_OF_SHORT_LIVED) {
                shortLived.add(group);
            }
        });
        for (int thread = 0; thread < groups.length; thread++) {
            if (shortLived.contains(groups[thread])) {
                ofThread[thread] += left / Math.max(1, intervals.samples(thread));
            }
        }
    }

    /** Returns the groups whose threads live for a few samples. */
    Set<Integer> shortLived() {
        return shortLived;
    }

    /** Returns what each sample of a thread stands for beyond its interval, in parts of it. */
    double ofThread(int thread) {
        return ofThread[thread];
    }
}
