package dev.perfhint.cli.record;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * Appends events to a recording: a JFR chunk with what the kernel counted for the process and its threads.
 *
 * <p>A JFR file is a sequence of chunks that describe themselves, so other tools read it on. The clock is that of the
 * last chunk, at its end.
 */
final class AppendedChunk {
    private static final int HEADER_BYTES = 68;
    private static final int MAGIC = 'F' << 24 | 'L' << 16 | 'R' << 8;
    private static final int METADATA = 0;
    private static final int CHECKPOINT = 1;
    private static final int LONG = 2;
    private static final int STRING = 3;
    private static final int FIRST_EVENT = 4;
    /** Differs from that of the JVM's chunks: the JDK takes the types of an earlier chunk with the same number. */
    private static final long METADATA_ID = 0x70657266;
    private static final byte UTF_8_TEXT = 3;

    private AppendedChunk() {}

    /** Appends the chunk to a finished recording; returns false for any other file, which stays as it is. */
    static boolean append(Path recording, List<AppendedEvent> events) throws IOException {
        try (FileChannel file = FileChannel.open(recording, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            ByteBuffer last = ByteBuffer.allocate(HEADER_BYTES);
            long end = 0;
            while (end < file.size()) {
                last.clear();
                while (last.hasRemaining() && file.read(last, end + last.position()) >= 0) {
                    // until the header is complete
                }
                long size = last.getLong(8);
                boolean finished = !last.hasRemaining() && last.getInt(0) == MAGIC && size >= HEADER_BYTES
                        && size <= file.size() - end && last.get(64) == 0;
                if (!finished) {
                    return false;
                }
                end += size;
            }
            if (end == 0) {
                return false;
            }
            ByteBuffer chunk = ByteBuffer.wrap(chunk(last, events));
            while (chunk.hasRemaining()) {
                file.write(chunk, end + chunk.position());
            }
            return true;
        }
    }

    private static byte[] chunk(ByteBuffer last, List<AppendedEvent> events) {
        long durationNanos = last.getLong(40);
        long ticksPerSecond = last.getLong(56);
        long startNanos = last.getLong(32) + durationNanos;
        long startTicks = last.getLong(48) + (long) (durationNanos * (ticksPerSecond / 1e9));
        List<String> types = events.stream().map(AppendedEvent::type).distinct().toList();
        byte[] metadata = metadata(startTicks, types, events);
        ByteArrayOutputStream rows = new ByteArrayOutputStream();
        for (AppendedEvent event : events) {
            ByteArrayOutputStream row = new ByteArrayOutputStream();
            row.writeBytes(varints(startTicks));
            for (Object value : event.values()) {
                row.writeBytes(value instanceof String text ? text(text) : varints((Long) value));
            }
            rows.writeBytes(sized(FIRST_EVENT + types.indexOf(event.type()), row.toByteArray()));
        }
        byte[] checkpoint = sized(CHECKPOINT, varints(startTicks, 0, 0, 0, 0));
        long size = (long) HEADER_BYTES + metadata.length + rows.size() + checkpoint.length;
        ByteBuffer chunk = ByteBuffer.allocate((int) size);
        chunk.putInt(MAGIC).putShort((short) 2).putShort((short) 1).putLong(size);
        chunk.putLong(size - checkpoint.length).putLong(HEADER_BYTES);
        chunk.putLong(startNanos).putLong(0).putLong(startTicks).putLong(ticksPerSecond);
        chunk.putInt(1); // compressed integers
        return chunk.put(metadata).put(rows.toByteArray()).put(checkpoint).array();
    }

    /** Describes the types: a long, a text, and each event with its fields. */
    private static byte[] metadata(long ticks, List<String> types, List<AppendedEvent> events) {
        List<String> texts = new ArrayList<>();
        ByteArrayOutputStream elements = new ByteArrayOutputStream();
        element(elements, texts, "root", 2);
        element(elements, texts, "metadata", 2 + types.size());
        element(elements, texts, "class", 0, "id", "" + LONG, "name", "long");
        element(elements, texts, "class", 0, "id", "" + STRING, "name", "java.lang.String");
        for (int type = 0; type < types.size(); type++) {
            String name = types.get(type);
            AppendedEvent event = events.stream().filter(one -> one.type().equals(name)).findFirst().orElseThrow();
            element(elements, texts, "class", 1 + event.fields().size(), "id", "" + (FIRST_EVENT + type), "name", name,
                    "superType", "jdk.jfr.Event");
            element(elements, texts, "field", 0, "name", "startTime", "class", "" + LONG);
            for (int field = 0; field < event.fields().size(); field++) {
                int kind = event.values().get(field) instanceof String ? STRING : LONG;
                element(elements, texts, "field", 0, "name", event.fields().get(field), "class", "" + kind);
            }
        }
        element(elements, texts, "region", 0, "locale", "en", "gmtOffset", "0");
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        body.writeBytes(varints(ticks, 0, METADATA_ID, texts.size()));
        texts.forEach(text -> body.writeBytes(text(text)));
        body.writeBytes(elements.toByteArray());
        return sized(METADATA, body.toByteArray());
    }

    private static byte[] text(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(UTF_8_TEXT);
        out.writeBytes(varints(bytes.length));
        out.writeBytes(bytes);
        return out.toByteArray();
    }

    private static void element(
            ByteArrayOutputStream out, List<String> texts, String name, int children, String... attributes) {
        out.writeBytes(varints(index(texts, name), attributes.length / 2));
        for (String attribute : attributes) {
            out.writeBytes(varints(index(texts, attribute)));
        }
        out.writeBytes(varints(children));
    }

    private static int index(List<String> texts, String text) {
        if (!texts.contains(text)) {
            texts.add(text);
        }
        return texts.indexOf(text);
    }

    /** Puts the size, padded to four bytes as the JVM does, and the type in front. */
    private static byte[] sized(int type, byte[] body) {
        int size = body.length + 5;
        ByteBuffer event = ByteBuffer.allocate(size);
        for (int i = 0; i < 3; i++) {
            event.put((byte) (size >>> 7 * i | 0x80));
        }
        return event.put((byte) (size >>> 21)).put((byte) type).put(body).array();
    }

    private static byte[] varints(long... values) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (long value : values) {
            long rest = value;
            for (int i = 0; i < 8 && rest >>> 7 != 0; i++) {
                out.write((int) (rest | 0x80));
                rest >>>= 7;
            }
            out.write((int) rest);
        }
        return out.toByteArray();
    }
}
