package dev.perfhint.reader;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Divides the bytes of a stack trace into blocks of {@link #FRAMES} frames without decoding them, eight bytes at a time,
 * and gives each the hash of all bytes from its first one to the end of the stack trace.
 *
 * <p>Blocks are counted from the outermost frame, which stands last: stacks that share their outer frames share the
 * hashes there. The innermost frames, fewer than a block, are what is left over.
 */
final class FrameBlocks {
    static final int FRAMES = 8;
    /** Numbers of a frame: method, line, bytecode index and type. */
    private static final int NUMBERS = 4;
    /** The bit of each byte that says that its number goes on. */
    private static final long CONTINUED = 0x8080_8080_8080_8080L;
    private static final long HALVES = 0x8000_0000_8000_0000L;
    private static final long ONES = 0x0101_0101_0101_0101L;
    private static final long MIX = 0x9E37_79B9_7F4A_7C15L;
    private static final long OTHER_MIX = 0xC2B2_AE3D_27D4_EB4FL;

    private int[] ends = new int[64];
    /** Of each block's own bytes until {@link #divide} has chained them. */
    private long[] hashes = new long[64];
    private long[] otherHashes = new long[64];
    private int count;

    /**
     * Divides the frames that begin at a position.
     *
     * @param seed goes into all hashes
     * @return whether all of them end before {@code limit} and no number is longer than eight bytes; else nothing is known
     */
    boolean divide(ByteBuffer bytes, int from, int limit, int frames, long seed) {
        count = frames / FRAMES;
        if (count >= ends.length) {
            ends = Arrays.copyOf(ends, count * 2);
            hashes = Arrays.copyOf(hashes, count * 2);
            otherHashes = Arrays.copyOf(otherHashes, count * 2);
        }
        int innermost = frames % FRAMES;
        ends[0] = from;
        if (innermost > 0 && !pass(bytes, from, limit, innermost * NUMBERS, 0)) {
            return false;
        }
        for (int block = 1; block <= count; block++) {
            if (!pass(bytes, ends[block - 1], limit, FRAMES * NUMBERS, block)) {
                return false;
            }
        }
        long hash = seed;
        long otherHash = seed;
        for (int block = count; block > 0; block--) {
            long own = hashes[block];
            hash = (Long.rotateLeft(hash, 23) ^ own) * MIX;
            otherHash = (Long.rotateLeft(otherHash, 41) + own) * OTHER_MIX;
            hashes[block] = hash;
            otherHashes[block] = otherHash;
        }
        return true;
    }

    /** Returns the number of whole blocks; block 1 is the innermost. */
    int count() {
        return count;
    }

    /** Returns the position behind a block, for 0 that behind the innermost frames: where block 1 begins. */
    int end(int block) {
        return ends[block];
    }

    /** Returns a hash of all bytes from the beginning of a block to the end of the stack trace. */
    long hash(int block) {
        return hashes[block];
    }

    /** Returns a second hash of the same blocks, chained otherwise. */
    long otherHash(int block) {
        return otherHashes[block];
    }

    /** Passes over numbers: each ends with a byte whose highest bit is 0. */
    private boolean pass(ByteBuffer bytes, int from, int limit, int numbers, int block) {
        int p = from;
        int left = numbers;
        long previous = -1;
        long previousLong = 0;
        long hash = 0;
        while (p < limit) {
            long word = bytes.getLong(p);
            long lasts = ~word & CONTINUED;
            // eight bytes that go on hold four in one half of a word: only then are they counted
            long pairs = word & word << 8;
            long fours = pairs & pairs << 16 & HALVES;
            if ((fours | previousLong) != 0 && unfinished(previous, lasts) >= 8) {
                return false;
            }
            // the sum of the eight bits, in the uppermost byte of the product
            int finished = (int) ((lasts >>> 7) * ONES >>> 56);
            if (finished >= left) {
                for (; left > 1; left--) {
                    lasts &= lasts - 1;
                }
                int bits = Long.numberOfTrailingZeros(lasts) + 1;
                word &= -1L >>> 64 - bits;
                hashes[block] = (Long.rotateLeft(hash, 23) ^ word) * MIX;
                ends[block] = p + (bits >>> 3);
                return ends[block] <= limit;
            }
            left -= finished;
            previous = lasts;
            previousLong = fours;
            hash = (Long.rotateLeft(hash, 23) ^ word) * MIX;
            p += 8;
        }
        return false;
    }

    /** Returns how many bytes of a number go on at the end of one word and the beginning of the next. */
    private static int unfinished(long lastsBefore, long lasts) {
        return (Long.numberOfLeadingZeros(lastsBefore) >>> 3) + (Long.numberOfTrailingZeros(lasts) >>> 3);
    }
}
