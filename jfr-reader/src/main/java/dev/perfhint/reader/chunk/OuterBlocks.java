package dev.perfhint.reader.chunk;

import java.util.Arrays;

/**
 * Divides the bytes of a stack trace, from its outermost frame inwards, into blocks of {@link #BYTES} bytes without
 * decoding them, and gives each the hash of all bytes from its first one to the end of the stack trace. The values of
 * bytecode indices are left out: no node depends on them, and few stacks would share their outer frames with them.
 *
 * <p>The outermost frame stands last: stacks that share their outer frames share the hashes there. A block may begin
 * within a frame. The innermost bytes, fewer than a block, are left over. Words are handled whole and loads aligned,
 * which both compilers of the JVM do well.
 */
final class OuterBlocks {
    static final int BYTES = 16;
    /** Numbers of a frame: method, line, bytecode index and type. */
    private static final int NUMBERS = 4;
    /** The place of the bytecode index among them: no node depends on its value. */
    private static final int INDEX = 2;
    /** The bit of each byte that says that its number goes on. */
    private static final long CONTINUED = 0x8080_8080_8080_8080L;
    private static final long HALVES = 0x8000_0000_8000_0000L;
    private static final long ONES = 0x0101_0101_0101_0101L;
    private static final long MIX = 0x9E37_79B9_7F4A_7C15L;
    private static final long OTHER_MIX = 0xC2B2_AE3D_27D4_EB4FL;

    private int end;
    private int count;
    /** The words of the stack trace as they are hashed. */
    private long[] seen = new long[1024];
    private long[] hashes = new long[64];
    private long[] otherHashes = new long[64];

    /**
     * Divides the frames that begin at a position.
     *
     * @param words the bytes, eight in each, the first one lowest
     * @param seed goes into all hashes
     * @return whether all of them end before {@code limit} and no number is longer than eight bytes; else nothing is
     *     known
     */
    boolean divide(long[] words, int from, int limit, int frames, long seed) {
        if (seen.length < frames * NUMBERS + 2) {
            // a number has at most eight bytes
            seen = new long[frames * NUMBERS * 2];
        }
        end = frames == 0 ? from : pass(words, from, limit, frames * NUMBERS);
        if (end < 0 || end > limit) {
            return false;
        }
        count = (end - from) / BYTES;
        if (count >= hashes.length) {
            hashes = Arrays.copyOf(hashes, count * 2);
            otherHashes = Arrays.copyOf(otherHashes, count * 2);
        }
        hash(end - (from & -8), seed);
        return true;
    }

    /** Hashes the blocks from the outermost, which ends at a position within the words seen. */
    private void hash(int behind, long seed) {
        long[] words = seen;
        int shift = (behind & 7) << 3;
        int at = behind >>> 3;
        long following = words[at];
        long hash = seed;
        long otherHash = seed;
        for (int block = 1; block <= count; block++) {
            at -= BYTES / 8;
            long middle = words[at + 1];
            long first = words[at];
            // a shift by 64 would be none
            long low = first >>> shift | middle << 1 << 63 - shift;
            long high = middle >>> shift | following << 1 << 63 - shift;
            following = first;
            hash = (Long.rotateLeft(hash, 23) ^ low) * MIX;
            hash = (Long.rotateLeft(hash, 23) ^ high) * MIX;
            otherHash = (Long.rotateLeft(otherHash, 41) + low) * OTHER_MIX;
            otherHash = (Long.rotateLeft(otherHash, 41) + high) * OTHER_MIX;
            hashes[block] = hash;
            otherHashes[block] = otherHash;
        }
    }

    /** Returns the number of whole blocks; block 1 is the outermost. */
    int count() {
        return count;
    }

    /** Returns the position behind the outermost frame. */
    int end() {
        return end;
    }

    /**
     * Returns the position of the byte that a block begins with. Of the frames that begin behind it the block and those
     * outside it hold every byte, and the byte before, which shows that a frame begins there.
     */
    int first(int block) {
        return end - block * BYTES;
    }

    /** Returns a hash of all bytes from the beginning of a block to the end of the stack trace. */
    long hash(int block) {
        return hashes[block];
    }

    /** Returns a second hash of the same bytes, chained otherwise. */
    long otherHash(int block) {
        return otherHashes[block];
    }

    /**
     * Passes over numbers, each of which ends with a byte whose highest bit is 0; returns where they end, -1 if
     * nowhere.
     */
    private int pass(long[] words, int from, int limit, int numbers) {
        long[] masked = seen;
        int at = from >>> 3;
        int first = at;
        int last = limit - 1 >>> 3;
        int before = from & 7;
        // the bytes before the first one count as numbers
        long word = words[at] & -1L << (before << 3);
        int left = numbers + before;
        // which number of a frame the word begins in, in each byte
        long begun = (-before & 3) * ONES;
        long fours = 0;
        long lasts;
        int finished;
        while (true) {
            lasts = ~word & CONTINUED;
            long pairs = word & word << 8;
            fours |= pairs & pairs << 16;
            // each byte of the product is how many numbers end up to there
            long ends = lasts >>> 7;
            long sums = ends * ONES;
            long notIndex = sums - ends + begun ^ INDEX * ONES;
            masked[at - first] = word & ~((~(notIndex | notIndex >>> 1) & ONES) * 0x7F);
            finished = (int) (sums >>> 56);
            if (finished >= left || at >= last) {
                break;
            }
            left -= finished;
            begun = begun + finished * ONES & 3 * ONES;
            word = words[++at];
        }
        if (finished < left) {
            return -1;
        }
        for (; left > 1; left--) {
            lasts &= lasts - 1;
        }
        int behind = (at << 3) + (Long.numberOfTrailingZeros(lasts) >>> 3) + 1;
        // eight bytes that go on hold four in one half of a word: only then are they counted
        return (fours & HALVES) != 0 && anyLong(words, from, behind) ? -1 : behind;
    }

    /** Returns whether eight bytes in sequence say that their number goes on. */
    private static boolean anyLong(long[] words, int from, int behind) {
        int run = 0;
        for (int at = from; at < behind && run < 8; at++) {
            run = (words[at >>> 3] >>> ((at & 7) << 3) & 0x80) != 0 ? run + 1 : 0;
        }
        return run == 8;
    }
}
