package dev.perfhint.profile.build;

import dev.perfhint.profile.LongRows;
import dev.perfhint.profile.Rows;
import java.util.Arrays;

/** The growing rows of a profile under construction, by leaf, thread group and event. */
public final class RowTable {
    static final int EVENT_BITS = 12;

    /** Keys are leaf above thread group and event, sums are samples. */
    private final LongRows rows = new LongRows(256);
    /** Allocated with the first time: most samples have none of their own. */
    private long[] nanos = {};
    /** Allocated with the first system value: while reading there are none but estimates. */
    private long[] systemSamples = {};
    private long[] systemNanos = {};

    int size() {
        return rows.size();
    }

    int leaf(int row) {
        return (int) (rows.key(row) >>> 32);
    }

    int group(int row) {
        return (int) rows.key(row) >>> EVENT_BITS;
    }

    int event(int row) {
        return (int) rows.key(row) & (1 << EVENT_BITS) - 1;
    }

    long samples(int row) {
        return rows.sum(row);
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
        rows.set(row, rows.sum(row) + moreSamples);
        if (moreNanos == 0) {
            return;
        }
        if (row >= nanos.length) {
            nanos = Arrays.copyOf(nanos, rows.capacity());
        }
        nanos[row] += moreNanos;
    }

    public void addSystem(int row, long moreSamples, long moreNanos) {
        if (moreSamples == 0 && moreNanos == 0) {
            return;
        }
        if (row >= systemSamples.length) {
            systemSamples = Arrays.copyOf(systemSamples, rows.capacity());
            systemNanos = Arrays.copyOf(systemNanos, rows.capacity());
        }
        systemSamples[row] += moreSamples;
        systemNanos[row] += moreNanos;
    }

    /** Returns the row of this key, adding it if new; at most 4,096 events and 2^20 thread groups. */
    int row(int leaf, int group, int event) {
        return rows.row((long) leaf << 32 | Integer.toUnsignedLong(group << EVENT_BITS | event));
    }

    void addWeights(long[] byLeaf) {
        for (int row = 0; row < size(); row++) {
            // estimates have rows of time without samples
            byLeaf[leaf(row)] += Math.max(1, samples(row));
        }
    }

    /** Returns these rows with other leaves. */
    RowTable moved(FoldedNodes nodes) {
        RowTable moved = new RowTable();
        for (int row = 0; row < size(); row++) {
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
        for (int row = 0; row < size(); row++) {
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
        int[] leaves = new int[size()];
        int[] groups = new int[size()];
        int[] events = new int[size()];
        long[] samples = new long[size()];
        for (int row = 0; row < size(); row++) {
            leaves[row] = leaf(row);
            groups[row] = group(row);
            events[row] = finalEvents[event(row)];
            samples[row] = samples(row);
        }
        int[] unitOfRow = new int[units.length == 0 ? 0 : size()];
        Arrays.setAll(unitOfRow, row -> units[event(row)]);
        return new Rows(leaves, groups, events, unitOfRow, samples, Arrays.copyOf(nanos, size()),
                Arrays.copyOf(systemSamples, size()),
                Arrays.copyOf(systemNanos, size()));
    }
}
