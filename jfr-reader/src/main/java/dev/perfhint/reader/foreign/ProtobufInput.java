package dev.perfhint.reader.foreign;

import dev.perfhint.reader.input.RecordingSource;
import dev.perfhint.reader.input.TextLines;
import dev.perfhint.reader.input.UnreadableRecordingException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Walks through the fields of one protobuf message in an array; never reads beyond the message's end. */
final class ProtobufInput {
    private static final int VARINT = 0;
    private static final int FIXED_64 = 1;
    private static final int BYTES = 2;
    private static final int FIXED_32 = 5;
    private static final int MAX_VARINT_BYTES = 10;
    /** A message is read into memory at once; the largest seen in practice have some tens of megabytes. */
    private static final int MAX_BYTES = 128 << 20;
    /** The tags of the first field that is a message: 1 and 2 in pprof and OTLP, and the strings of pprof. */
    private static final String FIRST_TAGS = "\n\u0012\u001a\"*2";

    private final byte[] bytes;
    private final int end;
    private int at;
    private int type;

    ProtobufInput(byte[] bytes) {
        this(bytes, 0, bytes.length);
    }

    private ProtobufInput(byte[] bytes, int from, int end) {
        this.bytes = bytes;
        this.at = from;
        this.end = end;
    }

    /** Returns the message that an input may be, one byte more if it is too large; empty if it is none. */
    static byte[] message(RecordingSource source) throws IOException {
        byte[] head = source.head();
        return head.length > 2 && FIRST_TAGS.indexOf(head[0]) >= 0 && !TextLines.isText(head)
                ? source.content(MAX_BYTES + 1)
                : new byte[0];
    }

    /** Returns a message, or refuses it. */
    static byte[] limited(String path, byte[] message) throws UnreadableRecordingException {
        if (message.length > MAX_BYTES) {
            throw new UnreadableRecordingException(path + ": a profile of more than " + (MAX_BYTES >> 20)
                    + " MB in one message: write shorter ones");
        }
        return message;
    }

    /**
     * Moves to the next field and returns its number, 0 at the end. Each field is to be read or skipped before the
     * next.
     */
    int next() throws IOException {
        if (at >= end) {
            return 0;
        }
        long tag = varint();
        type = (int) (tag & 7);
        if (tag <= 7 || tag >>> 3 > 1 << 29) {
            throw damaged();
        }
        return (int) (tag >>> 3);
    }

    /** Returns this message, from where it has been read to. */
    ProtobufInput copy() {
        return new ProtobufInput(bytes, at, end);
    }

    /** Returns whether the field is a message, a text or packed numbers. */
    boolean isBytes() {
        return type == BYTES;
    }

    /** Returns a number: a varint or one of fixed width. */
    long number() throws IOException {
        return switch (type) {
            case VARINT -> varint();
            case FIXED_64 -> fixed(8);
            case FIXED_32 -> fixed(4);
            default -> throw damaged();
        };
    }

    /** Returns the message, text or packed numbers of a field. */
    ProtobufInput message() throws IOException {
        if (type != BYTES) {
            throw damaged();
        }
        long length = varint();
        if (length < 0 || length > end - at) {
            throw damaged();
        }
        at += (int) length;
        return new ProtobufInput(bytes, at - (int) length, at);
    }

    String text() throws IOException {
        ProtobufInput text = message();
        return new String(bytes, text.at, text.end - text.at, StandardCharsets.UTF_8);
    }

    /** Returns the numbers of all fields up to the last one by field number, 0 for those that are absent. */
    long[] numberFields(int last) throws IOException {
        long[] numbers = new long[last + 1];
        for (int field = next(); field != 0; field = next()) {
            if (field <= last && type != BYTES) {
                numbers[field] = number();
            } else {
                skip();
            }
        }
        return numbers;
    }

    /** Takes numbers one by one. */
    interface Numbers {
        void add(long number) throws IOException;
    }

    /** Reads a repeated field of numbers, packed or not. */
    void numbers(Numbers numbers) throws IOException {
        if (type != BYTES) {
            numbers.add(number());
            return;
        }
        ProtobufInput packed = message();
        while (packed.at < packed.end) {
            numbers.add(packed.varint());
        }
    }

    /** Returns how many numbers of eight bytes a packed field has; 1 if it is a single one. */
    int fixedCount() throws IOException {
        if (type != BYTES) {
            number();
            return 1;
        }
        ProtobufInput packed = message();
        return (packed.end - packed.at) / 8;
    }

    /** Returns how many numbers a field has, packed or not. */
    int count() throws IOException {
        int[] count = new int[1];
        numbers(number -> count[0]++);
        return count[0];
    }

    void skip() throws IOException {
        if (type == BYTES) {
            message();
        } else {
            number();
        }
    }

    private long varint() throws IOException {
        long value = 0;
        for (int i = 0; i < MAX_VARINT_BYTES && at < end; i++) {
            byte next = bytes[at++];
            value |= (long) (next & 0x7F) << 7 * i;
            if (next >= 0) {
                return value;
            }
        }
        throw damaged();
    }

    private long fixed(int width) throws IOException {
        if (end - at < width) {
            throw damaged();
        }
        long value = 0;
        for (int i = 0; i < width; i++) {
            value |= (bytes[at++] & 0xFFL) << 8 * i;
        }
        return value;
    }

    private IOException damaged() {
        return new IOException("not a protobuf message, or damaged at byte " + at);
    }
}
