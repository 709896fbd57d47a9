package dev.perfhint.profile;

import java.util.Arrays;

/** Growing rows of a 64-bit key and a sum, numbered as they come: open addressing, each row found by its key. */
public final class LongRows {
    /** Two for each row, so that one look at memory finds both: key and sum. */
    private long[] rows;
    private int[] table;
    private int size;

    public LongRows(int capacity) {
        rows = new long[2 * capacity];
        table = new int[2 * capacity];
    }

    public int size() {
        return size;
    }

    /** Returns the rows that there is room for. */
    public int capacity() {
        return rows.length / 2;
    }

    public long key(int row) {
        return rows[2 * row];
    }

    public long sum(int row) {
        return rows[2 * row + 1];
    }

    public void set(int row, long sum) {
        rows[2 * row + 1] = sum;
    }

    /** Returns the row of a key, adding it with a sum of 0 if new. */
    public int row(long key) {
        int slot = slot(key);
        if (table[slot] != 0) {
            return table[slot] - 1;
        }
        if (2 * size == rows.length) {
            grow();
            slot = slot(key);
        }
        rows[2 * size] = key;
        rows[2 * size + 1] = 0;
        table[slot] = ++size;
        return size - 1;
    }

    /** Forgets all keys; the rows can be read until others take their places. */
    public void clear() {
        size = 0;
        Arrays.fill(table, 0);
    }

    private void grow() {
        int capacity = size + (size >> 1);
        rows = Arrays.copyOf(rows, 2 * capacity);
        table = new int[Integer.highestOneBit(capacity) * 4];
        for (int row = 0; row < size; row++) {
            table[slot(key(row))] = row + 1;
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
