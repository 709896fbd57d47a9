package dev.perfhint.profile;

import java.util.Arrays;

/** The growing rows of a profile under construction: open addressing on (leaf, thread group, event). */
final class RowTable {
    static final int EVENT_BITS = 12;

    private int[] leaves = new int[256];
    private int[] groupEvents = new int[256];
    private long[] samples = new long[256];
    private long[] nanos = new long[256];
    /** Allocated with the first system value: while reading there are none but estimates. */
    private long[] systemSamples = {};
    private long[] systemNanos = {};
    private int[] table = new int[512];
    private int size;

    int size() {
        return size;
    }

    int leaf(int row) {
        return leaves[row];
    }

    int group(int row) {
        return groupEvents[row] >>> EVENT_BITS;
    }

    int event(int row) {
        return groupEvents[row] & (1 << EVENT_BITS) - 1;
    }

    long samples(int row) {
        return samples[row];
    }

    long nanos(int row) {
        return nanos[row];
    }

    long systemSamples(int row) {
        return row < systemSamples.length ? systemSamples[row] : 0;
    }

    long systemNanos(int row) {
        return row < systemNanos.length ? systemNanos[row] : 0;
    }

    void add(int row, long moreSamples, long moreNanos) {
        samples[row] += moreSamples;
        nanos[row] += moreNanos;
    }

    void addSystem(int row, long moreSamples, long moreNanos) {
        if (moreSamples == 0 && moreNanos == 0) {
            return;
        }
        if (row >= systemSamples.length) {
            systemSamples = Arrays.copyOf(systemSamples, leaves.length);
            systemNanos = Arrays.copyOf(systemNanos, leaves.length);
        }
        systemSamples[row] += moreSamples;
        systemNanos[row] += moreNanos;
    }

    /** Returns the row of this key, adding it if new; at most 4,096 events and 2^20 thread groups. */
    int row(int leaf, int group, int event) {
        int groupEvent = group << EVENT_BITS | event;
        int slot = hash(leaf, groupEvent) & table.length - 1;
        for (int found; (found = table[slot]) != 0; slot = slot + 1 & table.length - 1) {
            if (leaves[found - 1] == leaf && groupEvents[found - 1] == groupEvent) {
                return found - 1;
            }
        }
        if (size == leaves.length) {
            grow();
            slot = freeSlot(leaf, groupEvent);
        }
        leaves[size] = leaf;
        groupEvents[size] = groupEvent;
        table[slot] = ++size;
        return size - 1;
    }

    void addWeights(long[] byLeaf) {
        for (int row = 0; row < size; row++) {
            byLeaf[leaves[row]] += samples[row];
        }
    }

    /** Returns these rows with other leaves. */
    RowTable moved(int[] nodes) {
        RowTable moved = new RowTable();
        for (int row = 0; row < size; row++) {
            int to = moved.row(nodes[leaves[row]], group(row), event(row));
            moved.add(to, samples[row], nanos[row]);
            moved.addSystem(to, systemSamples(row), systemNanos(row));
        }
        return moved;
    }

    /** Returns these rows with other events, joined where they become equal. */
    RowTable withEvents(int[] events) {
        boolean same = true;
        for (int event = 0; event < events.length; event++) {
            same &= events[event] == event;
        }
        if (same) {
            return this;
        }
        RowTable changed = new RowTable();
        for (int row = 0; row < size; row++) {
            int to = changed.row(leaves[row], group(row), events[event(row)]);
            changed.add(to, samples[row], nanos[row]);
            changed.addSystem(to, systemSamples(row), systemNanos(row));
        }
        return changed;
    }

    /** Returns the finished rows; this table must not be used afterwards. */
    Rows rows() {
        int[] groups = new int[size];
        int[] events = new int[size];
        for (int row = 0; row < size; row++) {
            groups[row] = group(row);
            events[row] = event(row);
        }
        return new Rows(Arrays.copyOf(leaves, size), groups, events, Arrays.copyOf(samples, size),
                Arrays.copyOf(nanos, size), Arrays.copyOf(systemSamples, size), Arrays.copyOf(systemNanos, size));
    }

    private void grow() {
        int capacity = size + (size >> 1);
        leaves = Arrays.copyOf(leaves, capacity);
        groupEvents = Arrays.copyOf(groupEvents, capacity);
        samples = Arrays.copyOf(samples, capacity);
        nanos = Arrays.copyOf(nanos, capacity);
        table = new int[Integer.highestOneBit(capacity) * 4];
        for (int row = 0; row < size; row++) {
            table[freeSlot(leaves[row], groupEvents[row])] = row + 1;
        }
    }

    private int freeSlot(int leaf, int groupEvent) {
        int slot = hash(leaf, groupEvent) & table.length - 1;
        while (table[slot] != 0) {
            slot = slot + 1 & table.length - 1;
        }
        return slot;
    }

    private static int hash(int leaf, int groupEvent) {
        long h = (leaf * 0x9E3779B97F4A7C15L ^ groupEvent) * 0xC2B2AE3D27D4EB4FL;
        return (int) (h >>> 32);
    }
}
