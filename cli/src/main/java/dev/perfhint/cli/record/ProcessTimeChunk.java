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
 * Appends the kernel's count of a process to its recording: a JFR chunk with one event {@code perfhint.ProcessTime}.
 *
 * <p>A JFR file is a sequence of chunks that describe themselves, so other tools read it on. The clock is that of the
 * last chunk, at its end.
 */
final class ProcessTimeChunk {
    private static final int HEADER_BYTES = 68;
    private static final int MAGIC = 'F' << 24 | 'L' << 16 | 'R' << 8;
    private static final int METADATA = 0;
    private static final int CHECKPOINT = 1;
    private static final int LONG = 2;
    private static final int EVENT = 3;
    /** Differs from that of the JVM's chunks: the JDK takes the types of an earlier chunk with the same number. */
    private static final long METADATA_ID = 0x70657266;
    private static final byte UTF_8_TEXT = 3;

    private ProcessTimeChunk() {}

    /**
     * Appends the chunk to a finished recording; returns false for any other file, which stays as it is.
     *
     * @param part whether the recording is of a part of the run, though the JVM's options say otherwise
     */
    static boolean append(Path recording, long userNanos, long systemNanos, boolean part) throws IOException {
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
            ByteBuffer chunk = ByteBuffer.wrap(chunk(last, userNanos, systemNanos, part));
            while (chunk.hasRemaining()) {
                file.write(chunk, end + chunk.position());
            }
            return true;
        }
    }

    private static byte[] chunk(ByteBuffer last, long userNanos, long systemNanos, boolean part) {
        long durationNanos = last.getLong(40);
        long ticksPerSecond = last.getLong(56);
        long startNanos = last.getLong(32) + durationNanos;
        long startTicks = last.getLong(48) + (long) (durationNanos * (ticksPerSecond / 1e9));
        byte[] metadata = metadata(startTicks);
        byte[] event = sized(EVENT, varints(startTicks, userNanos, systemNanos, part ? 1 : 0));
        byte[] checkpoint = sized(CHECKPOINT, varints(startTicks, 0, 0, 0, 0));
        long size = (long) HEADER_BYTES + metadata.length + event.length + checkpoint.length;
        ByteBuffer chunk = ByteBuffer.allocate((int) size);
        chunk.putInt(MAGIC).putShort((short) 2).putShort((short) 1).putLong(size);
        chunk.putLong(size - checkpoint.length).putLong(HEADER_BYTES);
        chunk.putLong(startNanos).putLong(0).putLong(startTicks).putLong(ticksPerSecond);
        chunk.putInt(1); // compressed integers
        return chunk.put(metadata).put(event).put(checkpoint).array();
    }

    /** Describes the two types: a long, and the event with four of them. */
    private static byte[] metadata(long ticks) {
        List<String> texts = new ArrayList<>();
        ByteArrayOutputStream elements = new ByteArrayOutputStream();
        element(elements, texts, "root", 2);
        element(elements, texts, "metadata", 2);
        element(elements, texts, "class", 0, "id", "" + LONG, "name", "long");
        element(elements, texts, "class", 4, "id", "" + EVENT, "name", "perfhint.ProcessTime", "superType",
                "jdk.jfr.Event");
        for (String field : List.of("startTime", "userNanos", "systemNanos", "partOfRun")) {
            element(elements, texts, "field", 0, "name", field, "class", "" + LONG);
        }
        element(elements, texts, "region", 0, "locale", "en", "gmtOffset", "0");
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        body.writeBytes(varints(ticks, 0, METADATA_ID, texts.size()));
        for (String text : texts) {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            body.write(UTF_8_TEXT);
            body.writeBytes(varints(bytes.length));
            body.writeBytes(bytes);
        }
        body.writeBytes(elements.toByteArray());
        return sized(METADATA, body.toByteArray());
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
