package dev.perfhint.profile.cause;

import dev.perfhint.profile.CallTree;
import dev.perfhint.profile.Evidence;
import dev.perfhint.profile.FrameKind;
import dev.perfhint.profile.Methods;
import java.util.Arrays;
import java.util.Set;

/**
 * Says whether a sample with a given leaf counts as system CPU, for grades 1 and 2; whole samples, 0 or 1 each.
 *
 * <p>Grade 1: the stack ends in a kernel frame. Grade 2: it ends in a libc function that is almost only a system
 * call, or
 * in libc without a symbol while the Java code waits, parks or sleeps. Grade 3 has no such rule: see {@code Estimator}.
 */
public final class SystemCpu {
    private static final Set<String> WAITS = Set.of(
            "java.lang.Object.wait",
            "java.lang.Object.wait0",
            "java.lang.Thread.sleep",
            "java.lang.Thread.sleep0",
            "java.lang.Thread.sleepNanos0",
            "jdk.internal.misc.Unsafe.park",
            "sun.misc.Unsafe.park");
    private static final byte WRAPPER = 1;
    private static final byte BARE_LIBC = 2;
    private static final byte OTHER = 3;

    private final CallTree tree;
    private final Methods methods;
    private byte[] classes = new byte[256];

    public SystemCpu(CallTree tree, Methods methods) {
        this.tree = tree;
        this.methods = methods;
    }

    /**
     * Returns whether samples with this leaf are system CPU by the rule of {@code grade}; false for grades other than
     * 1 and 2.
     */
    public boolean isSystem(int leaf, Evidence grade) {
        if (leaf == CallTree.ROOT) {
            return false;
        }
        return switch (grade) {
            case KERNEL_FRAMES -> tree.kind(leaf) == FrameKind.KERNEL;
            case SYSCALL_STUBS -> isWrapper(leaf);
            default -> false;
        };
    }

    private boolean isWrapper(int leaf) {
        if (tree.kind(leaf) != FrameKind.NATIVE) {
            return false;
        }
        return switch (classOf(tree.method(leaf))) {
            case WRAPPER -> true;
            case BARE_LIBC -> waitsIn(leaf);
            default -> false;
        };
    }

    private boolean waitsIn(int leaf) {
        int node = leaf;
        while (node != CallTree.ROOT && methods.className(tree.method(node)).isEmpty()) {
            node = tree.parent(node);
        }
        return node != CallTree.ROOT && WAITS.contains(methods.name(tree.method(node)));
    }

    private byte classOf(int method) {
        if (method >= classes.length) {
            classes = Arrays.copyOf(classes, Math.max(method + 1, classes.length * 2));
        }
        if (classes[method] == 0) {
            classes[method] = classify(methods.className(method), methods.methodName(method));
        }
        return classes[method];
    }

    private static byte classify(String className, String methodName) {
        if (!className.isEmpty()) {
            return OTHER;
        }
        if (LibcWrappers.syscallOf(methodName).isPresent() || FoldMark.of(methodName).isPresent()) {
            return WRAPPER;
        }
        return LibcWrappers.isBareLibc(methodName) ? BARE_LIBC : OTHER;
    }
}
