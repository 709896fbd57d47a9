package dev.perfhint.reader.chunk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.reader.Bytes;
import dev.perfhint.reader.input.ChunkInput;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is read of an event in the buffer is what is read of it number by number, and damage is left to the latter. */
final class LayoutTest {
    private static final List<String> TYPES = List.of("long", "byte", "float", "double", "java.lang.String", "int");
    private static final List<String> TEXTS =
            List.of("", "a", "/tmp/data.bin", "/tmp/datei-ä.bin", "/tmp/\u4e2d", "x".repeat(300));

    @TempDir
    Path directory;

    @Test
    void readsTheSameFromTheBuffer() throws IOException {
        Random random = new Random(7);
        int whole = 0;
        int left = 0;
        for (int round = 0; round < 2000; round++) {
            int fields = 1 + random.nextInt(6);
            String[] wanted = new String[fields];
            Bytes out = new Bytes();
            String[] types = new String[fields];
            for (int i = 0; i < fields; i++) {
                types[i] = TYPES.get(random.nextInt(TYPES.size()));
                wanted[i] = random.nextInt(4) == 0 ? "" : "f" + i;
                write(out, types[i], random);
            }
            byte[] event = out.toArray();
            int end = random.nextInt(5) == 0 ? random.nextInt(event.length + 1) : event.length;
            Layout layout = layout(types, wanted);
            StringTable strings = new StringTable();
            long[] slow = new long[fields];
            int slowEnd = slow(layout, event, slow, strings);
            long[] fast = new long[fields];

            int fastEnd = layout.read(Arrays.copyOf(event, event.length + ChunkInput.SPARE), 0, end, fast, strings);

            if (fastEnd >= 0) {
                assertThat(fastEnd).isEqualTo(slowEnd).isLessThanOrEqualTo(end);
                assertThat(fast).as("round %d", round).isEqualTo(slow);
                whole++;
            } else {
                left++;
            }
        }
        assertThat(whole).isGreaterThan(1000);
        assertThat(left).isGreaterThan(200);
    }

    @Test
    void tellsCharactersFromBytes() {
        StringTable strings = new StringTable();
        byte[] bytes = "ä".getBytes(StandardCharsets.UTF_8);
        int number = strings.number(3, bytes, 0, 2);

        assertThat(strings.text(number)).isEqualTo("ä");
        // as characters they are one number of two bytes
        assertThat(strings.number(4, bytes, 0, 2)).isEqualTo(-1);
        byte[] ascii = "ab".getBytes(StandardCharsets.US_ASCII);
        assertThat(strings.number(4, ascii, 0, 2)).isEqualTo(strings.number(3, ascii, 0, 2));
        assertThat(strings.text(strings.number(5, bytes, 0, 2))).isEqualTo("\u00c3\u00a4");
        assertThat(strings.number(6, ascii, 0, 2)).isEqualTo(-1);
    }

    @Test
    void leavesNumbersThatRunOn() throws IOException {
        Layout layout = layout(new String[] {"long"}, "f0");
        byte[] overlong = new byte[32];
        Arrays.fill(overlong, (byte) 0xFF);

        assertThat(layout.read(overlong, 0, 8, new long[1], new StringTable())).isEqualTo(-1);
        assertThat(layout.read(overlong, 0, 9, new long[1], new StringTable())).isEqualTo(9);
    }

    private Layout layout(String[] types, String... wanted) throws IOException {
        List<ChunkWriter.Type> all = new ArrayList<>();
        TYPES.forEach(type -> all.add(new ChunkWriter.Type(10 + all.size(), type)));
        String[] fields = new String[types.length];
        for (int i = 0; i < types.length; i++) {
            fields[i] = "f" + i + ':' + (10 + TYPES.indexOf(types[i]));
        }
        all.add(new ChunkWriter.Type(9, "event", fields));
        byte[] described = ChunkWriter.metadataEvent(all);
        Metadata metadata = input(described, in -> {
            in.varint();
            in.varlong();
            return Metadata.read(in);
        });
        return Layout.of(metadata, metadata.type(9), wanted);
    }

    private int slow(Layout layout, byte[] event, long[] values, StringTable strings) throws IOException {
        return input(event, in -> {
            layout.read(in, values, strings);
            return (int) in.offset();
        });
    }

    private <T> T input(byte[] content, Function<ChunkInput, T> reading) throws IOException {
        Path file = Files.write(directory.resolve("content"), content);
        try (FileChannel channel = FileChannel.open(file)) {
            ChunkInput in = new ChunkInput(channel, 4096);
            in.open(0, content.length);
            return reading.apply(in);
        }
    }

    private static void write(Bytes out, String type, Random random) {
        switch (type) {
            case "byte" -> out.u1(random.nextInt());
            case "float" -> bytes(out, random, 4);
            case "double" -> bytes(out, random, 8);
            case "java.lang.String" -> string(out, random);
            default -> out.varint(random.nextLong() >>> random.nextInt(64));
        }
    }

    private static void bytes(Bytes out, Random random, int count) {
        byte[] bytes = new byte[count];
        random.nextBytes(bytes);
        out.add(bytes);
    }

    private static void string(Bytes out, Random random) {
        int encoding = random.nextInt(6);
        out.u1(encoding);
        String text = TEXTS.get(random.nextInt(TEXTS.size()));
        switch (encoding) {
            case 2 -> out.varint(random.nextInt(1000));
            case 3, 5 -> {
                byte[] bytes = text.getBytes(encoding == 3 ? StandardCharsets.UTF_8 : StandardCharsets.ISO_8859_1);
                out.varint(bytes.length);
                out.add(bytes);
            }
            case 4 -> {
                out.varint(text.length());
                text.chars().forEach(c -> out.varint(c));
            }
            default -> {
                // nothing follows
            }
        }
    }
}
