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
    private int[] leaves = new int[64];
    private int[] targetKinds = new int[64];
    private long[] calls = new long[64];
    private long[] bytes = new long[64];
    private long[] nanos = new long[64];
    private SizeHistogram[] sizes = new SizeHistogram[64];
    private int[] table = new int[128];
    private int size;

    public IoTable(int maxOperations) {
        this.maxOperations = maxOperations;
    }

    public void add(IoOperation.Kind kind, int leaf, String target, long moreCalls, long moreBytes, long moreNanos,
            SizeHistogram moreSizes, boolean sampled) {
        int row = row(kind, leaf, size < maxOperations || targetIds.containsKey(target) ? target : OTHER, sampled);
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
        for (int row = 0; row < size; row++) {
            byLeaf[leaves[row]] += calls[row];
        }
    }

    /** Returns these operations with other leaves. */
    public IoTable moved(int[] nodes) {
        IoTable moved = new IoTable(maxOperations);
        for (int row = 0; row < size; row++) {
            int key = targetKinds[row];
            moved.add(KINDS[key >>> 1 & 7], nodes[leaves[row]], targets.get(key >>> 4), calls[row], bytes[row],
                    nanos[row], sizes[row], (key & 1) != 0);
        }
        return moved;
    }

    int size() {
        return size;
    }

    /** Returns the operations ordered by kind, leaf, target and sampling; they cannot be changed. */
    List<IoOperation> operations() {
        int[] ranks = new int[targets.size()];
        int rank = 0;
        for (int id : new TreeMap<>(targetIds).values()) {
            ranks[id] = rank++;
        }
        // the whole order does not fit into a long: first by target, then by kind, leaf and place in the first
        long[] byTarget = new long[size];
        for (int row = 0; row < size; row++) {
            byTarget[row] = ((long) ranks[targetKinds[row] >>> 4] << 1 | targetKinds[row] & 1) << 32 | row;
        }
        Arrays.sort(byTarget);
        long[] order = new long[size];
        for (int place = 0; place < size; place++) {
            int row = (int) byTarget[place];
            order[place] = (long) (targetKinds[row] >>> 1 & 7) << 60 | (long) leaves[row] << PLACE_BITS | place;
        }
        Arrays.sort(order);
        List<IoOperation> operations = new ArrayList<>(size);
        for (long entry : order) {
            int row = (int) byTarget[(int) entry & (1 << PLACE_BITS) - 1];
            int key = targetKinds[row];
            operations.add(new IoOperation(KINDS[key >>> 1 & 7], leaves[row], targets.get(key >>> 4), calls[row],
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
        int slot = slot(leaf, key);
        if (table[slot] != 0) {
            return table[slot] - 1;
        }
        if (size == leaves.length) {
            grow();
            slot = slot(leaf, key);
        }
        leaves[size] = leaf;
        targetKinds[size] = key;
        table[slot] = ++size;
        return size - 1;
    }

    private void grow() {
        int capacity = size * 2;
        leaves = Arrays.copyOf(leaves, capacity);
        targetKinds = Arrays.copyOf(targetKinds, capacity);
        calls = Arrays.copyOf(calls, capacity);
        bytes = Arrays.copyOf(bytes, capacity);
        nanos = Arrays.copyOf(nanos, capacity);
        sizes = Arrays.copyOf(sizes, capacity);
        table = new int[capacity * 2];
        for (int row = 0; row < size; row++) {
            table[slot(leaves[row], targetKinds[row])] = row + 1;
        }
    }

    private int slot(int leaf, int key) {
        long h = (leaf * 0x9E3779B97F4A7C15L ^ key) * 0xC2B2AE3D27D4EB4FL;
        int slot = (int) (h >>> 33) & table.length - 1;
        while (table[slot] != 0 && (leaves[table[slot] - 1] != leaf || targetKinds[table[slot] - 1] != key)) {
            slot = slot + 1 & table.length - 1;
        }
        return slot;
    }
}
