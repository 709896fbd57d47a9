package dev.perfhint.reader;

import java.util.Arrays;

/**
 * Samples of a chunk folded by (event kind, stack, thread, time slice): memory follows distinct stacks, not samples.
 * Stacks and threads are numbers, because their constants may follow later in the file.
 */
final class SampleTable {
    private static final int SLICES = 64;
    private static final int SLICE_BITS = 6;
    private static final EventKind[] KINDS = EventKind.values();

    private int[] stacks = new int[1024];
    private int[] threads = new int[1024];
    private int[] kindSlices = new int[1024];
    private int[] samples = new int[1024];
    /** Allocated with the first weight: most samples have none. */
    private long[] weights = {};
    private int[] table = new int[2048];
    private int size;
    private int shift;

    /** Starts with slices for a span of ticks; a span that turns out longer only widens them. */
    SampleTable(long expectedTicks) {
        while (expectedTicks >>> shift >= SLICES) {
            shift++;
        }
    }

    int size() {
        return size;
    }

    int stack(int row) {
        return stacks[row];
    }

    int thread(int row) {
        return threads[row];
    }

    EventKind kind(int row) {
        return KINDS[kindSlices[row] >>> SLICE_BITS];
    }

    /** Returns the middle of the row's time slice, in ticks. */
    long ticks(int row) {
        return ((long) (kindSlices[row] & SLICES - 1) << shift) + (1L << shift >> 1);
    }

    long samples(int row) {
        return samples[row];
    }

    /** Returns the sum of the samples' weights: their meaning depends on the kind. */
    long weight(int row) {
        return row < weights.length ? weights[row] : 0;
    }

    /** Adds samples; ticks count from the start of the chunk, negative ones as 0. */
    void add(EventKind kind, int stack, int thread, long ticks, long count, long weight) {
        long slice = Math.max(0, ticks) >>> shift;
        while (slice >= SLICES) {
            widen();
            slice >>>= 1;
        }
        addRow(stack, thread, kind.ordinal() << SLICE_BITS | (int) slice, count, weight);
    }

    private void addRow(int stack, int thread, int kindSlice, long count, long weight) {
        int slot = slot(stack, thread, kindSlice);
        int row = table[slot] - 1;
        if (row < 0) {
            row = size;
            if (row == stacks.length) {
                grow();
                slot = slot(stack, thread, kindSlice);
            }
            stacks[row] = stack;
            threads[row] = thread;
            kindSlices[row] = kindSlice;
            samples[row] = 0;
            if (row < weights.length) {
                weights[row] = 0;
            }
            table[slot] = ++size;
        }
        samples[row] = (int) Math.min(Integer.MAX_VALUE, samples[row] + count);
        if (weight != 0 && row >= weights.length) {
            weights = Arrays.copyOf(weights, stacks.length);
        }
        if (weight != 0) {
            weights[row] += weight;
        }
    }

    private void widen() {
        int rows = size;
        size = 0;
        shift++;
        Arrays.fill(table, 0);
        // a row moves to its own index or a lower one, so it is read before it is overwritten
        for (int row = 0; row < rows; row++) {
            int kindSlice = kindSlices[row];
            int merged = kindSlice & -SLICES | (kindSlice & SLICES - 1) >> 1;
            addRow(stacks[row], threads[row], merged, samples[row], weight(row));
        }
    }

    private void grow() {
        int capacity = size + (size >> 1);
        stacks = Arrays.copyOf(stacks, capacity);
        threads = Arrays.copyOf(threads, capacity);
        kindSlices = Arrays.copyOf(kindSlices, capacity);
        samples = Arrays.copyOf(samples, capacity);
        table = new int[Integer.highestOneBit(capacity) * 4];
        for (int row = 0; row < size; row++) {
            table[slot(stacks[row], threads[row], kindSlices[row])] = row + 1;
        }
    }

    private int slot(int stack, int thread, int kindSlice) {
        long h = (stack * 0x9E3779B97F4A7C15L ^ thread) * 0xC2B2AE3D27D4EB4FL ^ kindSlice * 0x165667B19E3779F9L;
        int slot = (int) (h >>> 33) & table.length - 1;
        for (int found; (found = table[slot]) != 0; slot = slot + 1 & table.length - 1) {
            int row = found - 1;
            if (stacks[row] == stack && threads[row] == thread && kindSlices[row] == kindSlice) {
                break;
            }
        }
        return slot;
    }
}
