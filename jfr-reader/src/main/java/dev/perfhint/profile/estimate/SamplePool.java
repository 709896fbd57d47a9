package dev.perfhint.profile.estimate;

import dev.perfhint.profile.CallTree;
import dev.perfhint.profile.FrameKind;
import dev.perfhint.profile.Frames;
import dev.perfhint.profile.Methods;
import dev.perfhint.profile.cause.NativeMethods;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The samples of one pool of threads, by what they tell: Java code, natives that burn CPU in the kernel, natives that
 * compute, blocking reads, wait events. Natives that wait are dropped here: they are no CPU time.
 */
final class SamplePool {
    /** One stack of the pool; {@code weight} counts samples, or nanoseconds for CPU-time samples. */
    record Stack(int leaf, int group, long samples, double weight) {}

    final List<Stack> java = new ArrayList<>();
    final List<Stack> burning = new ArrayList<>();
    final List<Stack> computing = new ArrayList<>();
    final List<Stack> reads = new ArrayList<>();
    final List<Stack> waitEvents = new ArrayList<>();
    long droppedWaits;

    private final CallTree tree;
    private final Methods methods;
    private final Map<Integer, NativeMethods.Behaviour> behaviours = new HashMap<>();

    SamplePool(CallTree tree, Methods methods) {
        this.tree = tree;
        this.methods = methods;
    }

    /** Adds samples of the periodic sampler. */
    void addSampled(int leaf, int group, JfrSamples.Counts counts) {
        add(java, leaf, group, counts.java);
        add(waitEvents, leaf, group, counts.waitEvents);
        if (counts.nativeCode == 0) {
            return;
        }
        switch (behaviour(leaf)) {
            case BURNS -> add(burning, leaf, group, counts.nativeCode);
            case COMPUTES -> add(computing, leaf, group, counts.nativeCode);
            case BLOCKING_READ -> add(reads, leaf, group, counts.nativeCode);
            case WAITS -> droppedWaits += counts.nativeCode;
        }
    }

    /** Adds CPU-time samples: each is CPU time, also in methods that mostly wait. */
    void addCpuTime(int leaf, int group, JfrSamples.Counts counts) {
        if (counts.cpuTime == 0) {
            return;
        }
        Stack stack = new Stack(leaf, group, counts.cpuTime, counts.cpuTimeNanos);
        // folded stacks are of Java code: native methods keep their frame
        boolean nativeCode = leaf != CallTree.ROOT && tree.kind(leaf) == FrameKind.NATIVE
                && !methods.name(tree.method(leaf)).equals(Frames.OTHER);
        if (!nativeCode) {
            java.add(stack);
        } else if (behaviour(leaf) == NativeMethods.Behaviour.COMPUTES) {
            computing.add(stack);
        } else {
            burning.add(stack);
        }
    }

    /** Returns the number of samples of Java and native code. */
    long samples() {
        return Stream.of(java, burning, computing, reads).flatMap(List::stream).mapToLong(Stack::samples).sum();
    }

    static double weight(List<Stack> stacks) {
        return stacks.stream().mapToDouble(Stack::weight).sum();
    }

    private static void add(List<Stack> stacks, int leaf, int group, long samples) {
        if (samples > 0) {
            stacks.add(new Stack(leaf, group, samples, samples));
        }
    }

    private NativeMethods.Behaviour behaviour(int leaf) {
        if (leaf == CallTree.ROOT) {
            return NativeMethods.Behaviour.BURNS;
        }
        return behaviours.computeIfAbsent(tree.method(leaf), method -> NativeMethods.find(methods.name(method))
                .map(NativeMethods.Entry::behaviour)
                .orElse(NativeMethods.Behaviour.BURNS));
    }
}
