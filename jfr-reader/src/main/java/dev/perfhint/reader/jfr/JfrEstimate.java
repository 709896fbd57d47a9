package dev.perfhint.reader.jfr;

import dev.perfhint.profile.CallTree;
import dev.perfhint.profile.Event;
import dev.perfhint.profile.Evidence;
import dev.perfhint.profile.FrameNames;
import dev.perfhint.profile.build.FoldedNodes;
import dev.perfhint.profile.build.ProfileBuilder;
import dev.perfhint.profile.cause.NativeMethods;
import dev.perfhint.profile.estimate.Estimator;
import dev.perfhint.profile.estimate.JfrSamples;
import dev.perfhint.reader.chunk.Chunk;
import dev.perfhint.reader.chunk.EventKind;
import dev.perfhint.reader.chunk.RecordingFacts;
import dev.perfhint.reader.input.ReadOptions;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntUnaryOperator;

/**
 * Hands what the JDK's own recorder wrote about CPU to the estimator, chunk by chunk. Filters apply to what the
 * estimate
 * adds to the profile, never to what it is made from: a thread's load is known for all its stacks only together.
 */
final class JfrEstimate {
    private final ProfileBuilder builder;
    private final ReadOptions options;
    private final JfrSamples samples = new JfrSamples();
    private final Set<Integer> unwantedGroups = new HashSet<>();
    private final BitSet unwantedLeaves = new BitSet();
    private final Map<Integer, Boolean> burning = new HashMap<>();
    private int event = -1;

    JfrEstimate(ProfileBuilder builder, ReadOptions options) {
        this.builder = builder;
        this.options = options;
        samples.window(options.fromNanos(), options.toNanos());
    }

    /**
     * Adds a chunk of the JDK's recorder.
     *
     * @param nodes the builder's leaf of each of the chunk's nodes
     * @param offsetNanos the chunk's start since the recording's
     */
    void add(Chunk chunk, IntUnaryOperator nodes, BitSet wanted, long offsetNanos) {
        int[] groups = new int[chunk.threads.size()];
        for (int i = 0; i < groups.length; i++) {
            groups[i] = group(chunk, chunk.threads.key(i));
        }
        boolean cpuTime = chunk.timedSamples.stream().anyMatch(sample -> sample.kind() == EventKind.CPU_TIME_SAMPLE);
        for (Chunk.TimedSample sample : chunk.timedSamples) {
            int leaf = nodes.applyAsInt(chunk.stacks.leaf(sample.stack()));
            unwantedLeaves.set(leaf, !wanted.get(leaf));
            int group = groups[sample.thread()];
            long time = offsetNanos + chunk.header.nanos(chunk.header.startTicks() + sample.ticks());
            switch (sample.kind()) {
                case NATIVE_SAMPLE -> samples.nativeSample(leaf, group, time);
                case CPU_TIME_SAMPLE ->
                    samples.cpuTimeSample(leaf, group, Math.max(0, sample.weight()), sample.weight() < 0, time);
                default -> samples.javaSample(leaf, group, time);
            }
            if (options.timeSlices() && wanted.get(leaf) && !unwantedGroups.contains(group)
                    && isSliced(sample, leaf, cpuTime)) {
                builder.slice(leaf, group, event(), 1, 0, time);
            }
        }
        waits(chunk, nodes, wanted, groups);
        for (Chunk.Fact fact : chunk.facts) {
            long[] values = fact.values();
            fact(chunk, fact.kind(), values, offsetNanos + chunk.header.nanos(values[EventKind.TIME]));
            if (fact.kind() == EventKind.JVM_INFORMATION && values[EventKind.STARTED] > 0) {
                samples.before(chunk.header.startNanos() - offsetNanos - values[EventKind.STARTED] * 1_000_000);
            }
        }
    }

    /** CPU-time samples take the place of the others; a sample in a native method that waits is no CPU time. */
    private boolean isSliced(Chunk.TimedSample sample, int leaf, boolean cpuTime) {
        return switch (sample.kind()) {
            case CPU_TIME_SAMPLE -> sample.weight() >= 0;
            case NATIVE_SAMPLE -> !cpuTime && leaf != CallTree.ROOT && burns(builder.tree().method(leaf));
            default -> !cpuTime;
        };
    }

    private boolean burns(int method) {
        return burning.computeIfAbsent(method, id -> NativeMethods.find(builder.methods().name(id))
                .map(entry -> entry.behaviour() == NativeMethods.Behaviour.BURNS
                        || entry.behaviour() == NativeMethods.Behaviour.COMPUTES)
                .orElse(true));
    }

    /** Returns the event of the estimated samples, pending until {@link #finish} defines it. */
    int event() {
        if (event < 0) {
            event = builder.newEvent(new Event("jdk.ExecutionSample", "jfr", Evidence.NONE, false));
        }
        return event;
    }

    /** Adds the process's loads of a chunk of async-profiler's, whose samples need no estimate. */
    void addProcessLoads(Chunk chunk, long offsetNanos) {
        for (Chunk.Fact fact : chunk.facts) {
            if (fact.kind() == EventKind.CPU_LOAD || fact.kind() == EventKind.CPU_INFORMATION) {
                fact(chunk, fact.kind(), fact.values(),
                        offsetNanos + chunk.header.nanos(fact.values()[EventKind.TIME]));
            }
        }
    }

    /** Returns the process's CPU time, 0 if unknown. */
    double processCpuNanos(long durationNanos) {
        samples.duration(durationNanos);
        return samples.processCpuNanos();
    }

    private void waits(Chunk chunk, IntUnaryOperator nodes, BitSet wanted, int[] groups) {
        for (int row = 0; row < chunk.samples.size(); row++) {
            switch (chunk.samples.kind(row)) {
                case MONITOR_ENTER, MONITOR_WAIT, THREAD_PARK, THREAD_SLEEP -> {
                    int leaf = nodes.applyAsInt(chunk.stacks.leaf(chunk.samples.stack(row)));
                    unwantedLeaves.set(leaf, !wanted.get(leaf));
                    samples.waitEvents(leaf, groups[chunk.samples.thread(row)], chunk.samples.samples(row));
                }
                default -> {
                    // samples come with their times, allocations say nothing about CPU
                }
            }
        }
    }

    private void fact(Chunk chunk, EventKind kind, long[] values, long timeNanos) {
        long thread = values[EventKind.THREAD];
        switch (kind) {
            case THREAD_CPU_LOAD -> samples.threadLoad(thread, group(chunk, thread), timeNanos,
                    load(values[EventKind.A]), load(values[EventKind.B]));
            case CPU_LOAD -> samples.processLoad(timeNanos, load(values[EventKind.A]), load(values[EventKind.B]));
            case THREAD_START -> samples.threadStart(thread, timeNanos);
            case THREAD_END -> samples.threadEnd(thread, timeNanos);
            case CPU_TIME_LOST -> samples.cpuTimeLost(group(chunk, thread), values[EventKind.A]);
            case CONTAINER_CONFIGURATION -> samples.processors(0, count(values[EventKind.A]), 0);
            case CPU_INFORMATION -> samples.processors(0, 0, count(values[EventKind.A]));
            default -> {
                // settings and names are the recording's
            }
        }
    }

    private int group(Chunk chunk, long thread) {
        String name = chunk.names.threadName(thread);
        String group = chunk.names.virtualThread(thread) ? FrameNames.VIRTUAL_THREADS : name;
        if (options.wantsThread(name)) {
            return builder.threadGroup(group);
        }
        int unwanted = builder.threadGroup(FrameNames.threadGroup(group) + " (not wanted)");
        unwantedGroups.add(unwanted);
        return unwanted;
    }

    /** Returns the samples by leaf, weighted so that other events' stacks fold first: estimates need the leaf. */
    long[] weights(int nodes) {
        long[] weights = new long[nodes];
        samples.addWeights(weights);
        for (int node = 0; node < nodes; node++) {
            weights[node] *= 1 << 16;
        }
        return weights;
    }

    /** Replaces every leaf by its new node. */
    void moveLeaves(FoldedNodes moved) {
        int[] nodes = moved.nodes();
        samples.moveLeaves(nodes);
        BitSet unwanted = new BitSet();
        unwantedLeaves.stream().forEach(leaf -> unwanted.set(nodes[leaf]));
        unwantedLeaves.clear();
        unwantedLeaves.or(unwanted);
    }

    boolean isEmpty() {
        return samples.isEmpty();
    }

    /** Returns the sampler's real period; CPU-time samples each carry their own. */
    long intervalNanos() {
        return samples.intervalNanos();
    }

    /** Estimates, and returns the warnings; the event gets its definition. */
    List<String> finish(RecordingFacts facts, long durationNanos) {
        samples.processors(facts.activeProcessors(), 0, 0);
        samples.settings(facts.nanos("jdk.ExecutionSample", "period"), facts.nanos("jdk.NativeMethodSample", "period"));
        samples.duration(durationNanos);
        return Estimator.estimate(samples, builder, event(),
                (leaf, group) -> !unwantedGroups.contains(group) && !unwantedLeaves.get(leaf));
    }

    /** Gives the event a definition without estimating, and returns its name. */
    String leaveOut() {
        Event left = new Event("jdk.ExecutionSample", "jfr", Evidence.NONE, false);
        builder.define(event(), left, 0);
        return left.name();
    }

    private static double load(long bits) {
        float load = Float.intBitsToFloat((int) bits);
        return load >= 0 && load <= 1 ? load : 0;
    }

    private static int count(long value) {
        return value > 0 && value < 1 << 16 ? (int) value : 0;
    }
}
