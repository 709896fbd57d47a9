package dev.perfhint.profile.store;

import java.io.IOException;
import java.io.InputStream;
import java.util.zip.CRC32C;

/**
 * Reads what {@link VarintWriter} wrote. What its input throws passes through; anything wrong with the bytes is a
 * {@link DamagedProfileException}.
 */
final class VarintReader {
    private static final int SUM_BYTES = 4;

    private final InputStream in;
    private final CRC32C sum = new CRC32C();
    private final byte[] buffer = new byte[1 << 16];
    private int position;
    private int limit;
    private long freeBytes;

    /**
     * @param memoryBytes how much heap what is read may take
     */
    VarintReader(InputStream in, long memoryBytes) {
        this.in = in;
        freeBytes = memoryBytes;
    }

    /** Notes that what is read next takes so much heap. */
    void take(long bytes) throws DamagedProfileException {
        freeBytes -= bytes;
        if (freeBytes < 0) {
            throw new DamagedProfileException("needs more memory than may be used");
        }
    }

    byte read() throws IOException, DamagedProfileException {
        if (position == limit && !fill()) {
            throw new DamagedProfileException("the profile is cut off");
        }
        return buffer[position++];
    }

    long number() throws IOException, DamagedProfileException {
        long value = 0;
        for (int shift = 0; shift < 70; shift += 7) {
            byte next = read();
            value |= (next & 0x7FL) << shift;
            if (next >= 0) {
                return value;
            }
        }
        throw new DamagedProfileException("the profile is damaged (a number is too long)");
    }

    long signed() throws IOException, DamagedProfileException {
        long value = number();
        return value >>> 1 ^ -(value & 1);
    }

    /** Reads a number from 0 up to a bound, the bound excluded. */
    int below(long bound) throws IOException, DamagedProfileException {
        long value = number();
        if (value < 0 || value >= bound) {
            throw new DamagedProfileException("the profile is damaged (" + value + " where less than " + bound
                    + " must be)");
        }
        return (int) value;
    }

    /** Checks the sum, and that nothing follows it. */
    void finish() throws IOException, DamagedProfileException {
        sum.update(buffer, 0, position);
        long actual = sum.getValue();
        System.arraycopy(buffer, position, buffer, 0, limit - position);
        int have = limit - position;
        while (have <= SUM_BYTES) {
            int got = in.read(buffer, have, SUM_BYTES + 1 - have);
            if (got < 0) {
                break;
            }
            have += got;
        }
        long expected = 0;
        for (int i = 0; i < SUM_BYTES; i++) {
            expected = expected << 8 | buffer[i] & 0xFF;
        }
        if (have < SUM_BYTES || have == SUM_BYTES && expected != actual) {
            throw new DamagedProfileException(have < SUM_BYTES ? "the profile is cut off"
                    : "the profile is damaged (its checksum is wrong)");
        }
        if (have > SUM_BYTES) {
            throw new DamagedProfileException("the profile is damaged (bytes after its end)");
        }
    }

    private boolean fill() throws IOException {
        sum.update(buffer, 0, limit);
        position = 0;
        limit = 0;
        int got = in.read(buffer, 0, buffer.length);
        limit = Math.max(0, got);
        return limit > 0;
    }
}
