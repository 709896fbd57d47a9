package dev.perfhint.profile;

import java.util.Arrays;

/** Numbers 64-bit keys in the order they are first seen, from 0. Small keys are looked up in an array. */
public final class LongIndex {
    private static final int DIRECT_LIMIT = 1 << 21;

    private long[] keys = new long[16];
    private int size;
    private int[] direct = new int[64];
    private int[] table = new int[32];
    private int hashed;

    public int size() {
        return size;
    }

    public long key(int index) {
        return keys[index];
    }

    /** Returns the number of a key, adding it if new. */
    public int add(long key) {
        if (key >= 0 && key < direct.length) {
            int found = direct[(int) key];
            return found != 0 ? found - 1 : (direct[(int) key] = append(key)) - 1;
        }
        return addSlow(key);
    }

    /** Returns the number of a key, -1 if it was never added. */
    public int find(long key) {
        if (key >= 0 && key < direct.length) {
            return direct[(int) key] - 1;
        }
        return table[slot(key)] - 1;
    }

    private int addSlow(long key) {
        // the array grows only as fast as keys were added: a lone large key must not cost memory
        if (key >= 0 && key < DIRECT_LIMIT && key < 64L * (size + 16)) {
            direct = Arrays.copyOf(direct, (int) Math.min(DIRECT_LIMIT, Math.max(direct.length * 2L, key + 1)));
            rehash(table.length);
            return add(key);
        }
        int slot = slot(key);
        if (table[slot] != 0) {
            return table[slot] - 1;
        }
        if (++hashed * 2 > table.length) {
            rehash(table.length * 2);
            slot = slot(key);
        }
        table[slot] = append(key);
        return size - 1;
    }

    private int append(long key) {
        if (size == keys.length) {
            keys = Arrays.copyOf(keys, size * 2);
        }
        keys[size] = key;
        return ++size;
    }

    private void rehash(int capacity) {
        int[] old = table;
        table = new int[capacity];
        hashed = 0;
        for (int entry : old) {
            if (entry == 0) {
                continue;
            }
            long key = keys[entry - 1];
            if (key >= 0 && key < direct.length) {
                direct[(int) key] = entry;
            } else {
                table[slot(key)] = entry;
                hashed++;
            }
        }
    }

    private int slot(long key) {
        long h = key * 0x9E3779B97F4A7C15L;
        int slot = (int) (h >>> 32) & table.length - 1;
        while (table[slot] != 0 && keys[table[slot] - 1] != key) {
            slot = slot + 1 & table.length - 1;
        }
        return slot;
    }
}
