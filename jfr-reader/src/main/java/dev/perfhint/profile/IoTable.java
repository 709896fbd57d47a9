package dev.perfhint.profile;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * I/O operations under construction, folded by kind, stack, target and whether they are a sample. Beyond a
 * limit new targets fold into {@code [other]}.
 */
public final class IoTable {
    public static final int MAX_OPERATIONS = 1 << 18;
    private static final int PLACE_BITS = 29;
    private static final String OTHER = "[other]";
    private static final IoOperation.Kind[] KINDS = IoOperation.Kind.values();

    private final Map<String, Integer> targetIds = new HashMap<>();
    private final List<String> targets = new ArrayList<>();
    private final int maxOperations;
    /** Leaf above target, kind and whether it is a sample. */
    private final LongIndex rows = new LongIndex();
    private long[] calls = new long[64];
    private long[] bytes = new long[64];
    private long[] nanos = new long[64];
    private SizeHistogram[] sizes = new SizeHistogram[64];

    public IoTable(int maxOperations) {
        this.maxOperations = maxOperations;
    }

    public void add(IoOperation.Kind kind, int leaf, String target, long moreCalls, long moreBytes, long moreNanos,
            SizeHistogram moreSizes, boolean sampled) {
        boolean room = rows.size() < maxOperations || targetIds.containsKey(target);
        int row = row(kind, leaf, room ? target : OTHER, sampled);
        calls[row] += moreCalls;
        bytes[row] += moreBytes;
        nanos[row] += moreNanos;
        if (sizes[row] == null) {
            sizes[row] = moreSizes;
        } else {
            sizes[row].merge(moreSizes);
        }
    }

    public void addWeights(long[] byLeaf) {
        for (int row = 0; row < rows.size(); row++) {
            byLeaf[leaf(row)] += calls[row];
        }
    }

    /** Returns these operations with other leaves. */
    public IoTable moved(int[] nodes) {
        IoTable moved = new IoTable(maxOperations);
        for (int row = 0; row < rows.size(); row++) {
            int key = targetKind(row);
            moved.add(KINDS[key >>> 1 & 7], nodes[leaf(row)], targets.get(key >>> 4), calls[row], bytes[row],
                    nanos[row], sizes[row], (key & 1) != 0);
        }
        return moved;
    }

    int size() {
        return rows.size();
    }

    /** Returns the operations ordered by kind, leaf, target and sampling; they cannot be changed. */
    List<IoOperation> operations() {
        int[] ranks = new int[targets.size()];
        int rank = 0;
        for (int id : new TreeMap<>(targetIds).values()) {
            ranks[id] = rank++;
        }
        // the whole order does not fit into a long: first by target, then by kind, leaf and place in the first
        long[] byTarget = new long[rows.size()];
        for (int row = 0; row < rows.size(); row++) {
            byTarget[row] = ((long) ranks[targetKind(row) >>> 4] << 1 | targetKind(row) & 1) << 32 | row;
        }
        Arrays.sort(byTarget);
        long[] order = new long[rows.size()];
        for (int place = 0; place < rows.size(); place++) {
            int row = (int) byTarget[place];
            order[place] = (long) (targetKind(row) >>> 1 & 7) << 60 | (long) leaf(row) << PLACE_BITS | place;
        }
        Arrays.sort(order);
        List<IoOperation> operations = new ArrayList<>(rows.size());
        for (long entry : order) {
            int row = (int) byTarget[(int) entry & (1 << PLACE_BITS) - 1];
            int key = targetKind(row);
            operations.add(new IoOperation(KINDS[key >>> 1 & 7], leaf(row), targets.get(key >>> 4), calls[row],
                    bytes[row], nanos[row], sizes[row], (key & 1) != 0));
        }
        return Collections.unmodifiableList(operations);
    }

    private int row(IoOperation.Kind kind, int leaf, String target, boolean sampled) {
        int id = targetIds.computeIfAbsent(target, name -> {
            targets.add(name);
            return targets.size() - 1;
        });
        int key = id << 4 | kind.ordinal() << 1 | (sampled ? 1 : 0);
        int row = rows.add((long) leaf << 32 | key);
        if (row == calls.length) {
            calls = Arrays.copyOf(calls, row * 2);
            bytes = Arrays.copyOf(bytes, row * 2);
            nanos = Arrays.copyOf(nanos, row * 2);
            sizes = Arrays.copyOf(sizes, row * 2);
        }
        return row;
    }

    private int leaf(int row) {
        return (int) (rows.key(row) >>> 32);
    }

    private int targetKind(int row) {
        return (int) rows.key(row);
    }
}
