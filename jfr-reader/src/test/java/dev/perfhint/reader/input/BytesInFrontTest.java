package dev.perfhint.reader.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.perfhint.profile.Profile;
import dev.perfhint.reader.Bytes;
import dev.perfhint.reader.Recordings;
import dev.perfhint.reader.chunk.ChunkHeader;
import dev.perfhint.reader.chunk.ChunkWriter;
import dev.perfhint.reader.jfr.RawChunks;
import dev.perfhint.reader.jfr.RawChunks.Outcome;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Recordings behind bytes of something else: a banner, garbage, the end of another chunk. */
class BytesInFrontTest {
    private static final Path RECORDINGS = Path.of("..", "fixtures", "recordings");
    private static final byte[] BANNER = text("Defaulted container \"app\" out of: app, proxy\n");

    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"async-profiler-4.6/cpu-single.jfr", "jfr-11/default.jfr", "jfr-17/default.jfr", "jfr-25/cputime.jfr",
        "async-profiler-4.6/cpu-chunks.jfr"})
    void readsTheWholeRecordingBehindThem(String name) throws Exception {
        byte[] whole = Files.readAllBytes(RECORDINGS.resolve(name));
        long expected = RawChunks.countedBefore(RawChunks.events(RECORDINGS.resolve(name)), whole.length);
        byte[] noise = new byte[150_000];
        new Random(21).nextBytes(noise);
        byte[] lines = text("no stack of any kind\n".repeat(400));
        byte[] otherHeaders = join(text("FLR\0"), new byte[100], header(1, 0), header(3, 0), new byte[30]);
        for (byte[] front : List.of(new byte[] {7}, BANNER, noise, lines, join(new byte[] {9}, otherHeaders), new byte[512])) {
            byte[] content = join(front, whole);
            Outcome outcome = RawChunks.read(directory, content);
            assertThat(outcome.events()).as("%d bytes", front.length).isEqualTo(expected);
            assertThat(outcome.complete()).isFalse();
            assertThat(outcome.work().bytesRead()).isLessThanOrEqualTo(3L * content.length);
            assertThat(outcome.work().placesTried()).isLessThanOrEqualTo(3L * content.length);
            if (front[0] != 0) {
                assertThat(outcome.warnings()).filteredOn(warning -> warning.contains("chunk")).containsExactly(
                        "before chunk 1: bytes that belong to no chunk at offset 0, " + front.length + " bytes lost");
                assertThat(read(content).recordings().get(0).complete()).isFalse();
            }
        }
    }

    @Test
    void readsWhatFollowsTheEndOfAnotherChunk() throws Exception {
        byte[] profiler = Files.readAllBytes(RECORDINGS.resolve("async-profiler-4.6/cpu-single.jfr"));
        Path jdk = RECORDINGS.resolve("jfr-17/default.jfr");
        long expected = RawChunks.countedBefore(RawChunks.events(jdk), 1 << 30);
        for (int from : new int[] {1, 3, 68, 1000, profiler.length / 2, profiler.length - 1}) {
            byte[] tail = Arrays.copyOfRange(profiler, from, profiler.length);
            assertThat(RawChunks.read(directory, join(tail, Files.readAllBytes(jdk))).events()).as("from %d", from).isEqualTo(expected);
        }
    }

    /** A JVM's chunk holds copies of its own header: what is behind one is read as a chunk, and here without its types. */
    @Test
    void readsWhatFollowsAChunkThatLostItsStart() throws Exception {
        byte[] tail = Files.readAllBytes(RECORDINGS.resolve("jfr-17/default.jfr"));
        int copy = indexOf(tail, text("FLR\0"), 4);
        Path jdk = RECORDINGS.resolve("jfr-25/cputime.jfr");
        byte[] content = join(Arrays.copyOfRange(tail, 10_000, tail.length), Files.readAllBytes(jdk));

        Outcome outcome = RawChunks.read(directory, content);

        assertThat(outcome.events()).isEqualTo(RawChunks.countedBefore(RawChunks.events(jdk), 1 << 30));
        assertThat(outcome.warnings().get(0)).startsWith("before chunk 1: ").endsWith(", " + (copy - 10_000) + " bytes lost");
        assertThat(outcome.warnings()).anyMatch(warning -> warning.startsWith("chunk 1: no usable description"));
        assertThat(outcome.work().bytesRead()).isLessThanOrEqualTo(3L * content.length);
    }

    @Test
    void refusesWhatHoldsNoRecording() throws Exception {
        byte[] noise = new byte[300_000];
        new Random(22).nextBytes(noise);
        noise[0] = 1;
        byte[] older = join(new byte[] {1}, header(1, 0), new byte[4000]);
        for (byte[] content : List.of(noise, older, join(new byte[] {1}, text("FLR\0"), new byte[4000]))) {
            assertThatThrownBy(() -> read(content)).isInstanceOf(UnreadableRecordingException.class)
                    .hasMessageContaining("not a recording; expected a JFR file, a profile in pprof");
            assertThat(RawChunks.read(directory, content).work().bytesRead()).isLessThanOrEqualTo(3L * content.length);
        }
        assertThatThrownBy(() -> read(text("my notes\n".repeat(10_000)))).hasMessageContaining("a text file");
        byte[] recording = Files.readAllBytes(RECORDINGS.resolve("jfr-17/default.jfr"));
        assertThatThrownBy(() -> read(join(text("FLR\0\0\0\0\u0009"), recording))).hasMessageContaining("JFR format 0.9");
        assertThatThrownBy(() -> read(join(text("FLR\0\0\1\0\0"), recording))).hasMessageContaining("JFR format 1.0");
        assertThatThrownBy(() -> read(join(text("JAVA PROFILE 1.0.2"), recording))).hasMessageContaining("a heap dump");
        // a header, but no types: what is wrong with the recording is said, not that it is none
        assertThatThrownBy(() -> read(join(BANNER, Arrays.copyOf(recording, 500)))).hasMessageContaining("nothing can be read");
        // stacks stay stacks, whatever follows them
        byte[] stacks = join(text("a;b;c 3\n".repeat(1000)), text("FLR\0\n"));
        assertThat(read(stacks).rows().totalSamples()).isEqualTo(3000);
    }

    private Profile read(byte[] content) throws Exception {
        return Recordings.read(List.of(Files.write(directory.resolve("front.jfr"), content)), ReadOptions.DEFAULTS);
    }

    /** Returns a chunk header of another version of the format, right in all else. */
    private static byte[] header(int major, int minor) {
        byte[] header = Arrays.copyOf(ChunkWriter.writing(1).at(7).toBytes(), ChunkHeader.BYTES);
        header[5] = (byte) major;
        header[7] = (byte) minor;
        return header;
    }

    private static byte[] text(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    private static byte[] join(byte[]... parts) {
        Bytes all = new Bytes();
        for (byte[] part : parts) {
            all.add(part);
        }
        return all.toArray();
    }

    private static int indexOf(byte[] whole, byte[] part, int from) {
        for (int at = from; at + part.length <= whole.length; at++) {
            if (Arrays.equals(whole, at, at + part.length, part, 0, part.length)) {
                return at;
            }
        }
        throw new AssertionError("not there");
    }
}
