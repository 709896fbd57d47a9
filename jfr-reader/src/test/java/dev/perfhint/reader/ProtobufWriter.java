package dev.perfhint.reader;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Writes the fields of one protobuf message. */
public final class ProtobufWriter {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    public ProtobufWriter number(int field, long value) {
        varint((long) field << 3);
        varint(value);
        return this;
    }

    public ProtobufWriter text(int field, String text) {
        return bytes(field, text.getBytes(StandardCharsets.UTF_8));
    }

    public ProtobufWriter message(int field, ProtobufWriter message) {
        return bytes(field, message.toBytes());
    }

    public ProtobufWriter packed(int field, long... numbers) {
        ProtobufWriter content = new ProtobufWriter();
        for (long number : numbers) {
            content.varint(number);
        }
        return bytes(field, content.toBytes());
    }

    /** Adds a number of eight bytes. */
    public ProtobufWriter fixed(int field, long value) {
        varint((long) field << 3 | 1);
        eightBytes(value);
        return this;
    }

    public ProtobufWriter packedFixed(int field, long... numbers) {
        ProtobufWriter content = new ProtobufWriter();
        for (long number : numbers) {
            content.eightBytes(number);
        }
        return bytes(field, content.toBytes());
    }

    /** Adds the fields of another message. */
    public ProtobufWriter append(ProtobufWriter message) {
        out.writeBytes(message.toBytes());
        return this;
    }

    private void eightBytes(long value) {
        for (int i = 0; i < 64; i += 8) {
            out.write((int) (value >>> i));
        }
    }

    private ProtobufWriter bytes(int field, byte[] content) {
        varint((long) field << 3 | 2);
        varint(content.length);
        out.writeBytes(content);
        return this;
    }

    private void varint(long value) {
        long left = value;
        while ((left & ~0x7FL) != 0) {
            out.write((int) (left & 0x7F | 0x80));
            left >>>= 7;
        }
        out.write((int) left);
    }

    public byte[] toBytes() {
        return out.toByteArray();
    }
}
