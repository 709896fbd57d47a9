package dev.perfhint.profile.build;

import java.util.HashMap;
import java.util.Map;

/** Where the nodes of a call tree went when it was folded. */
public final class FoldedNodes {
    /** Nothing was folded. */
    public static final FoldedNodes NONE = new FoldedNodes(new int[0]);

    private final int[] moved;
    /** By leaf and thread group, where the threads decide about the cause. */
    private final Map<Long, Integer> byGroup = new HashMap<>();

    FoldedNodes(int[] moved) {
        this.moved = moved;
    }

    /** Returns whether nothing moved. */
    public boolean isEmpty() {
        return moved.length == 0;
    }

    /** Returns the new node of every node, whatever thread is asked for. */
    public int[] nodes() {
        return moved.clone();
    }

    /** Returns the new node of a leaf in a thread group. */
    public int of(int leaf, int threadGroup) {
        return byGroup.isEmpty() ? moved[leaf] : byGroup.getOrDefault(key(leaf, threadGroup), moved[leaf]);
    }

    void move(int leaf, int threadGroup, int node) {
        byGroup.put(key(leaf, threadGroup), node);
    }

    private static long key(int leaf, int threadGroup) {
        return (long) leaf << 32 | threadGroup;
    }
}
