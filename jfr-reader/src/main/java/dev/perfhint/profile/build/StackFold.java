package dev.perfhint.profile.build;

import dev.perfhint.profile.ApplicationFrames;
import dev.perfhint.profile.CallTree;
import dev.perfhint.profile.EventCounts;
import dev.perfhint.profile.Evidence;
import dev.perfhint.profile.FrameKind;
import dev.perfhint.profile.Frames;
import dev.perfhint.profile.Methods;
import dev.perfhint.profile.Profile;
import dev.perfhint.profile.TimeSlices;
import dev.perfhint.profile.cause.Causes;
import dev.perfhint.profile.cause.FoldMark;
import dev.perfhint.profile.cause.JavaContexts;
import dev.perfhint.profile.cause.KernelWork;
import dev.perfhint.profile.cause.NativeMethods;
import dev.perfhint.profile.cause.SystemCpu;
import dev.perfhint.profile.cause.ThreadKind;
import dev.perfhint.profile.observed.Observation;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Makes a call tree smaller, so that system CPU and its causes stay what they are. A quarter of the allowed nodes keeps
 * the paths of most weight.
 *
 * <p>Rare stacks of user code end in {@code [other]} at their last kept caller. Rare stacks that may be system CPU lose
 * their <em>outer</em> frames instead: below one {@code [other]} they keep the kernel's and native frames, the JDK's,
 * the first frame beyond, and as many callers as fit into another quarter. Of what does not fit even so, the rarest
 * becomes one {@link FoldMark} for each cause, system call and subsystem.
 *
 * <p>Everything is decided by weights and names, nothing by numbers of nodes: equal trees fold equally.
 */
final class StackFold {
    /**
     * What is known of leaves beside their frames.
     *
     * @param system that they have system CPU
     * @param estimated that system CPU will be estimated, by the native method that they end in
     */
    record Signs(BitSet system, BitSet estimated) {}

    /** Callers beyond the first frame outside of the JDK. */
    private static final int[] CALLERS = {32, 12, 6, 3, 1, 0};
    /** JDK frames of one stack; regular expressions and streams call themselves. */
    private static final int MAX_JDK_FRAMES = 48;

    private static final int OTHER_FRAME = CallTree.lineKind(0, FrameKind.NATIVE.ordinal());

    private final CallTree tree;
    private final Methods methods;
    private final List<String> groups;
    private final int maxNodes;
    private final long[] own;
    private final Signs signs;
    private final int other;
    private final Profile view;
    private final JavaContexts contexts;
    private final SystemCpu systemCpu;
    private final int[] moved;
    private CallTree folded = new CallTree();

    /**
     * @param weights of the nodes' own samples
     * @param signs what is known of leaves beside their frames
     */
    StackFold(CallTree tree, Methods methods, List<String> groups, int maxNodes, long[] weights, Signs signs) {
        this.tree = tree;
        this.methods = methods;
        this.groups = groups;
        this.maxNodes = maxNodes;
        this.own = weights;
        this.signs = signs;
        other = methods.id("", Frames.OTHER);
        view = new Profile(tree, methods, groups, List.of(), new RowTable().rows(new int[0], new int[0]), List.of(),
                EventCounts.NONE, List.of(), TimeSlices.NONE, List.of(), Profile.Weights.SAMPLED, Observation.NONE);
        contexts = new JavaContexts(view);
        systemCpu = new SystemCpu(tree, methods);
        moved = new int[tree.size()];
    }

    CallTree tree() {
        return folded;
    }

    FoldedNodes fold() {
        long[] weights = own.clone();
        for (int node = tree.size() - 1; node > CallTree.ROOT; node--) {
            weights[tree.parent(node)] += weights[node];
        }
        long least = CallTree.leastWeight(weights, tree.size(), maxNodes / 4);
        List<Integer> rare = new ArrayList<>();
        for (int node = 1; node < tree.size(); node++) {
            int parent = tree.parent(node);
            if (weights[node] >= least) {
                moved[node] = folded.child(moved[parent], tree.method(node), tree.lineKind(node));
            } else if (own[node] > 0 && maySpendSystemCpu(node)) {
                rare.add(node);
            }
        }
        foldUserStacks(weights, least);
        FoldedNodes nodes = new FoldedNodes(moved);
        if (!rare.isEmpty()) {
            foldSystemStacks(rare, nodes);
        }
        return nodes;
    }

    private boolean maySpendSystemCpu(int leaf) {
        FrameKind kind = tree.kind(leaf);
        return kind == FrameKind.KERNEL || signs.system().get(leaf) || systemCpu.isSystem(leaf, Evidence.SYSCALL_STUBS)
                || isNativeMethod(leaf);
    }

    private boolean isNativeMethod(int leaf) {
        boolean java = !methods.className(tree.method(leaf)).isEmpty();
        return java && signs.estimated().get(leaf) && (tree.kind(leaf) == FrameKind.NATIVE
                || NativeMethods.find(methods.name(tree.method(leaf))).isPresent());
    }

    private void foldUserStacks(long[] weights, long least) {
        for (int node = 1; node < tree.size(); node++) {
            if (weights[node] >= least) {
                continue;
            }
            int parent = tree.parent(node);
            boolean first = parent == CallTree.ROOT || weights[parent] >= least;
            moved[node] = first ? folded.child(moved[parent], other, OTHER_FRAME) : moved[parent];
        }
    }

    private void foldSystemStacks(List<Integer> rare, FoldedNodes nodes) {
        int room = maxNodes / 4;
        for (int callers : CALLERS) {
            CallTree suffixes = new CallTree();
            for (int i = 0; i < rare.size() && suffixes.size() <= room; i++) {
                add(suffixes, rare.get(i), callers);
            }
            if (suffixes.size() <= room) {
                rare.forEach(leaf -> moved[leaf] = add(folded, leaf, callers));
                return;
            }
        }
        CallTree suffixes = new CallTree();
        int[] leaves = rare.stream().mapToInt(leaf -> add(suffixes, leaf, 0)).toArray();
        long[] weights = new long[suffixes.size()];
        for (int i = 0; i < leaves.length; i++) {
            weights[leaves[i]] += own[rare.get(i)];
        }
        for (int node = suffixes.size() - 1; node > CallTree.ROOT; node--) {
            weights[suffixes.parent(node)] += weights[node];
        }
        long least = CallTree.leastWeight(weights, suffixes.size(), room);
        Causes causes = new Causes(view);
        KernelWork work = new KernelWork(view);
        for (int i = 0; i < leaves.length; i++) {
            int leaf = rare.get(i);
            if (weights[leaves[i]] >= least) {
                moved[leaf] = add(folded, leaf, 0);
            } else {
                mark(leaf, causes, work, nodes);
            }
        }
    }

    /** Adds the inner part of a stack to a tree, and returns its leaf. */
    private int add(CallTree target, int leaf, int callers) {
        List<Integer> frames = new ArrayList<>();
        int node = leaf;
        while (node > CallTree.ROOT && !Frames.isJava(tree, methods, node)) {
            frames.add(node);
            node = tree.parent(node);
        }
        int java = node;
        boolean beyond = false;
        int left = callers;
        for (int jdk = 0; node > CallTree.ROOT && jdk < MAX_JDK_FRAMES && (!beyond || left-- > 0); jdk++) {
            frames.add(node);
            beyond |= !ApplicationFrames.isJdk(methods.className(tree.method(node)));
            jdk -= beyond ? 1 : 0;
            node = tree.parent(node);
        }
        boolean whole = node <= CallTree.ROOT || tree.parent(node) == CallTree.ROOT && tree.method(node) == other;
        int decides = java == CallTree.ROOT ? CallTree.ROOT : contexts.of(java).frame();
        int at = whole && node <= CallTree.ROOT ? CallTree.ROOT : target.child(CallTree.ROOT, other, OTHER_FRAME);
        if (decides != CallTree.ROOT && !frames.contains(decides)) {
            at = target.child(at, tree.method(decides), tree.lineKind(decides));
        }
        for (int i = frames.size() - 1; i >= 0; i--) {
            at = target.child(at, tree.method(frames.get(i)), tree.lineKind(frames.get(i)));
        }
        return at;
    }

    /** Puts a leaf below {@code [other]} as what it is for, which threads of the JVM and of the program do apart. */
    private void mark(int leaf, Causes causes, KernelWork work, FoldedNodes nodes) {
        int top = folded.child(CallTree.ROOT, other, OTHER_FRAME);
        FrameKind kind = tree.kind(leaf);
        boolean marked = FoldMark.of(methods.methodName(tree.method(leaf))).isPresent();
        if (isNativeMethod(leaf)) {
            // what the estimate will say of it depends on the JDK's frames
            moved[leaf] = add(folded, leaf, 0);
            return;
        }
        if (marked) {
            moved[leaf] = folded.child(top, tree.method(leaf), tree.lineKind(leaf));
            return;
        }
        String syscall = work.syscallOf(leaf).orElse("");
        String subsystem = work.subsystemOf(leaf);
        int lineKind = CallTree.lineKind(0, (kind == FrameKind.KERNEL ? kind : FrameKind.NATIVE).ordinal());
        Map<ThreadKind, Integer> byKind = new EnumMap<>(ThreadKind.class);
        for (int group = 0; group < groups.size(); group++) {
            int one = group;
            int node = byKind.computeIfAbsent(causes.kind(group), threads -> folded.child(top, methods.id("",
                    new FoldMark(causes.of(leaf, one).cause(), syscall, subsystem).name()), lineKind));
            moved[leaf] = group == 0 ? node : moved[leaf];
            if (node != moved[leaf]) {
                nodes.move(leaf, group, node);
            }
        }
    }
}
