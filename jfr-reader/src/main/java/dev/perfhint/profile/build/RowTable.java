package dev.perfhint.profile.build;

import dev.perfhint.profile.LongRows;
import dev.perfhint.profile.Rows;
import java.util.Arrays;
import java.util.function.IntUnaryOperator;

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
        return mapped(row -> nodes.of(leaf(row), group(row)), this::event);
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
        return mapped(this::leaf, row -> events[event(row)]);
    }

    private RowTable mapped(IntUnaryOperator leaves, IntUnaryOperator events) {
        RowTable mapped = new RowTable();
        for (int row = 0; row < size(); row++) {
            int to = mapped.row(leaves.applyAsInt(row), group(row), events.applyAsInt(row));
            mapped.add(to, samples(row), nanos(row));
            mapped.addSystem(to, systemSamples(row), systemNanos(row));
        }
        return mapped;
    }

    /**
     * Returns the finished rows; this table must not be used afterwards.
     *
     * @param finalEvents of every event here
     * @param units of every event here, empty for the first of all
     */
    Rows rows(int[] finalEvents, int[] units) {
        int[] unitOfRow = new int[units.length == 0 ? 0 : size()];
        Arrays.setAll(unitOfRow, row -> units[event(row)]);
        return rows(this::group, row -> finalEvents[event(row)], unitOfRow);
    }

    /** Returns the finished rows with other groups and events, by row; this table must not be used afterwards. */
    Rows rows(IntUnaryOperator groupOfRow, IntUnaryOperator eventOfRow, int[] unitOfRow) {
        int[] leaves = new int[size()];
        int[] groups = new int[size()];
        int[] events = new int[size()];
        long[] samples = new long[size()];
        Arrays.setAll(leaves, this::leaf);
        Arrays.setAll(groups, groupOfRow);
        Arrays.setAll(events, eventOfRow);
        Arrays.setAll(samples, this::samples);
        return new Rows(leaves, groups, events, unitOfRow, samples, Arrays.copyOf(nanos, size()),
                Arrays.copyOf(systemSamples, size()), Arrays.copyOf(systemNanos, size()));
    }
}
