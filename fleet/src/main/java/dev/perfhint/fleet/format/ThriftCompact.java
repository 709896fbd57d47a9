package dev.perfhint.fleet.format;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;

/** Thrift's compact protocol, as much as the footers of Parquet files need. */
final class ThriftCompact {
    private static final int I32 = 5;
    private static final int I64 = 6;
    private static final int BINARY = 8;
    private static final int LIST = 9;
    static final int STRUCT = 12;
    static final int ENUM = I32;
    static final int TEXT = BINARY;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final Deque<Integer> enclosing = new ArrayDeque<>();
    private int last;

    byte[] bytes() {
        return out.toByteArray();
    }

    void i32(int field, int value) {
        header(field, I32);
        varint((value << 1 ^ value >> 31) & 0xFFFFFFFFL);
    }

    void i64(int field, long value) {
        header(field, I64);
        varint(value << 1 ^ value >> 63);
    }

    void text(int field, String value) {
        header(field, BINARY);
        element(value);
    }

    void list(int field, int type, int size) {
        header(field, LIST);
        if (size < 15) {
            out.write(size << 4 | type);
        } else {
            out.write(0xF0 | type);
            varint(size);
        }
    }

    void element(String value) {
        byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
        varint(bytes.length);
        out.writeBytes(bytes);
    }

    void element(int value) {
        varint((value << 1 ^ value >> 31) & 0xFFFFFFFFL);
    }

    void begin(int field) {
        header(field, STRUCT);
        beginElement();
    }

    void beginElement() {
        enclosing.push(last);
        last = 0;
    }

    void end() {
        out.write(0);
        if (!enclosing.isEmpty()) {
            last = enclosing.pop();
        }
    }

    private void header(int field, int type) {
        int delta = field - last;
        if (delta > 0 && delta < 16) {
            out.write(delta << 4 | type);
        } else {
            out.write(type);
            varint((long) field << 1);
        }
        last = field;
    }

    private void varint(long value) {
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            out.write((int) (rest & 0x7F) | 0x80);
            rest >>>= 7;
        }
        out.write((int) rest);
    }
}
