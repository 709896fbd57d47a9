package dev.perfhint.reader.chunk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.profile.IoOperation;
import dev.perfhint.profile.Profile;
import dev.perfhint.reader.Bytes;
import dev.perfhint.reader.Recordings;
import dev.perfhint.reader.input.ReadOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** I/O events that repeat each other, or nearly, add up to what was written. */
final class IoFoldTest {
    /** One stands in another, two differ in one byte, and one ends in a byte that looks like a number that goes on. */
    private static final List<String> NAMES = List.of("", "/a", "/a/b", "/a/c", "/a/\u00e4", "/a/\u4e2d", "/" + "x".repeat(140));
    private static final long[] NUMBERS = {0, 1, 63, 64, 127, 128, 8191, 8192, 1 << 20, 1L << 33, -1};

    @TempDir
    Path directory;

    @Test
    void addsUpWhatWasWritten() throws Exception {
        for (int seed = 0; seed < 8; seed++) {
            addsUpWhatWasWritten(new Random(seed), 1 + seed % 4);
        }
    }

    private void addsUpWhatWasWritten(Random random, int repetition) throws Exception {
        ChunkWriter chunk = ChunkWriter.cpu().thread(1, "main").thread(300, "worker-1");
        chunk.stack(1, ChunkWriter.writeStack()).stack(200, new ChunkWriter.Frame("app/Main", "run", 43, ChunkWriter.JIT));
        Map<String, long[]> written = new TreeMap<>();
        long thread = 1;
        long stack = 1;
        String name = "";
        boolean socket = false;
        for (int i = 0; i < 3000; i++) {
            if (random.nextInt(repetition) == 0) {
                thread = random.nextBoolean() ? 1 : 300;
                stack = random.nextBoolean() ? 1 : 200;
                name = NAMES.get(random.nextInt(NAMES.size()));
                socket = random.nextInt(3) == 0;
            }
            if (random.nextInt(20) == 0) {
                chunk.sample(stack, thread);
            }
            long duration = NUMBERS[random.nextInt(NUMBERS.length)];
            long bytes = NUMBERS[random.nextInt(NUMBERS.length)];
            Bytes event = new Bytes().varint(chunk.nextTicks(), duration, thread, stack).text(name);
            if (socket) {
                chunk.event(ChunkWriter.SOCKET_WRITE, event.text("127.0.0.1").varint(80, bytes));
            } else {
                chunk.event(ChunkWriter.FILE_WRITE, event.varint(bytes));
            }
            String target = socket ? (name.isEmpty() ? "127.0.0.1" : name) + ":80" : name;
            String line = stack == 1 ? "write:300" : "run:43";
            long[] sum = written.computeIfAbsent(line + " " + target, key -> new long[3]);
            sum[0]++;
            sum[1] += Math.max(0, bytes);
            sum[2] += Math.max(0, duration);
        }
        Path file = Files.write(directory.resolve("io.jfr"), chunk.toBytes());

        Profile profile = Recordings.read(List.of(file), ReadOptions.DEFAULTS);

        Map<String, long[]> read = new TreeMap<>();
        for (IoOperation io : profile.io()) {
            long[] sum = read.computeIfAbsent(place(profile, io.leaf()) + " " + io.target(), key -> new long[3]);
            sum[0] += io.calls();
            sum[1] += io.bytes();
            sum[2] += io.nanos();
            assertThat(io.sizes().total()).isEqualTo(io.calls());
        }
        assertThat(text(read)).isEqualTo(text(written));
        assertThat(profile.recordings().get(0).complete()).isTrue();
    }

    private static String place(Profile profile, int leaf) {
        int node = leaf;
        while (profile.methods().className(profile.tree().method(node)).isEmpty()) {
            node = profile.tree().parent(node);
        }
        return profile.methods().methodName(profile.tree().method(node)) + ":" + profile.tree().line(node);
    }

    private static Map<String, String> text(Map<String, long[]> sums) {
        Map<String, String> text = new TreeMap<>();
        sums.forEach((key, sum) -> text.put(key, Arrays.toString(sum)));
        return text;
    }
}
