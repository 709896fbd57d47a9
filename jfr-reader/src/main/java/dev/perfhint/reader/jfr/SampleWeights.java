package dev.perfhint.reader.jfr;

import dev.perfhint.profile.CallTree;
import dev.perfhint.profile.FrameKind;
import dev.perfhint.profile.Frames;
import dev.perfhint.profile.build.ProfileBuilder;
import dev.perfhint.reader.chunk.Chunk;
import dev.perfhint.reader.chunk.RecordingFacts;
import dev.perfhint.reader.chunk.SampleIntervals;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Says how much CPU time the samples of one recording of async-profiler stand for: their real interval, what they leave
 * out of a thread, and what short-lived threads did that have no sample at all.
 */
final class SampleWeights {
    /** CPU time of a process that is known well: the loads are measured once a second. */
    private static final double MIN_ACCOUNTED_NANOS = 5e9;
    /** Samples of a thread whose last interval, which has none, does not matter. */
    private static final int MIN_SAMPLES_OF_LARGE = 5;
    /** The part of a group's CPU time from which on it matters that no sample covers it. */
    private static final double MIN_UNSAMPLED = 0.05;
    /** The part of all CPU time from which on a group is weighed by itself. */
    private static final double MIN_WEIGHED = 0.005;
    /** Times the CPU of short-lived threads that samples tell of. */
    private static final int MAX_ADDED_TO_SHORT_LIVED = 3;

    private final ProfileBuilder builder;
    /** By the interval that was configured. */
    private final Map<Long, SampleIntervals> intervals = new HashMap<>();
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
            chunk.intervals.addTo(intervals(SampleSources.Source.of(facts).intervalNanos()));
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
            case "cycles", "cpu-cycles" -> intervals(source.intervalNanos()).mostFrequent();
            default -> source.intervalNanos();
        };
    }

    private SampleIntervals intervals(long configuredNanos) {
        return intervals.computeIfAbsent(configuredNanos, nanos -> new SampleIntervals(0));
    }

    private long timer(long configuredNanos, double processNanos) {
        SampleIntervals distances = intervals(configuredNanos);
        if (distances.isUncertain(configuredNanos, processNanos)) {
            warnings.add("CPU time per sample unknown: " + configuredNanos / 1_000
                    + " us were requested; a slower kernel tick gives up to 10 ms: seconds may be too low, "
                              + "shares are right");
        }
        return distances.ofTimer(configuredNanos, processNanos * samples / Math.max(1, samples + parts));
    }

    /**
     * Returns the CPU time that samples would tell of if all threads were large, as a part of that of the process: what
     * threads do that are too small for a sample is no time of the other samples.
     */
    double sampledPart(int event, List<ThreadGroupTime> kernel) {
        double all = kernel.stream().mapToDouble(ThreadGroupTime::cpuNanos).sum();
        double large = 0;
        double ofLarge = 0;
        for (ThreadGroupTime group : kernel) {
            double found = group.cpuNanos() < MIN_WEIGHED * all ? 0 : builder.nanos(event, Set.of(group.group()));
            if (found >= MIN_SAMPLES_OF_LARGE * group.threads()) {
                large += group.cpuNanos();
                ofLarge += found;
            }
        }
        return ofLarge <= 0 ? 1 : large / all / (ofLarge / (samples + parts));
    }

    /**
     * Weighs the samples of each group of threads by what the kernel counted for these threads, where that is more: a
     * thread leaves out up to an interval, which is much of what one of many small threads uses.
     */
    void addUnsampled(List<Integer> events, long firstNanos, List<ThreadGroupTime> kernel) {
        double all = kernel.stream().mapToDouble(ThreadGroupTime::cpuNanos).sum();
        for (ThreadGroupTime group : kernel) {
            if (group.cpuNanos() < MIN_WEIGHED * all) {
                continue;
            }
            int id = group.group() >= 0 ? group.group() : builder.threadGroup(group.name());
            double known = events.stream().mapToDouble(event -> builder.nanos(event, Set.of(id))).sum();
            double missing = group.cpuNanos() - known;
            if (missing >= -MIN_UNSAMPLED * group.cpuNanos()) {
                shortLived.remove(id);
            }
            if (missing < MIN_UNSAMPLED * group.cpuNanos()) {
                continue;
            }
            if (known > 0) {
                events.forEach(event -> builder.spread(missing * builder.nanos(event, Set.of(id)) / known, event,
                        Set.of(id), Double.MAX_VALUE));
            } else {
                int frame = builder.child(CallTree.ROOT, builder.method("", Frames.NOT_SAMPLED), 0, FrameKind.NATIVE);
                builder.addParts(frame, id, events.get(0), missing / firstNanos);
            }
            if (missing >= MIN_UNSAMPLED * all) {
                warnings.add(String.format(Locale.ROOT,
                        "threads named %s (%,d): the kernel counted %.2f s of CPU time, samples %.2f s: %s",
                        builder.threadGroupName(id), group.threads(), group.cpuNanos() / 1e9, known / 1e9, known == 0
                                ? "shown as " + Frames.NOT_SAMPLED : "weighed by the kernel's count"));
            }
        }
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
                "threads named %s have few samples each: %.1f s of CPU time that no sample covers are counted as "
                        + "theirs",
                String.join(", ", names), added));
    }

    List<String> warnings() {
        return List.copyOf(warnings);
    }
}
