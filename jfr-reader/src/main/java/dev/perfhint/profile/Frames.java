package dev.perfhint.profile;

import java.util.BitSet;
import java.util.function.IntPredicate;

/** The frames of a call tree that a view shows, and their names. */
public final class Frames {
    /** Stands for a stack without any Java frame: threads of the JVM itself, stacks that could not be walked. */
    public static final String NO_JAVA = "[no Java frame]";
    /** Stands above the outermost frame. */
    public static final String THREAD_ROOT = "[thread]";
    /** Stands for frames that were left out because they are too small or too many. */
    public static final String OTHER = "[other]";

    /** Stands for the CPU time of threads that the kernel counted and no sample met. */
    public static final String NOT_SAMPLED = "[not sampled]";

    private Frames() {}

    /**
     * Returns whether the node is a Java method, native ones included; marks such as {@code [truncated]} count as
     * well.
     */
    public static boolean isJava(Profile profile, int node) {
        return isJava(profile.tree(), profile.methods(), node);
    }

    /** Returns the nodes at or below a frame that stands for left out ones. */
    public static BitSet folded(CallTree tree, Methods methods) {
        int other = methods.id("", OTHER);
        return below(tree, method -> method == other);
    }

    /** Returns the nodes at or below a frame of some methods. */
    public static BitSet below(CallTree tree, IntPredicate methods) {
        BitSet below = new BitSet(tree.size());
        for (int node = 1; node < tree.size(); node++) {
            below.set(node, methods.test(tree.method(node)) || below.get(tree.parent(node)));
        }
        return below;
    }

    /** Returns the ids of methods that have a class: what is not kernel or C++ code among their frames is Java. */
    public static BitSet javaMethods(Methods methods) {
        BitSet java = new BitSet(methods.size());
        for (int method = 0; method < methods.size(); method++) {
            java.set(method, !methods.className(method).isEmpty());
        }
        return java;
    }

    public static boolean isJava(CallTree tree, BitSet javaMethods, int node) {
        FrameKind kind = tree.kind(node);
        return kind == FrameKind.JAVA || kind == FrameKind.NATIVE && javaMethods.get(tree.method(node));
    }

    public static boolean isJava(CallTree tree, Methods methods, int node) {
        FrameKind kind = tree.kind(node);
        return kind == FrameKind.JAVA || kind == FrameKind.NATIVE && !methods.className(tree.method(node)).isEmpty();
    }

    /** Returns the innermost Java frame at or above {@code node}; {@link CallTree#ROOT} if there is none. */
    public static int nearestJava(Profile profile, int node) {
        int frame = node;
        while (frame != CallTree.ROOT && !isJava(profile, frame)) {
            frame = profile.tree().parent(frame);
        }
        return frame;
    }

    /** Returns the frame as {@code pkg.Class.method}, or a native function's name. */
    public static String name(Profile profile, int node) {
        return profile.methods().name(profile.tree().method(node));
    }
}
