package dev.perfhint.profile.view;

import dev.perfhint.profile.ApplicationFrames;
import dev.perfhint.profile.CallTree;
import dev.perfhint.profile.Evidence;
import dev.perfhint.profile.FrameKind;
import dev.perfhint.profile.Frames;
import dev.perfhint.profile.GradeRows;
import dev.perfhint.profile.Methods;
import dev.perfhint.profile.Profile;
import dev.perfhint.profile.Rows;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The CPU stacks of one or several profiles at one grade as a tree of frames, whatever their lines, for a flame graph.
 *
 * <p>{@link #pruned} leaves out what is too small to be seen: it stands as an {@code [other]} child of its nearest
 * caller that is kept, so that all sums stay what they were.
 */
public final class FlameGraph {
    private static final int MAX_THREAD_GROUPS = 60;

    private final List<Profile> profiles;
    private final int[][] rows;
    private final CallTree tree = new CallTree();
    private final Methods methods = new Methods();
    private final int[][] nodes;
    private final double[] shares;

    private FlameGraph(List<Profile> profiles, Evidence grade) {
        this.profiles = List.copyOf(profiles);
        this.rows = profiles.stream().map(profile -> GradeRows.of(profile, grade)).toArray(int[][]::new);
        this.nodes = profiles.stream().map(this::add).toArray(int[][]::new);
        this.shares = new double[tree.size()];
        for (int side = 0; side < profiles.size(); side++) {
            addShares(side, false);
            addShares(side, true);
        }
    }

    /** Returns the graph of all CPU rows of that grade; each profile is a side of its own. */
    public static FlameGraph of(List<Profile> profiles, Evidence grade) {
        return new FlameGraph(profiles, grade);
    }

    /**
     * A frame as it is drawn.
     *
     * @param className empty for native and kernel functions
     * @param application whether the time slices of a stack can be this frame's: Java code outside of the JDK
     */
    public record Frame(String className, String methodName, FrameKind kind, boolean application) {
        /** Returns {@code pkg.Class.method}, or the function's name. */
        public String name() {
            return className.isEmpty() ? methodName : className + '.' + methodName;
        }
    }

    /** What was sampled of one stack in one thread group: system values are within the totals. */
    public record Row(int node, int threadGroup, long samples, long nanos, long systemSamples, long systemNanos) {}

    /**
     * The part that is kept.
     *
     * @param parents by node, smaller than the node itself; node 0 is the root, with parent -1
     * @param frames by node, index in {@code names}; -1 for the root
     * @param lines by node, the source line that most of the frame's stacks go through; 0 where it is unknown
     * @param rows by side
     * @param nodeOf by side and node of that side's profile: the kept node, -1 if it was left out
     * @param allNodes frames in all, before any was left out
     * @param minShare what a kept frame has at least, of the system CPU or of all CPU; 0 if all are kept
     */
    public record Part(int[] parents, int[] frames, int[] lines, List<Frame> names, List<String> threadGroups,
            List<List<Row>> rows, List<int[]> nodeOf, int allNodes, double minShare) {}

    private int[] add(Profile profile) {
        int[] ids = new int[profile.methods().size()];
        for (int method = 0; method < ids.length; method++) {
            ids[method] = methods.id(profile.methods().className(method), profile.methods().methodName(method));
        }
        int[] moved = new int[profile.tree().size()];
        for (int node = 1; node < moved.length; node++) {
            CallTree from = profile.tree();
            moved[node] = tree.child(moved[from.parent(node)], ids[from.method(node)], 0, from.kind(node));
        }
        return moved;
    }

    /** Raises each node's share to that of this side's system CPU or all CPU, where it is more. */
    private void addShares(int side, boolean system) {
        long[] nanos = new long[tree.size()];
        long[] samples = new long[tree.size()];
        Rows all = profiles.get(side).rows();
        for (int row : rows[side]) {
            int node = nodes[side][all.leaf(row)];
            samples[node] += system ? all.systemSamples(row) : all.samples(row);
            nanos[node] += system ? all.systemNanos(row) : all.nanos(row);
        }
        long[] weights = Arrays.stream(nanos).anyMatch(weight -> weight > 0) ? nanos : samples;
        for (int node = tree.size() - 1; node > CallTree.ROOT; node--) {
            weights[tree.parent(node)] += weights[node];
        }
        double total = Math.max(1, weights[CallTree.ROOT]);
        for (int node = 0; node < weights.length; node++) {
            shares[node] = Math.max(shares[node], weights[node] / total);
        }
    }

    /** Returns the largest frames, at most {@code maxNodes} of them besides what stands for those left out. */
    public Part pruned(int maxNodes) {
        double minShare = minShare(maxNodes);
        int[] kept = new int[tree.size()];
        Arrays.fill(kept, -1);
        kept[CallTree.ROOT] = 0;
        Growing growing = new Growing(tree.size());
        for (int node = 1; node < kept.length; node++) {
            if (shares[node] > 0 && shares[node] >= minShare) {
                kept[node] = growing.add(kept[tree.parent(node)], tree.method(node), tree.kind(node));
            }
        }
        Map<String, Integer> groups = threadGroups();
        List<List<Row>> rowsBySide = new ArrayList<>();
        for (int side = 0; side < profiles.size(); side++) {
            rowsBySide.add(rows(side, kept, growing, groups));
        }
        List<int[]> nodeOf = Arrays.stream(nodes).map(moved -> Arrays.stream(moved).map(node -> kept[node]).toArray())
                .toList();
        return new Part(Arrays.copyOf(growing.parents, growing.size), Arrays.copyOf(growing.frames, growing.size),
                lines(nodeOf, growing.size), List.copyOf(growing.names.keySet()), groups.keySet().stream().toList(),
                rowsBySide, nodeOf, tree.size() - 1, minShare);
    }

    private int[] lines(List<int[]> nodeOf, int size) {
        int[] lines = new int[size];
        long[] most = new long[size];
        for (int side = 0; side < profiles.size(); side++) {
            CallTree from = profiles.get(side).tree();
            Rows all = profiles.get(side).rows();
            long[] weights = new long[from.size()];
            for (int row : rows[side]) {
                weights[all.leaf(row)] += all.samples(row);
            }
            for (int node = weights.length - 1; node > CallTree.ROOT; node--) {
                weights[from.parent(node)] += weights[node];
                int kept = nodeOf.get(side)[node];
                if (kept > 0 && weights[node] > most[kept]) {
                    most[kept] = weights[node];
                    lines[kept] = Math.max(0, from.line(node));
                }
            }
        }
        return lines;
    }

    private double minShare(int maxNodes) {
        double[] sorted = Arrays.stream(shares).skip(1).filter(share -> share > 0).sorted().toArray();
        int at = sorted.length - maxNodes;
        if (at <= 0) {
            return 0;
        }
        while (at < sorted.length - 1 && sorted[at] == sorted[at - 1]) {
            at++;
        }
        return sorted[at];
    }

    /** Returns the ids of the largest thread groups by name; the last one stands for all others if there are more. */
    private Map<String, Integer> threadGroups() {
        Map<String, Double> weights = new HashMap<>();
        for (int side = 0; side < profiles.size(); side++) {
            Rows all = profiles.get(side).rows();
            for (int row : rows[side]) {
                weights.merge(profiles.get(side).threadGroups().get(all.threadGroup(row)),
                        (double) all.nanos(row) + all.samples(row), Double::sum);
            }
        }
        List<String> names = new ArrayList<>(weights.keySet());
        names.sort((a, b) -> weights.get(a).equals(weights.get(b)) ? a.compareTo(b)
                : Double.compare(weights.get(b), weights.get(a)));
        Map<String, Integer> ids = new LinkedHashMap<>();
        for (String name : names.subList(0, Math.min(names.size(), MAX_THREAD_GROUPS))) {
            ids.put(name, ids.size());
        }
        if (names.size() > MAX_THREAD_GROUPS) {
            ids.putIfAbsent(Frames.OTHER, ids.size());
        }
        return ids;
    }

    private List<Row> rows(int side, int[] kept, Growing growing, Map<String, Integer> groups) {
        Rows all = profiles.get(side).rows();
        Map<Long, long[]> sums = new LinkedHashMap<>();
        for (int row : rows[side]) {
            int node = keptLeaf(nodes[side][all.leaf(row)], kept, growing);
            String name = profiles.get(side).threadGroups().get(all.threadGroup(row));
            int group = groups.getOrDefault(name, groups.getOrDefault(Frames.OTHER, 0));
            long[] sum = sums.computeIfAbsent((long) node << 32 | group, key -> new long[4]);
            sum[0] += all.samples(row);
            sum[1] += all.nanos(row);
            sum[2] += all.systemSamples(row);
            sum[3] += all.systemNanos(row);
        }
        List<Row> list = new ArrayList<>(sums.size());
        sums.forEach(
                (key, sum) -> list.add(new Row((int) (key >>> 32), (int) (long) key, sum[0], sum[1], sum[2], sum[3])));
        list.sort((a, b) -> a.node() == b.node() ? a.threadGroup() - b.threadGroup() : a.node() - b.node());
        return list;
    }

    private int keptLeaf(int leaf, int[] kept, Growing growing) {
        if (kept[leaf] >= 0) {
            return kept[leaf];
        }
        int node = leaf;
        while (kept[node] < 0) {
            node = tree.parent(node);
        }
        return growing.other(kept[node]);
    }

    /** The kept nodes while more are added. */
    private final class Growing {
        private int[] parents;
        private int[] frames;
        private int size = 1;
        private final Map<Frame, Integer> names = new LinkedHashMap<>();
        private final Map<Integer, Integer> others = new HashMap<>();

        Growing(int capacity) {
            parents = new int[Math.min(capacity, 1 << 15)];
            frames = new int[parents.length];
            parents[0] = -1;
            frames[0] = -1;
        }

        int add(int parent, int method, FrameKind kind) {
            String className = methods.className(method);
            return add(parent, new Frame(className, methods.methodName(method), kind,
                    kind == FrameKind.JAVA && !ApplicationFrames.isJdk(className)));
        }

        int other(int parent) {
            return others.computeIfAbsent(parent,
                    node -> add(node, new Frame("", Frames.OTHER, FrameKind.NATIVE, false)));
        }

        private int add(int parent, Frame frame) {
            if (size == parents.length) {
                parents = Arrays.copyOf(parents, size * 2);
                frames = Arrays.copyOf(frames, size * 2);
            }
            parents[size] = parent;
            frames[size] = names.computeIfAbsent(frame, key -> names.size());
            return size++;
        }
    }
}
