package dev.perfhint.profile.build;

import dev.perfhint.profile.Rows;
import java.util.Arrays;

/** The growing rows of a profile under construction: open addressing on (leaf, thread group, event). */
public final class RowTable {
    static final int EVENT_BITS = 12;

    /** Two for each row, so that one look at memory finds both: leaf above thread group and event, and samples. */
    private long[] rows = new long[2 * 256];
    /** Allocated with the first time: most samples have none of their own. */
    private long[] nanos = {};
    /** Allocated with the first system value: while reading there are none but estimates. */
    private long[] systemSamples = {};
    private long[] systemNanos = {};
    private int[] table = new int[512];
    private int size;

    int size() {
        return size;
    }

    int leaf(int row) {
        return (int) (rows[2 * row] >>> 32);
    }

    int group(int row) {
        return (int) rows[2 * row] >>> EVENT_BITS;
    }

    int event(int row) {
        return (int) rows[2 * row] & (1 << EVENT_BITS) - 1;
    }

    long samples(int row) {
        return rows[2 * row + 1];
    }

    long nanos(int row) {
        return row < nanos.length ? nanos[row] : 0;
    }

    long systemSamples(int row) {
        return row < systemSamples.length ? systemSamples[row] : 0;
    }

    long systemNanos(int row) {
        return row < systemNanos.length ? systemNanos[row] : 0;
    }

    public void add(int row, long moreSamples, long moreNanos) {
        rows[2 * row + 1] += moreSamples;
        if (moreNanos == 0) {
            return;
        }
        if (row >= nanos.length) {
            nanos = Arrays.copyOf(nanos, rows.length / 2);
        }
        nanos[row] += moreNanos;
    }

    public void addSystem(int row, long moreSamples, long moreNanos) {
        if (moreSamples == 0 && moreNanos == 0) {
            return;
        }
        if (row >= systemSamples.length) {
            systemSamples = Arrays.copyOf(systemSamples, rows.length / 2);
            systemNanos = Arrays.copyOf(systemNanos, rows.length / 2);
        }
        systemSamples[row] += moreSamples;
        systemNanos[row] += moreNanos;
    }

    /** Returns the row of this key, adding it if new; at most 4,096 events and 2^20 thread groups. */
    int row(int leaf, int group, int event) {
        long key = (long) leaf << 32 | Integer.toUnsignedLong(group << EVENT_BITS | event);
        int slot = slot(key);
        if (table[slot] != 0) {
            return table[slot] - 1;
        }
        if (2 * size == rows.length) {
            grow();
            slot = slot(key);
        }
        rows[2 * size] = key;
        table[slot] = ++size;
        return size - 1;
    }

    void addWeights(long[] byLeaf) {
        for (int row = 0; row < size; row++) {
            // estimates have rows of time without samples
            byLeaf[leaf(row)] += Math.max(1, samples(row));
        }
    }

    /** Returns these rows with other leaves. */
    RowTable moved(FoldedNodes nodes) {
        RowTable moved = new RowTable();
        for (int row = 0; row < size; row++) {
            int to = moved.row(nodes.of(leaf(row), group(row)), group(row), event(row));
            moved.add(to, samples(row), nanos(row));
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
            int to = changed.row(leaf(row), group(row), events[event(row)]);
            changed.add(to, samples(row), nanos(row));
            changed.addSystem(to, systemSamples(row), systemNanos(row));
        }
        return changed;
    }

    /**
     * Returns the finished rows; this table must not be used afterwards.
     *
     * @param finalEvents of every event here
     * @param units of every event here, empty for the first of all
     */
    Rows rows(int[] finalEvents, int[] units) {
        int[] leaves = new int[size];
        int[] groups = new int[size];
        int[] events = new int[size];
        long[] samples = new long[size];
        for (int row = 0; row < size; row++) {
            leaves[row] = leaf(row);
            groups[row] = group(row);
            events[row] = finalEvents[event(row)];
            samples[row] = samples(row);
        }
        int[] unitOfRow = new int[units.length == 0 ? 0 : size];
        Arrays.setAll(unitOfRow, row -> units[event(row)]);
        return new Rows(leaves, groups, events, unitOfRow, samples, Arrays.copyOf(nanos, size),
                Arrays.copyOf(systemSamples, size),
                Arrays.copyOf(systemNanos, size));
    }

    private void grow() {
        int capacity = size + (size >> 1);
        rows = Arrays.copyOf(rows, 2 * capacity);
        table = new int[Integer.highestOneBit(capacity) * 4];
        for (int row = 0; row < size; row++) {
            table[slot(rows[2 * row])] = row + 1;
        }
    }

    /** Returns the slot of a key's row, else the free one where it belongs. */
    private int slot(long key) {
        long h = (key ^ key >>> 32) * 0x9E3779B97F4A7C15L;
        int slot = (int) (h >>> 33) & table.length - 1;
        for (int found; (found = table[slot]) != 0 && rows[2 * found - 2] != key; slot = slot + 1 & table.length - 1) {
            continue;
        }
        return slot;
    }
}
