package dev.perfhint.reader;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Bytes as a JFR file holds them, one value after the other. */
public final class Bytes {
    private static final int UTF8 = 3;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    /** Adds compressed integers in their shortest form. */
    public Bytes varint(long... values) {
        for (long value : values) {
            long rest = value;
            int bytes = 1;
            for (; bytes < 9 && (rest & ~0x7FL) != 0; bytes++) {
                out.write((int) (rest & 0x7F | 0x80));
                rest >>>= 7;
            }
            out.write((int) rest);
        }
        return this;
    }

    /** Adds a compressed integer in more bytes than it needs, as recorders do where they fill it in later. */
    public Bytes padded(long value, int bytes) {
        long rest = value;
        for (int i = 1; i < bytes; i++) {
            out.write((int) (rest & 0x7F | 0x80));
            rest >>>= 7;
        }
        out.write((int) rest);
        return this;
    }

    public Bytes fixed(long value, int bytes) {
        for (int i = bytes - 1; i >= 0; i--) {
            out.write((int) (value >>> 8 * i));
        }
        return this;
    }

    public Bytes u1(int... values) {
        for (int value : values) {
            out.write(value);
        }
        return this;
    }

    /** Adds a string in UTF-8. */
    public Bytes text(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return u1(UTF8).varint(bytes.length).add(bytes);
    }

    public Bytes add(byte[] bytes) {
        out.writeBytes(bytes);
        return this;
    }

    public Bytes add(Bytes bytes) {
        return add(bytes.toArray());
    }

    public int size() {
        return out.size();
    }

    public byte[] toArray() {
        return out.toByteArray();
    }
}
