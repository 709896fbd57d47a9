package dev.perfhint.reader.chunk;

import dev.perfhint.reader.input.ChunkInput;
import dev.perfhint.reader.input.MalformedChunkException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The types of a chunk as its metadata event describes them. Field order and types come from the file, never assumed:
 * async-profiler and every JDK write their own.
 */
public final class Metadata {
    /** Type id of the event that holds the types. */
    static final int EVENT_ID = 0;

    private static final int MAX_DEPTH = 64;
    /** Real chunks have some ten thousand strings and elements. */
    private static final int MAX_COUNT = 1 << 20;

    /**
     * @param pool whether the value is a key into the constant pool of its type
     */
    record Field(String name, long typeId, boolean pool, boolean array) {}

    record Type(long id, String name, List<Field> fields) {}

    private final Map<Long, Type> byId = new HashMap<>();
    private final Map<String, Type> byName = new HashMap<>();
    private long bytes;

    /**
     * Returns the types of a chunk: those that its header points to, else the last that are found in it.
     *
     * @param end of the chunk if {@code exact}, else of the file
     */
    public static Optional<Metadata> find(ChunkInput in, ChunkHeader header, long end, boolean exact) {
        long start = header.offset() + header.metadataOffset();
        if (header.metadataOffset() >= ChunkHeader.BYTES && header.metadataOffset() < end - header.offset()) {
            in.open(start, end);
            try {
                in.varint();
                if (in.varlong() == EVENT_ID) {
                    return Optional.of(read(in));
                }
            } catch (MalformedChunkException e) {
                // the header or the metadata is damaged; there may be an earlier copy
            }
        }
        in.open(header.offset() + ChunkHeader.BYTES, end);
        return new EventScan(in, new Metadata(), header).lastMetadata(exact);
    }

    /** Reads the body of a metadata event; the input stands after its size and type. */
    static Metadata read(ChunkInput in) {
        long start = in.offset();
        in.varlong();
        in.varlong();
        in.varlong();
        int count = in.varint();
        if (count > MAX_COUNT) {
            throw new MalformedChunkException("metadata of " + count + " strings");
        }
        List<String> strings = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            strings.add(string(in));
        }
        Metadata metadata = new Metadata();
        metadata.elements(in, strings);
        metadata.bytes = in.offset() - start;
        return metadata;
    }

    /** Returns the length of the body that it was read from, whatever the event's size says. */
    long bytes() {
        return bytes;
    }

    Type type(long id) {
        return byId.get(id);
    }

    /** Returns the type of that name; an empty one with id -1 if the chunk has none. */
    Type type(String name) {
        return byName.getOrDefault(name, new Type(-1, name, List.of()));
    }

    Collection<Type> types() {
        return byId.values();
    }

    /** Reads the tree of elements, each before its children: in one loop, as there are thousands in every chunk. */
    private void elements(ChunkInput in, List<String> strings) {
        int[] left = new int[MAX_DEPTH + 2];
        Type[] owners = new Type[MAX_DEPTH + 2];
        left[0] = 1;
        int elements = 0;
        for (int depth = 0; depth >= 0; ) {
            if (left[depth]-- <= 0) {
                depth--;
                continue;
            }
            if (depth > MAX_DEPTH || ++elements > MAX_COUNT) {
                throw new MalformedChunkException("metadata nested too deeply");
            }
            String element = at(strings, in.varint());
            String id = "0";
            String name = "";
            String type = "0";
            String pool = "";
            String dimension = "0";
            for (int attributes = in.varint(); attributes > 0; attributes--) {
                String key = at(strings, in.varint());
                String value = at(strings, in.varint());
                switch (key) {
                    case "id" -> id = value;
                    case "name" -> name = value;
                    case "class" -> type = value;
                    case "constantPool" -> pool = value;
                    case "dimension" -> dimension = value;
                    default -> {
                        // labels and the like
                    }
                }
            }
            Type owner = owners[depth];
            if (element.equals("class")) {
                owner = new Type(number(id), name, new ArrayList<>());
                byId.put(owner.id(), owner);
                byName.put(name, owner);
            } else if (element.equals("field") && owner != null) {
                owner.fields().add(new Field(name, number(type), pool.equals("true"), number(dimension) > 0));
            }
            depth++;
            left[depth] = in.varint();
            owners[depth] = owner;
        }
    }

    private static long number(String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw new MalformedChunkException("metadata attribute " + text + " is no number");
        }
    }

    private static String at(List<String> strings, int index) {
        if (index < 0 || index >= strings.size()) {
            throw new MalformedChunkException("metadata refers to a missing string");
        }
        return strings.get(index);
    }

    /** Reads an inline string; references to a pool count as empty. */
    static String string(ChunkInput in) {
        int encoding = in.u1();
        switch (encoding) {
            case 0, 1:
                return "";
            case 2:
                in.varlong();
                return "";
            case 3:
                return new String(bytes(in), StandardCharsets.UTF_8);
            case 4:
                StringBuilder text = new StringBuilder();
                int chars = in.varint();
                for (int i = 0; i < chars; i++) {
                    text.append((char) in.varint());
                }
                return text.toString();
            case 5:
                return new String(bytes(in), StandardCharsets.ISO_8859_1);
            default:
                throw new MalformedChunkException("unknown string encoding " + encoding);
        }
    }

    private static byte[] bytes(ChunkInput in) {
        int length = in.varint();
        if (length < 0 || length > in.end() - in.offset()) {
            throw new MalformedChunkException("string runs past its end");
        }
        byte[] bytes = new byte[length];
        for (int at = 0; at < length; ) {
            in.ensure(1);
            int part = Math.min(length - at, in.limit() - in.position());
            if (part <= 0) {
                throw new MalformedChunkException("string runs past its end");
            }
            System.arraycopy(in.buffer(), in.position(), bytes, at, part);
            in.position(in.position() + part);
            at += part;
        }
        return bytes;
    }
}
