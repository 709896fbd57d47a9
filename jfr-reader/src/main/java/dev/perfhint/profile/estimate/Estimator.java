package dev.perfhint.profile.estimate;

import dev.perfhint.profile.CallTree;
import dev.perfhint.profile.Event;
import dev.perfhint.profile.Evidence;
import dev.perfhint.profile.FrameKind;
import dev.perfhint.profile.build.ProfileBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiPredicate;

/**
 * Estimates CPU and system CPU of each stack of a plain JFR recording: thread loads say how much, samples say where.
 *
 * <p>For each pool of threads (a group, or all virtual threads with their carriers) with user time U and system time S:
 * samples of waiting natives are dropped and blocking reads reduced; the CPU that Java samples do not account for is
 * native; as much of S as fits there goes to the native samples, the rest (page faults, lock slow paths) to the Java
 * samples. Without native samples it goes to the stacks of wait events, else to the Java samples. On JDK 25 the native
 * share of the CPU-time samples says what is native.
 *
 * <p>A row's samples are its Java samples and its retained native ones; its system samples are the retained natives
 * that
 * burn CPU, and only in a pool without any native sample the system part of its Java samples. Errors per caller: 2 to
 * 8 points on file I/O, up to
 * 18 on sockets, more on programs that mostly wake threads (EVIDENCE: measured against kernel frames).
 */
public final class Estimator {
    /** Leaf of CPU time that no sample lies in: threads that were never sampled, and threads of the JVM itself. */
    public static final String NOT_SAMPLED = "[not sampled]";
    private static final String JVM_THREADS = "JVM threads";
    private static final int MIN_SAMPLES = 20;
    private static final double MIN_NOTED_SHARE = 0.2;

    private final JfrSamples samples;
    private final ProfileBuilder builder;
    private final int event;
    private final BiPredicate<Integer, Integer> keep;
    private final List<String> warnings = new ArrayList<>();
    private final SamplerTicks ticks;
    private final boolean cpuTime;
    private double placed;
    private double misplaced;

    private Estimator(JfrSamples samples, ProfileBuilder builder, int event, BiPredicate<Integer, Integer> keep) {
        this.samples = samples;
        this.builder = builder;
        this.event = event;
        this.keep = keep;
        ticks = samples.ticks();
        cpuTime = samples.hasCpuTimeSamples();
    }

    /**
     * Adds the recording's samples with their estimated times to {@code builder} and completes the event: its grade is
     * {@link Evidence#JFR_ESTIMATE}, or {@link Evidence#NONE} with fewer than 20 samples or without load events.
     *
     * @param event id from {@link ProfileBuilder#newEvent}
     * @param keep whether to add a (leaf, thread group); the estimate itself always uses all samples
     * @return warnings, one line each
     */
    public static List<String> estimate(
            JfrSamples samples, ProfileBuilder builder, int event, BiPredicate<Integer, Integer> keep) {
        Estimator estimator = new Estimator(samples, builder, event, keep);
        estimator.run();
        return List.copyOf(estimator.warnings);
    }

    private void run() {
        ThreadSeconds seconds = ThreadSeconds.of(samples);
        boolean loads = !seconds.groups().isEmpty() || seconds.process().cpu() > 0;
        boolean known = loads && samples.count() >= MIN_SAMPLES;
        String name = cpuTime ? "jdk.CPUTimeSample" : "jdk.ExecutionSample";
        builder.define(event, new Event(name, "jfr", known ? Evidence.JFR_ESTIMATE : Evidence.NONE, known), 0);
        if (loads && !known) {
            warnings.add("only " + samples.count()
                    + " samples of Java and native code: too few to estimate system CPU");
        } else if (!known) {
            warnings.add("no jdk.ThreadCPULoad and no jdk.CPULoad events: system CPU cannot be estimated;"
                    + " enable them (both are in default.jfc and profile.jfc)");
        }
        CpuPools pools = CpuPools.of(samples, seconds, builder);
        warnings.addAll(pools.warnings());
        if (!cpuTime && ticks.fullShare() > MIN_NOTED_SHARE) {
            warnings.add(Math.round(ticks.fullShare() * 100)
                    + " % of the sampler's ticks hold the most Java samples it takes ("
                    + SamplerTicks.MAX_JAVA_SAMPLES
                    + "): more threads ran than were sampled; shares of Java code are too low");
        }
        Map<Integer, SamplePool> stacks = new TreeMap<>();
        for (long key : new StackOrder(builder).sorted(samples.stacks().keySet())) {
            JfrSamples.Counts counts = samples.stacks().get(key);
            int group = JfrSamples.group(key);
            SamplePool pool = stacks.computeIfAbsent(
                    pools.poolOf(group), id -> new SamplePool(builder.tree(), builder.methods()));
            if (cpuTime) {
                pool.addCpuTime(JfrSamples.leaf(key), group, counts);
            } else {
                pool.addSampled(JfrSamples.leaf(key), group, counts);
            }
        }
        pools.times().forEach((pool, time) ->
                spread(pool, time, stacks.getOrDefault(pool, new SamplePool(builder.tree(), builder.methods()))));
        stacks.forEach((pool, unmeasured) -> {
            if (!pools.times().containsKey(pool)) {
                spread(pool, cpuTime ? sampledTime(pool, unmeasured) : ThreadSeconds.Time.ZERO, unmeasured);
            }
        });
        addUnsampled(builder.threadGroup(JVM_THREADS), pools.unmeasured());
        if (known && placed + misplaced > 0 && misplaced / (placed + misplaced) > MIN_NOTED_SHARE) {
            warnings.add(Math.round(100 * misplaced / (placed + misplaced))
                    + " % of system CPU is outside the sampled native methods (locks, page faults, JVM "
                    + "threads): below it is shown at the Java code that ran");
        }
    }

    private void spread(int pool, ThreadSeconds.Time time, SamplePool stacks) {
        double retain = retainedReads(time, stacks);
        double burning = SamplePool.weight(stacks.burning) + retain * SamplePool.weight(stacks.reads);
        double nativeWeight = burning + SamplePool.weight(stacks.computing);
        double javaWeight = SamplePool.weight(stacks.java);
        if (nativeWeight + javaWeight == 0 && stacks.waitEvents.isEmpty()) {
            addUnsampled(pool, time);
            return;
        }
        double nativeCpu = nativeCpu(time, nativeWeight, javaWeight, !stacks.waitEvents.isEmpty());
        double nativeSystem = Math.min(time.system(), nativeCpu);
        double otherSystem = time.system() - nativeSystem;
        if (nativeWeight == 0 && nativeCpu > 0) {
            emit(stacks.waitEvents, 1, nativeCpu, nativeSystem, SamplePool.weight(stacks.waitEvents), 0, 0);
        } else {
            double burningCpu = nativeWeight == 0 ? 0 : nativeCpu * burning / nativeWeight;
            double burningSystem = Math.min(nativeSystem, burningCpu);
            otherSystem += nativeSystem - burningSystem;
            emit(stacks.burning, 1, burningCpu, burningSystem, burning, 1, 1);
            emit(stacks.reads, retain, burningCpu, burningSystem, burning, 1, 1);
            emit(stacks.computing, 1, nativeCpu - burningCpu, 0, nativeWeight - burning, 1, 0);
            placed += burningSystem;
        }
        misplaced += nativeWeight == 0 ? time.system() : otherSystem;
        boolean onlyJava = nativeWeight == 0 && stacks.waitEvents.isEmpty();
        double javaCpu = time.cpu() - nativeCpu;
        double javaSystem = Math.min(otherSystem, javaCpu);
        emit(stacks.java, 1, javaCpu, javaSystem, javaWeight, 1, onlyJava && javaCpu > 0 ? javaSystem / javaCpu : 0);
    }

    /** Returns what the CPU-time samples alone say of threads without loads: the lost ones count like the others. */
    private ThreadSeconds.Time sampledTime(int group, SamplePool stacks) {
        double nanos = SamplePool.weight(stacks.java) + SamplePool.weight(stacks.burning)
                + SamplePool.weight(stacks.computing);
        long count = stacks.samples();
        double lost = count == 0 ? 0 : nanos / count * samples.lostCpuTimeSamples(group);
        return new ThreadSeconds.Time(nanos + lost, 0, 0);
    }

    /**
     * Returns the part of the blocking reads' samples that ran: the idle part of the pool's life is taken from them.
     */
    private double retainedReads(ThreadSeconds.Time time, SamplePool stacks) {
        double reads = SamplePool.weight(stacks.reads);
        if (reads == 0 || cpuTime) {
            return 1;
        }
        double all = reads + SamplePool.weight(stacks.burning) + SamplePool.weight(stacks.computing)
                + stacks.droppedWaits;
        double idle = time.life() <= 0 ? 1 : Math.max(0, 1 - time.cpu() / time.life());
        return 1 - Math.min(0.9 * reads, idle * all) / reads;
    }

    private double nativeCpu(ThreadSeconds.Time time, double nativeWeight, double javaWeight, boolean waits) {
        if (javaWeight == 0) {
            return time.cpu();
        }
        if (nativeWeight == 0 && !waits) {
            return 0;
        }
        if (cpuTime) {
            return time.cpu() * nativeWeight / (nativeWeight + javaWeight);
        }
        double ofNative = nativeWeight * samples.nativePeriodNanos();
        double ofJava = javaWeight * ticks.periodNanos();
        double byRatio = time.cpu() * ofNative / (ofNative + ofJava);
        if (ticks.fullShare() > MIN_NOTED_SHARE && nativeWeight > 0) {
            return byRatio;
        }
        double left = Math.max(0, time.cpu() - ofJava);
        // more sampled time than CPU time: the threads waited for a processor, in Java as in native code
        return ofNative + ofJava > time.cpu() ? Math.max(left, byRatio) : left;
    }

    // samples are whole: rounding errors are carried along, so that their sum is right
    private void emit(List<SamplePool.Stack> stacks, double retain, double cpu, double system, double weight,
            int counted, double systemCounted) {
        double exact = 0;
        long given = 0;
        long systemGiven = 0;
        for (SamplePool.Stack stack : stacks) {
            exact += stack.samples() * retain * counted;
            long whole = Math.round(exact) - given;
            given += whole;
            long systemWhole = Math.min(whole, Math.round(exact * systemCounted) - systemGiven);
            systemGiven += systemWhole;
            double part = weight <= 0 ? 0 : stack.weight() * retain / weight;
            long nanos = Math.round(part * cpu);
            if (!keep.test(stack.leaf(), stack.group()) || whole == 0 && nanos == 0) {
                continue;
            }
            builder.sample(stack.leaf(), stack.group(), event, whole, nanos, -1);
            builder.system(stack.leaf(), stack.group(), event, systemWhole, Math.round(part * system));
        }
    }

    private void addUnsampled(int group, ThreadSeconds.Time time) {
        if (time.cpu() < 1_000_000) {
            return;
        }
        misplaced += time.system();
        int leaf = builder.child(CallTree.ROOT, builder.method("", NOT_SAMPLED), 0, FrameKind.CPP);
        if (keep.test(leaf, group)) {
            builder.sample(leaf, group, event, 0, Math.round(time.cpu()), -1);
            builder.system(leaf, group, event, 0, Math.round(time.system()));
        }
    }
}
