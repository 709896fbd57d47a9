package dev.perfhint.profile.estimate;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The ticks of JFR's sampler, found again in the samples' times: how far apart they really are, and how many were full.
 * HotSpot takes at most 5 Java samples per tick; beyond that, samples understate CPU time.
 *
 * @param periodNanos real distance of the ticks; the configured one where too few follow each other
 * @param fullShare ticks with 5 Java samples ÷ ticks with any
 */
record SamplerTicks(long periodNanos, double fullShare) {
    static final int MAX_JAVA_SAMPLES = 5;
    private static final int MIN_GAPS = 50;
    private static final long MILLI = 1_000_000;

    /** Finds the ticks in counts of Java samples per millisecond. */
    static SamplerTicks of(byte[] samplesPerMilli, long configuredNanos) {
        int half = (int) Math.max(1, configuredNanos / MILLI / 2);
        int ticks = 0;
        int full = 0;
        int previous = -1;
        List<Integer> gaps = new ArrayList<>();
        for (int milli = 0; milli < samplesPerMilli.length; milli++) {
            if (samplesPerMilli[milli] == 0) {
                continue;
            }
            int count = 0;
            for (int i = milli; i < Math.min(milli + half, samplesPerMilli.length); i++) {
                count += samplesPerMilli[i];
            }
            ticks++;
            full += count >= MAX_JAVA_SAMPLES ? 1 : 0;
            int gap = milli - previous;
            if (previous >= 0 && gap * MILLI < configuredNanos * 1.75) {
                gaps.add(gap);
            }
            previous = milli;
            milli += half - 1;
        }
        return new SamplerTicks(period(gaps, configuredNanos), ticks == 0 ? 0 : (double) full / ticks);
    }

    private static long period(List<Integer> gaps, long configuredNanos) {
        if (gaps.size() < MIN_GAPS) {
            return configuredNanos;
        }
        Collections.sort(gaps);
        // the middle half: single late or early ticks do not count
        int from = gaps.size() / 4;
        int to = gaps.size() * 3 / 4;
        long sum = 0;
        for (int gap : gaps.subList(from, to)) {
            sum += gap;
        }
        long real = Math.round((double) sum / (to - from) * MILLI);
        return Math.abs(real - configuredNanos) * 20 < configuredNanos ? configuredNanos : real;
    }
}
