package dev.perfhint.reader.chunk;

import dev.perfhint.profile.LongIndex;
import dev.perfhint.profile.LongRows;
import java.util.Arrays;

/**
 * Samples of a chunk folded by (event kind, stack, thread, time slice): memory follows distinct stacks, not samples.
 * Stacks and threads are numbers, because their constants may follow later in the file.
 */
public final class SampleTable {
    private static final int SLICES = 64;
    private static final int SLICE_BITS = 6;
    private static final int KIND_SLICE_BITS = 11;
    private static final int KINDS_MASK = (1 << KIND_SLICE_BITS - SLICE_BITS) - 1;
    private static final EventKind[] KINDS = EventKind.values();

    private final boolean sliced;
    private final double nanosPerTick;
    /** Thread, kind and time slice together: there are far fewer of these than of rows. */
    private final LongIndex moments = new LongIndex();
    /** Keys are stack above moment, sums are samples. */
    private final LongRows rows = new LongRows(1024);
    /** Allocated with the first weight: most samples have none. */
    private long[] weights = {};
    private int shift;

    /**
     * Starts with slices for a span of time; a span that turns out longer only widens them. Slices are powers of two in
     * nanoseconds, as those of the profile: slices of another width would fall into those by ones and twos.
     *
     * @param sliced whether time counts; else all is in the first slice
     */
    SampleTable(boolean sliced, long expectedNanos, double nanosPerTick) {
        this.sliced = sliced;
        this.nanosPerTick = nanosPerTick;
        while (expectedNanos >>> shift >= SLICES) {
            shift++;
        }
    }

    public int size() {
        return rows.size();
    }

    public int stack(int row) {
        return (int) (rows.key(row) >>> 32);
    }

    public int thread(int row) {
        return (int) (moment(row) >>> KIND_SLICE_BITS);
    }

    public EventKind kind(int row) {
        return KINDS[(int) moment(row) >>> SLICE_BITS & KINDS_MASK];
    }

    /** Returns the middle of the row's time slice, in nanoseconds since the start of the chunk. */
    public long nanos(int row) {
        return ((moment(row) & SLICES - 1) << shift) + (1L << shift >> 1);
    }

    public long samples(int row) {
        return rows.sum(row);
    }

    /** Returns the sum of the samples' weights: their meaning depends on the kind. */
    public long weight(int row) {
        return row < weights.length ? weights[row] : 0;
    }

    /** Adds samples; ticks count from the start of the chunk, negative ones as 0. */
    public void add(EventKind kind, int stack, int thread, long ticks, long count, long weight) {
        long slice = sliced ? (long) (Math.max(0, ticks) * nanosPerTick) >>> shift : 0;
        while (slice >= SLICES) {
            widen();
            slice >>>= 1;
        }
        addRow(stack, (long) thread << KIND_SLICE_BITS | kind.ordinal() << SLICE_BITS | slice, count, weight);
    }

    private void addRow(int stack, long moment, long count, long weight) {
        int known = rows.size();
        int row = rows.row((long) stack << 32 | moments.add(moment));
        if (row == known && row < weights.length) {
            weights[row] = 0;
        }
        rows.set(row, Math.min(Integer.MAX_VALUE, rows.sum(row) + Math.min(Integer.MAX_VALUE, count)));
        if (weight != 0 && row >= weights.length) {
            weights = Arrays.copyOf(weights, rows.capacity());
        }
        if (weight != 0) {
            weights[row] += weight;
        }
    }

    private long moment(int row) {
        return moments.key((int) rows.key(row));
    }

    private void widen() {
        int known = rows.size();
        rows.clear();
        shift++;
        // a row moves to its own index or a lower one, so it is read before it is overwritten
        for (int row = 0; row < known; row++) {
            long moment = moment(row);
            long widened = moment & -SLICES | (moment & SLICES - 1) >> 1;
            addRow(stack(row), widened, samples(row), weight(row));
        }
    }
}
