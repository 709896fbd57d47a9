package dev.perfhint.profile.store;

import java.io.IOException;
import java.io.OutputStream;
import java.util.zip.CRC32C;

/** Writes numbers of variable length, seven bits in each byte, and keeps the checksum of all that was written. */
final class VarintWriter {
    private final OutputStream out;
    private final CRC32C sum = new CRC32C();
    private final byte[] buffer = new byte[1 << 16];
    private int size;

    VarintWriter(OutputStream out) {
        this.out = out;
    }

    void write(byte[] bytes, int from, int to) throws IOException {
        for (int i = from; i < to; i++) {
            write(bytes[i]);
        }
    }

    /** Writes an unsigned number; a negative one takes ten bytes. */
    void number(long value) throws IOException {
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            write((byte) (rest | 0x80));
            rest >>>= 7;
        }
        write((byte) rest);
    }

    /** Writes a number that is near 0, on either side. */
    void signed(long value) throws IOException {
        number(value << 1 ^ value >> 63);
    }

    /** Appends the checksum, and flushes. */
    void finish() throws IOException {
        flush();
        long value = sum.getValue();
        for (int shift = 24; shift >= 0; shift -= 8) {
            out.write((int) (value >>> shift));
        }
        out.flush();
    }

    private void write(byte b) throws IOException {
        if (size == buffer.length) {
            flush();
        }
        buffer[size++] = b;
    }

    private void flush() throws IOException {
        sum.update(buffer, 0, size);
        out.write(buffer, 0, size);
        size = 0;
    }
}
