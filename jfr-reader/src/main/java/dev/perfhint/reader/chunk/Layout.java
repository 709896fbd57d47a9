package dev.perfhint.reader.chunk;

import dev.perfhint.reader.input.ChunkInput;
import dev.perfhint.reader.input.MalformedChunkException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The compiled form of a type: how to walk its bytes, and into which slots the wanted values go. Values of fields that
 * the type lacks stay as they were.
 */
final class Layout {
    private static final byte VARINT = 0;
    private static final byte BYTE = 1;
    private static final byte FOUR = 2;
    private static final byte EIGHT = 3;
    private static final byte STRING = 4;
    private static final byte ARRAY = 5;
    private static final int MAX_STEPS = 2000;
    private static final int MAX_DEPTH = 16;
    /** Bytes that should lie in the buffer: most values are far smaller. */
    private static final int ENOUGH = 200;

    private final byte[] codes;
    private final int[] slots;
    private final Layout[] elements;

    private Layout(List<Step> steps) {
        codes = new byte[steps.size()];
        slots = new int[steps.size()];
        elements = new Layout[steps.size()];
        for (int i = 0; i < codes.length; i++) {
            codes[i] = steps.get(i).code();
            slots[i] = steps.get(i).slot();
            elements[i] = steps.get(i).element();
        }
    }

    private Layout(byte[] codes, int[] slots, Layout[] elements) {
        this.codes = codes;
        this.slots = slots;
        this.elements = elements;
    }

    private record Step(byte code, int slot, Layout element) {}

    /**
     * Compiles a type.
     *
     * @param wanted names of fields, each going to the slot of its index; {@code outer.inner} for members of embedded
     *     structures
     */
    static Layout of(Metadata metadata, Metadata.Type type, String... wanted) {
        List<Step> steps = new ArrayList<>();
        int[] budget = {MAX_STEPS};
        for (Metadata.Field field : type.fields()) {
            add(metadata, field, field.name(), wanted, steps, 0, budget);
        }
        return new Layout(steps);
    }

    private static int slot(String name, String[] wanted) {
        for (int i = 0; i < wanted.length; i++) {
            if (wanted[i].equals(name)) {
                return i;
            }
        }
        return -1;
    }

    private static void add(
            Metadata metadata, Metadata.Field field, String path, String[] wanted, List<Step> steps, int depth,
            int[] budget) {
        if (--budget[0] < 0 || depth > MAX_DEPTH) {
            throw new MalformedChunkException("type of field " + field.name() + " contains itself");
        }
        int slot = slot(path, wanted);
        if (field.array()) {
            List<Step> element = new ArrayList<>();
            Metadata.Field single = new Metadata.Field(field.name(), field.typeId(), field.pool(), false);
            add(metadata, single, "", new String[0], element, depth + 1, budget);
            steps.add(new Step(ARRAY, slot, new Layout(element)));
            return;
        }
        Metadata.Type type = metadata.type(field.typeId());
        if (field.pool()) {
            steps.add(new Step(VARINT, slot, null));
            return;
        }
        if (type == null) {
            throw new MalformedChunkException("field " + field.name() + " has an unknown type");
        }
        switch (type.name()) {
            case "boolean", "byte" -> steps.add(new Step(BYTE, slot, null));
            case "char", "short", "int", "long" -> steps.add(new Step(VARINT, slot, null));
            case "float" -> steps.add(new Step(FOUR, slot, null));
            case "double" -> steps.add(new Step(EIGHT, slot, null));
            case "java.lang.String" -> steps.add(new Step(STRING, slot, null));
            default -> {
                for (Metadata.Field member : type.fields()) {
                    add(metadata, member, wanted.length == 0 ? "" : path + '.' + member.name(), wanted, steps,
                            depth + 1, budget);
                }
            }
        }
    }

    /** Returns whether every value is a compressed integer, as in the stack frames of all known recorders. */
    boolean allVarints() {
        for (byte code : codes) {
            if (code != VARINT) {
                return false;
            }
        }
        return true;
    }

    int fields() {
        return codes.length;
    }

    /** Returns whether the field at a position is a compressed integer that goes to a slot. */
    boolean varint(int position, int slot) {
        return codes[position] == VARINT && slots[position] == slot;
    }

    boolean oneByte(int position) {
        return codes[position] == BYTE;
    }

    /** Returns how to read some consecutive fields of this type. */
    Layout part(int from, int to) {
        return new Layout(Arrays.copyOfRange(codes, from, to), Arrays.copyOfRange(slots, from, to),
                Arrays.copyOfRange(elements, from, to));
    }

    /** Returns the slot that the field at a position goes to, -1 if it is not wanted. */
    int slot(int position) {
        return slots[position];
    }

    /**
     * Reads one value of this type that lies whole in a buffer, as {@link #read(ChunkInput, long[], StringTable)} does.
     * The buffer must go on for {@link ChunkInput#SPARE} bytes after {@code end}.
     *
     * @return where the value ends; -1 if it does not end by {@code end} or holds what only the other way reads, such
     *     as arrays: then the values are undefined
     */
    int read(byte[] b, int from, int end, long[] values, StringTable strings) {
        // much of this runs before or without the optimising compiler: locals, constant shifts, no calls
        byte[] fields = codes;
        int[] targets = slots;
        int p = from;
        for (int i = 0; i < fields.length; i++) {
            if (p >= end) {
                return -1;
            }
            int code = fields[i];
            int slot = targets[i];
            long value = b[p++];
            if (code == VARINT) {
                // a byte that goes on is its seven bits less 128: the next one's lowest bit gives these back
                if (value < 0) {
                    value += b[p++] + 1 << 7;
                    if (value < 0) {
                        value += b[p++] + 1 << 14;
                        if (value < 0) {
                            value += b[p++] + 1 << 21;
                            for (int shift = 28; value < 0 && shift < 63; shift += 7) {
                                value += b[p++] + 1L << shift;
                            }
                        }
                    }
                }
            } else if (code == STRING) {
                int encoding = (int) value;
                value = 0;
                if (encoding == StringTable.POOL) {
                    p = poolKey(b, p, values, slot);
                    continue;
                }
                if (encoding != StringTable.NONE && encoding != StringTable.EMPTY) {
                    int length = b[p++];
                    if (length < 0) {
                        length = length & 0x7F | b[p++] << 7;
                    }
                    if (length < 0 || length > end - p) {
                        return -1;
                    }
                    boolean bytes = encoding == StringTable.UTF8 || encoding == StringTable.LATIN1;
                    value = slot < 0 && bytes ? 0 : strings.number(encoding, b, p, length);
                    if (value < 0) {
                        return -1;
                    }
                    p += length;
                }
            } else if (code == BYTE) {
                value &= 0xFF;
            } else if (code == ARRAY) {
                return -1;
            } else {
                for (int last = p + (code == FOUR ? 3 : 7); p < last; p++) {
                    value = value << 8 | b[p] & 0xFF;
                }
                value = code == FOUR ? value & 0xFFFF_FFFFL : value;
            }
            if (slot >= 0) {
                values[slot] = value;
            }
        }
        return p <= end ? p : -1;
    }

    /**
     * Returns where a value of this type that begins in a buffer ends; -1 if it does not end by {@code end}. The buffer
     * must go on for {@link ChunkInput#SPARE} bytes after {@code end}.
     */
    int skip(byte[] b, int from, int end) {
        int p = from;
        for (int i = 0; i < codes.length; i++) {
            if (p < 0 || p >= end) {
                return -1;
            }
            p = switch (codes[i]) {
                case VARINT -> afterNumber(b, p);
                case BYTE -> p + 1;
                case FOUR -> p + 4;
                case EIGHT -> p + 8;
                case STRING -> skipText(b, p, end);
                default -> skipArray(elements[i], b, p, end);
            };
        }
        return p <= end ? p : -1;
    }

    private static int skipArray(Layout element, byte[] b, int from, int end) {
        int p = afterNumber(b, from);
        // a type without members takes no bytes
        for (long left = element.fields() == 0 ? 0 : number(b, from); left > 0 && p >= 0; left--) {
            p = element.skip(b, p, end);
        }
        return p;
    }

    private static int skipText(byte[] b, int from, int end) {
        int encoding = b[from];
        int p = from + 1;
        if (encoding == StringTable.NONE || encoding == StringTable.EMPTY) {
            return p;
        }
        if (encoding == StringTable.POOL) {
            return afterNumber(b, p);
        }
        long length = number(b, p);
        p = afterNumber(b, p);
        if (encoding < StringTable.UTF8 || encoding > StringTable.LATIN1 || length < 0 || length > end - p) {
            return -1;
        }
        if (encoding != StringTable.CHARS) {
            return p + (int) length;
        }
        for (long left = length; left > 0 && p < end; left--) {
            p = afterNumber(b, p);
        }
        return p;
    }

    private static int afterNumber(byte[] b, int from) {
        int p = from;
        while (b[p] < 0 && p < from + 8) {
            p++;
        }
        return p + 1;
    }

    private static long number(byte[] b, int from) {
        long value = 0;
        int p = from;
        for (int shift = 0; shift < 56; shift += 7) {
            value |= (b[p] & 0x7FL) << shift;
            if (b[p++] >= 0) {
                return value;
            }
        }
        return value | (long) b[p] << 56;
    }

    /** Reads the key of a pooled string; returns where it ends. */
    private static int poolKey(byte[] b, int from, long[] values, int slot) {
        int p = from;
        long key = b[p++];
        for (int shift = 7; key < 0 && shift < 63; shift += 7) {
            key = key & (1L << shift) - 1 | (long) b[p++] << shift;
        }
        if (slot >= 0) {
            values[slot] = ~key;
        }
        return p;
    }

    /** Reads one value of this type; strings become numbers of {@code strings}, floats their raw bits. */
    void read(ChunkInput in, long[] values, StringTable strings) {
        in.ensure(ENOUGH);
        int end = read(in.buffer(), in.position(), in.limit(), values, strings);
        if (end >= 0) {
            in.position(end);
        } else {
            readSlowly(in, values, strings);
        }
    }

    private void readSlowly(ChunkInput in, long[] values, StringTable strings) {
        for (int i = 0; i < codes.length; i++) {
            int slot = slots[i];
            long value;
            switch (codes[i]) {
                case VARINT:
                    value = in.varlong();
                    break;
                case BYTE:
                    value = in.u1();
                    break;
                case FOUR:
                    value = in.fixed(4);
                    break;
                case EIGHT:
                    value = in.fixed(8);
                    break;
                case STRING:
                    if (slot < 0) {
                        StringTable.skip(in);
                        continue;
                    }
                    value = strings.read(in);
                    break;
                default:
                    value = in.varint();
                    // a type without members takes no bytes: no declared count of those may cost time
                    for (long left = elements[i].fields() == 0 ? 0 : value; left > 0; left--) {
                        elements[i].read(in, values, strings);
                    }
            }
            if (slot >= 0) {
                values[slot] = value;
            }
        }
    }
}
