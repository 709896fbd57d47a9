package dev.perfhint.reader.jfr;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.reader.Bytes;
import dev.perfhint.reader.Recordings;
import dev.perfhint.reader.chunk.ChunkHeader;
import dev.perfhint.reader.chunk.EventKind;
import dev.perfhint.reader.input.ReadOptions;
import dev.perfhint.reader.jfr.RawChunks.Outcome;
import dev.perfhint.reader.jfr.RawChunks.RawEvent;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Chunks whose description of types is lost beside others of the same JVM: the second chunk is the recording's only one
 * again, as the JVM would have written it two seconds later.
 */
class BorrowedMetadataTest {
    private static final Path RECORDINGS = Path.of("..", "fixtures", "recordings");
    private static final int CHUNK_SECONDS = 2;

    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"jfr-11/default.jfr", "jfr-11/tuned.jfr", "jfr-17/default.jfr", "jfr-21/tuned.jfr", "jfr-25/cputime.jfr"})
    void readsACutChunkByTheTypesOfTheOneBefore(String name) throws IOException {
        byte[] whole = Files.readAllBytes(RECORDINGS.resolve(name));
        List<RawEvent> events = RawChunks.events(RECORDINGS.resolve(name));
        long all = RawChunks.countedBefore(events, whole.length);
        RawEvent metadata = events.stream().filter(event -> event.type() == 0).findFirst().orElseThrow();
        long before = RawChunks.countedBefore(events, metadata.end() - 1);
        for (int cut : new int[] {ChunkHeader.BYTES, metadata.offset() / 2, metadata.offset(), metadata.end() - 1}) {
            byte[] content = join(whole, Arrays.copyOf(later(whole, CHUNK_SECONDS, CHUNK_SECONDS), cut));

            Outcome outcome = RawChunks.read(directory, content);

            assertThat(outcome.events()).as("cut at %d", cut).isEqualTo(all + RawChunks.countedBefore(events, cut));
            assertThat(outcome.complete()).isFalse();
            assertThat(outcome.work().bytesRead()).isLessThanOrEqualTo(3L * content.length);
            assertThat(outcome.work().placesTried()).isLessThanOrEqualTo(3L * content.length);
            if (RawChunks.countedBefore(events, cut) > 0) {
                assertThat(outcome.warnings()).contains("chunk 2: no description of its event types "
                                                                + "(another chunk of the same JVM has them) at "
                                                                + "offset " + whole.length);
            }
        }
        assertThat(name.contains("jfr-11") ? before : 1).isPositive();
    }

    @Test
    void readsDamagedChunksByTheTypesOfALaterOne() throws IOException {
        Path recording = RECORDINGS.resolve("jfr-11/default.jfr");
        List<RawEvent> events = RawChunks.events(recording);
        byte[] whole = Files.readAllBytes(recording);
        long all = RawChunks.countedBefore(events, whole.length);
        RawEvent metadata = events.stream().filter(event -> event.type() == 0).findFirst().orElseThrow();
        byte[] damaged = whole.clone();
        Arrays.fill(damaged, metadata.offset() + 20, metadata.end(), (byte) 0xFF);
        for (int chunks : new int[] {1, 2, 5}) {
            byte[] content = {};
            for (int i = 0; i < chunks; i++) {
                content = join(content, later(damaged, i * CHUNK_SECONDS, i * CHUNK_SECONDS));
            }
            content = join(content, later(whole, chunks * CHUNK_SECONDS, chunks * CHUNK_SECONDS));
            Outcome outcome = RawChunks.read(directory, content);
            assertThat(outcome.events()).as("%d chunks", chunks).isEqualTo((chunks + 1) * all);
            assertThat(outcome.warnings()).filteredOn(warning -> warning.contains("another chunk")).hasSize(chunks);
            assertThat(outcome.work().bytesRead()).isLessThanOrEqualTo(3L * content.length);
        }
    }

    /** The clocks of another JVM began at another moment, whatever else is the same. */
    @Test
    void doesNotTakeTheTypesOfAnotherJvm() throws IOException {
        Path recording = RECORDINGS.resolve("jfr-11/default.jfr");
        byte[] whole = Files.readAllBytes(recording);
        RawEvent metadata = RawChunks.events(recording).stream().filter(event -> event.type() == 0).findFirst().orElseThrow();
        long all = RawChunks.countedBefore(RawChunks.events(recording), whole.length);
        byte[] restarted = Arrays.copyOf(later(whole, CHUNK_SECONDS, CHUNK_SECONDS + 1), metadata.offset());
        byte[] otherClock = Arrays.copyOf(later(whole, CHUNK_SECONDS, CHUNK_SECONDS), metadata.offset());
        ByteBuffer.wrap(otherClock).putLong(56, ByteBuffer.wrap(whole).getLong(56) + 1);
        byte[] otherVersion = Arrays.copyOf(later(whole, CHUNK_SECONDS, CHUNK_SECONDS), metadata.offset());
        otherVersion[7] = 1;
        for (byte[] other : List.of(restarted, otherClock, otherVersion)) {
            Outcome outcome = RawChunks.read(directory, join(whole, other));
            assertThat(outcome.events()).isEqualTo(all);
            assertThat(outcome.warnings()).anyMatch(warning -> warning.startsWith("chunk 2: no usable description"));
        }
    }

    @Test
    void saysThatSeveralJvmsShareAnEstimate() throws Exception {
        byte[] first = Files.readAllBytes(RECORDINGS.resolve("jfr-17/default.jfr"));
        byte[] other = Files.readAllBytes(RECORDINGS.resolve("jfr-17/tuned.jfr"));
        byte[] profiler = Files.readAllBytes(RECORDINGS.resolve("async-profiler-4.6/cpu.jfr"));
        String warning = "recordings of several JVMs in one file";
        assertThat(warnings(join(first, other))).anyMatch(text -> text.startsWith(warning));
        assertThat(warnings(join(first, later(first, CHUNK_SECONDS, CHUNK_SECONDS)))).noneMatch(text -> text.startsWith(warning));
        assertThat(warnings(join(first, profiler))).noneMatch(text -> text.startsWith(warning));
    }

    private List<String> warnings(byte[] content) throws Exception {
        Path file = Files.write(directory.resolve("joined.jfr"), content);
        return Recordings.read(List.of(file), ReadOptions.DEFAULTS).recordings().get(0).warnings();
    }

    /** A file of async-profiler's {@code jfrsync} holds chunks of two recorders by one clock. */
    @Test
    void doesNotTakeTheTypesOfAnotherRecorder() throws IOException {
        byte[] jdk = Files.readAllBytes(RECORDINGS.resolve("jfr-11/default.jfr"));
        Path profiler = RECORDINGS.resolve("async-profiler-4.6/cpu.jfr");
        byte[] described = Files.readAllBytes(profiler);
        ByteBuffer times = ByteBuffer.wrap(described);
        byte[] cut = later(jdk, CHUNK_SECONDS, CHUNK_SECONDS);
        ByteBuffer.wrap(cut).putLong(32, times.getLong(32)).putLong(48, times.getLong(48)).putLong(56, times.getLong(56));
        System.arraycopy(described, 4, cut, 4, 4);
        RawEvent metadata = RawChunks.events(RECORDINGS.resolve("jfr-11/default.jfr")).stream()
                .filter(event -> event.type() == 0).findFirst().orElseThrow();
        Outcome outcome = RawChunks.read(directory, join(described, Arrays.copyOf(cut, metadata.offset())));
        assertThat(outcome.events()).isEqualTo(RawChunks.countedBefore(RawChunks.events(profiler), described.length));
    }

    /** The repository of a killed JVM 11: finished chunks, and one without types. */
    @Test
    void readsTheLastFileOfARepository() throws Exception {
        Path recording = RECORDINGS.resolve("jfr-11/default.jfr");
        byte[] whole = Files.readAllBytes(recording);
        List<RawEvent> events = RawChunks.events(recording);
        RawEvent metadata = events.stream().filter(event -> event.type() == 0).findFirst().orElseThrow();
        byte[] running = Arrays.copyOf(later(whole, CHUNK_SECONDS, CHUNK_SECONDS), metadata.offset());
        Arrays.fill(running, 8, 32, (byte) 0);
        Path repository = Files.createDirectories(directory.resolve("repository"));
        Files.write(repository.resolve("2026_11_21_02_21_20.jfr"), whole);
        Files.createFile(repository.resolve("2026_11_21_02_22_20.jfr"));
        Files.write(repository.resolve("2026_11_21_02_22_20.part"), running);

        long calls = Recordings.read(List.of(repository), ReadOptions.DEFAULTS).io().stream().mapToLong(io -> io.calls()).sum();

        long alone = Recordings.read(List.of(recording), ReadOptions.DEFAULTS).io().stream().mapToLong(io -> io.calls()).sum();
        long cut = events.stream().filter(event -> event.kind() != null && event.kind().use() == EventKind.Use.IO
                && event.end() <= metadata.offset()).count();
        assertThat(calls).isEqualTo(alone + cut);
    }

    /** Returns a chunk of one JVM that began later, by the wall clock and by its ticks. */
    private static byte[] later(byte[] chunk, long seconds, long tickSeconds) {
        byte[] later = chunk.clone();
        ByteBuffer header = ByteBuffer.wrap(later);
        header.putLong(32, header.getLong(32) + seconds * 1_000_000_000L);
        header.putLong(48, header.getLong(48) + tickSeconds * header.getLong(56));
        return later;
    }

    private static byte[] join(byte[]... parts) {
        Bytes all = new Bytes();
        for (byte[] part : parts) {
            all.add(part);
        }
        return all.toArray();
    }
}
