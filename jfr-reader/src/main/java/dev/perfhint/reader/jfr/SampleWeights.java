package dev.perfhint.reader.jfr;

import dev.perfhint.profile.build.ProfileBuilder;
import dev.perfhint.reader.chunk.Chunk;
import dev.perfhint.reader.chunk.RecordingFacts;
import dev.perfhint.reader.chunk.SampleIntervals;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/**
 * Says how much CPU time the samples of one recording of async-profiler stand for: their real interval, what they leave
 * out of a thread, and what short-lived threads did that have no sample at all.
 */
final class SampleWeights {
    /** CPU time of a process that is known well: the loads are measured once a second. */
    private static final double MIN_ACCOUNTED_NANOS = 5e9;
    /** Times the CPU of short-lived threads that samples tell of. */
    private static final int MAX_ADDED_TO_SHORT_LIVED = 3;

    private final ProfileBuilder builder;
    private final SampleIntervals intervals = new SampleIntervals(0);
    private final Set<Integer> shortLived = new TreeSet<>();
    private final List<String> warnings = new ArrayList<>();
    private long samples;
    private double parts;

    SampleWeights(ProfileBuilder builder) {
        this.builder = builder;
    }

    /** Takes the distances of a chunk's samples, and returns what they leave out of each thread. */
    SamplingLoss add(Chunk chunk, RecordingFacts facts, int[] groups) {
        if (chunk.header.ticksPerSecond() > 0) {
            chunk.intervals.addTo(intervals);
        }
        SamplingLoss loss = SamplingLoss.of(chunk, facts, groups);
        shortLived.addAll(loss.shortLived());
        return loss;
    }

    /** Adds to the samples of a stack what they leave out. */
    void add(int leaf, int group, int event, long count, double lossOfEach) {
        builder.addParts(leaf, group, event, lossOfEach * count);
        samples += count;
        parts += lossOfEach * count;
    }

    /**
     * Returns how much CPU time each sample stands for.
     *
     * @param processNanos CPU time of the process, 0 if unknown
     */
    long intervalNanos(SampleSources.Source source, double processNanos) {
        return switch (source.name()) {
            case "ctimer", "itimer" -> timer(source.intervalNanos(), processNanos);
            // counted in cycles, not in time
            case "cycles", "cpu-cycles" -> intervals.mostFrequent();
            default -> source.intervalNanos();
        };
    }

    private long timer(long configuredNanos, double processNanos) {
        if (intervals.isUncertain(configuredNanos, processNanos)) {
            warnings.add("CPU time per sample unknown: " + configuredNanos / 1_000
                    + " us were requested; a slower kernel tick gives up to 10 ms: seconds may be too low, "
                              + "shares are right");
        }
        return intervals.ofTimer(configuredNanos, processNanos * samples / Math.max(1, samples + parts));
    }

    /** Gives CPU time that no sample has to threads that live for hardly more than the distance of two samples. */
    void addShortLived(int event, double processNanos) {
        double missing = processNanos - builder.totals(event).nanos();
        if (shortLived.isEmpty() || missing <= 0 || processNanos < MIN_ACCOUNTED_NANOS) {
            return;
        }
        double added = builder.spread(missing, event, shortLived, MAX_ADDED_TO_SHORT_LIVED) / 1e9;
        List<String> names = shortLived.stream().map(builder::threadGroupName).sorted().toList();
        warnings.add(String.format(Locale.ROOT,
                "threads named %s live about one sampling interval: %.1f s of unsampled CPU are counted as "
                        + "theirs",
                String.join(", ", names), added));
    }

    List<String> warnings() {
        return List.copyOf(warnings);
    }
}
