package dev.perfhint.profile.estimate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a plain JFR recording holds about CPU: samples of Java and native code, loads of threads and of the process. The
 * raw material of {@link Estimator}; one for each recording.
 *
 * <p>Memory follows distinct stacks, threads and load intervals, never samples. Times are nanoseconds since the start
 * of
 * the recording.
 */
public final class JfrSamples {
    /** Sample counts of one stack in one thread group. */
    static final class Counts {
        long java;
        long nativeCode;
        long cpuTime;
        long cpuTimeNanos;
        long waitEvents;
    }

    /** A thread's load since its previous load: parts of the active processors' time. */
    record ThreadLoad(long thread, int group, long timeNanos, double user, double system) {}

    /** The process's load since its previous load: parts of the hardware threads' time. */
    record ProcessLoad(long timeNanos, double user, double system) {}

    /** What a JVM needs to start a recording that its command line asks for. */
    private static final long MAX_START_UP_NANOS = 3_000_000_000L;
    private static final int BUCKET_NANOS = 1_000_000;
    private static final int MAX_BUCKETS = 1 << 23;

    private final Map<Long, Counts> stacks = new HashMap<>();
    private final Map<Integer, Long> lost = new TreeMap<>();
    private final List<ThreadLoad> threadLoads = new ArrayList<>();
    private final List<ProcessLoad> processLoads = new ArrayList<>();
    private final Map<Long, Long> threadStarts = new HashMap<>();
    private final Map<Long, Long> threadEnds = new HashMap<>();
    private byte[] javaSamplesPerMilli = new byte[1024];
    private long javaPeriodNanos;
    private long nativePeriodNanos;
    private int activeFromArguments;
    private int effectiveFromContainer;
    private int hardwareThreads;
    private long durationNanos;
    private long lastLoadNanos;
    private long fromNanos;
    private long toNanos = Long.MAX_VALUE;
    private long beforeNanos = -1;

    /** Adds a {@code jdk.ExecutionSample}. */
    public void javaSample(int leaf, int group, long timeNanos) {
        counts(leaf, group).java++;
        int bucket = timeNanos < 0 ? MAX_BUCKETS : (int) Math.min(MAX_BUCKETS, timeNanos / BUCKET_NANOS);
        if (bucket == MAX_BUCKETS) {
            return;
        }
        if (bucket >= javaSamplesPerMilli.length) {
            javaSamplesPerMilli =
                    Arrays.copyOf(javaSamplesPerMilli, Math.max(bucket + 1, javaSamplesPerMilli.length * 2));
        }
        if (javaSamplesPerMilli[bucket] < Byte.MAX_VALUE) {
            javaSamplesPerMilli[bucket]++;
        }
    }

    /** Adds a {@code jdk.NativeMethodSample}; the leaf is the Java native method. */
    public void nativeSample(int leaf, int group, long timeNanos) {
        counts(leaf, group).nativeCode++;
    }

    /**
     * Adds a {@code jdk.CPUTimeSample}; failed ones have no stack and are dropped, biased ones are as good as others.
     */
    public void cpuTimeSample(int leaf, int group, long periodNanos, boolean failed, long timeNanos) {
        if (failed) {
            return;
        }
        Counts counts = counts(leaf, group);
        counts.cpuTime++;
        counts.cpuTimeNanos += periodNanos;
    }

    /** Adds a {@code jdk.CPUTimeSamplesLost}. */
    public void cpuTimeLost(int group, long samples) {
        lost.merge(group, samples, Long::sum);
    }

    /** Adds events that ended a wait, of one stack: park, monitor, sleep. */
    public void waitEvents(int leaf, int group, long events) {
        counts(leaf, group).waitEvents += events;
    }

    /** Adds a {@code jdk.ThreadStart}; {@code thread} is any id that no other thread of the recording has. */
    public void threadStart(long thread, long timeNanos) {
        threadStarts.merge(thread, timeNanos, Math::min);
    }

    /** Adds a {@code jdk.ThreadEnd}. */
    public void threadEnd(long thread, long timeNanos) {
        threadEnds.merge(thread, timeNanos, Math::max);
    }

    /** Adds a {@code jdk.ThreadCPULoad}, values 0..1. */
    public void threadLoad(long thread, int group, long timeNanos, double user, double system) {
        threadLoads.add(new ThreadLoad(thread, group, timeNanos, user, system));
        lastLoadNanos = Math.max(lastLoadNanos, timeNanos);
    }

    /** Adds a {@code jdk.CPULoad}, values 0..1. */
    public void processLoad(long timeNanos, double jvmUser, double jvmSystem) {
        processLoads.add(new ProcessLoad(timeNanos, jvmUser, jvmSystem));
    }

    /** Sets the configured periods; 0 leaves what is known. */
    public void settings(long javaPeriod, long nativePeriod) {
        javaPeriodNanos = javaPeriod > 0 ? javaPeriod : javaPeriodNanos;
        nativePeriodNanos = nativePeriod > 0 ? nativePeriod : nativePeriodNanos;
    }

    /** Sets the processor counts; 0 leaves what is known. */
    public void processors(int fromArguments, int fromContainer, int hardware) {
        activeFromArguments = fromArguments > 0 ? fromArguments : activeFromArguments;
        effectiveFromContainer = fromContainer > 0 ? fromContainer : effectiveFromContainer;
        hardwareThreads = hardware > 0 ? hardware : hardwareThreads;
    }

    /** Sets how long the JVM ran before the recording. */
    public void before(long nanos) {
        beforeNanos = Math.max(0, nanos);
    }

    /** Sets how long the recording lasted; a shorter value than a known one is ignored. */
    public void duration(long nanos) {
        durationNanos = Math.max(durationNanos, nanos);
    }

    /** Limits the estimate to a part of the recording; samples outside of it must not be added, loads may. */
    public void window(long from, long to) {
        fromNanos = Math.max(0, from);
        toNanos = to;
    }

    /** Returns whether there is no sample of Java, native or CPU time. */
    public boolean isEmpty() {
        return count() == 0;
    }

    /** Returns the samples of Java, native and CPU time. */
    long count() {
        return stacks.values().stream().mapToLong(counts -> counts.java + counts.nativeCode + counts.cpuTime).sum();
    }

    /** Returns whether the recording has CPU-time samples; they then replace all others. */
    public boolean hasCpuTimeSamples() {
        return stacks.values().stream().anyMatch(counts -> counts.cpuTime > 0);
    }

    /** Returns the distance of the sampler's ticks: the real one where the samples show it, else the configured one. */
    public long intervalNanos() {
        return ticks().periodNanos();
    }

    /** Returns the CPU time of the process by its own accounting, 0 if the recording does not have it. */
    public double processCpuNanos() {
        return ThreadSeconds.of(this).process().cpu();
    }

    static int leaf(long key) {
        return (int) (key >>> 32);
    }

    static int group(long key) {
        return (int) key;
    }

    /** Adds the samples of every leaf to {@code byLeaf}. */
    public void addWeights(long[] byLeaf) {
        stacks.forEach((key, counts) ->
                byLeaf[leaf(key)] += counts.java + counts.nativeCode + counts.cpuTime + counts.waitEvents);
    }

    /** Replaces every leaf by its new node. */
    public void moveLeaves(int[] nodes) {
        Map<Long, Counts> old = new HashMap<>(stacks);
        stacks.clear();
        old.forEach((key, counts) -> {
            Counts sum = counts(nodes[leaf(key)], group(key));
            sum.java += counts.java;
            sum.nativeCode += counts.nativeCode;
            sum.cpuTime += counts.cpuTime;
            sum.cpuTimeNanos += counts.cpuTimeNanos;
            sum.waitEvents += counts.waitEvents;
        });
    }

    Map<Long, Counts> stacks() {
        return stacks;
    }

    long lostCpuTimeSamples(int group) {
        return lost.getOrDefault(group, 0L);
    }

    List<ThreadLoad> threadLoads() {
        return threadLoads;
    }

    List<ProcessLoad> processLoads() {
        return processLoads;
    }

    Map<Long, Long> threadStarts() {
        return threadStarts;
    }

    Map<Long, Long> threadEnds() {
        return threadEnds;
    }

    int activeFromArguments() {
        return activeFromArguments;
    }

    int effectiveFromContainer() {
        return effectiveFromContainer;
    }

    int hardwareThreads() {
        return hardwareThreads;
    }

    /** Returns how much of a span lies inside the window. */
    double inWindow(long from, long to) {
        return Math.max(0, Math.min(to, Math.min(toNanos, durationNanos())) - (double) Math.max(from, fromNanos));
    }

    /** Returns how long the JVM ran before a recording that began with it; 0 for others and parts of one. */
    long startUpNanos() {
        return attached() || fromNanos > 0 ? 0 : Math.max(0, beforeNanos);
    }

    /** Returns whether the recording began later than the JVM. */
    boolean attached() {
        return beforeNanos > MAX_START_UP_NANOS;
    }

    long durationNanos() {
        return Math.max(durationNanos, lastLoadNanos);
    }

    long nativePeriodNanos() {
        return nativePeriodNanos > 0 ? nativePeriodNanos : 20_000_000;
    }

    SamplerTicks ticks() {
        return SamplerTicks.of(javaSamplesPerMilli, javaPeriodNanos > 0 ? javaPeriodNanos : 20_000_000);
    }

    private Counts counts(int leaf, int group) {
        return stacks.computeIfAbsent((long) leaf << 32 | group, key -> new Counts());
    }
}
