package dev.perfhint.reader.chunk;

/**
 * Remembers the call-tree node at which the outer frames of a stack end, by two hashes of their bytes.
 *
 * <p>The bytes are not kept. A block of frames has 64 bits of hash, a chain of blocks 96: the chance that any two of
 * ten million different blocks are taken for each other is 3 in a million.
 */
final class PrefixTable {
    /** Two for each slot: a hash; a node below half of the other hash. All 0 in a free one. */
    private long[] slots = new long[2 * 256];
    private int size;

    /** Returns the node, -1 if the hashes are not known. */
    int find(long hash, long otherHash) {
        int at = slot(hash);
        while (true) {
            long found = slots[at + 1];
            if (found == 0) {
                return -1;
            }
            if (slots[at] == hash && (found ^ otherHash) >>> 32 == 0) {
                return (int) found;
            }
            at = at + 2 & slots.length - 1;
        }
    }

    /** Adds a node above 0 for hashes that are not known. */
    void add(long hash, long otherHash, int node) {
        if (++size * 4 > slots.length) {
            grow();
        }
        put(hash, otherHash & -1L << 32 | node);
    }

    private void grow() {
        long[] old = slots;
        slots = new long[old.length * 2];
        for (int at = 0; at < old.length; at += 2) {
            if (old[at + 1] != 0) {
                put(old[at], old[at + 1]);
            }
        }
    }

    private void put(long hash, long otherHashAndNode) {
        int at = slot(hash);
        while (slots[at + 1] != 0) {
            at = at + 2 & slots.length - 1;
        }
        slots[at] = hash;
        slots[at + 1] = otherHashAndNode;
    }

    private int slot(long hash) {
        // the upper bits of a product depend on all bits of its factors
        return (int) (hash >>> 33) << 1 & slots.length - 1;
    }
}
