package dev.perfhint.reader;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.reader.chunk.ChunkWriter;
import dev.perfhint.reader.input.RecordingSource;
import dev.perfhint.reader.jfr.RawChunks;
import dev.perfhint.reader.jfr.RawChunks.Outcome;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Reading goes on at the first event behind the damage, wherever that is, and with no bytes that only look like one. */
class ResumptionTest {
    private static final int SAMPLES = 40;
    private static final int HEADER = 68;

    @TempDir
    Path directory;

    /** Samples, each followed by an event of a type that nobody asked for. */
    private static byte[] chunk() {
        ChunkWriter chunk = ChunkWriter.cpu().thread(1, "main").stack(1, ChunkWriter.writeStack());
        for (int i = 0; i < SAMPLES; i++) {
            chunk.sample(1, 1).event(ChunkWriter.PROFILER_LOG, log(i));
        }
        return chunk.toBytes();
    }

    private static Bytes log(int number) {
        return new Bytes().varint(1_010_000_000L + number * 1_000_000L).text("message " + number);
    }

    private static byte[] random(int length) {
        byte[] bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        return bytes;
    }

    static Stream<byte[]> usesEveryEventAroundInsertedBytes() {
        // the first ones go with the next event's size as one large number
        return Stream.of(new byte[] {(byte) 0x81}, new byte[] {(byte) 0xFF, (byte) 0xFF}, new byte[] {5}, new byte[] {0},
                new byte[] {(byte) 0xFF, 0x7F}, random(64), random(2000));
    }

    @ParameterizedTest
    @MethodSource
    void usesEveryEventAroundInsertedBytes(byte[] inserted) {
        byte[] chunk = chunk();
        for (int event : events(chunk)) {
            byte[] damaged = new byte[chunk.length + inserted.length];
            System.arraycopy(chunk, 0, damaged, 0, event);
            System.arraycopy(inserted, 0, damaged, event, inserted.length);
            System.arraycopy(chunk, event, damaged, event + inserted.length, chunk.length - event);

            Outcome outcome = RawChunks.read(directory, damaged);

            assertThat(outcome.events()).as("events, inserted at %d; %s", event, outcome.warnings()).isEqualTo(SAMPLES);
            assertThat(outcome.knownStacks()).as("stacks, inserted at %d", event).isEqualTo(SAMPLES);
            assertThat(outcome.complete()).isFalse();
            assertThat(outcome.work().bytesRead()).isLessThanOrEqualTo(3L * damaged.length);
            assertThat(outcome.work().placesTried()).isLessThanOrEqualTo(3L * damaged.length);
        }
    }

    /** Returns where the events begin, those of the types left out: the header says where they are. */
    private static int[] events(byte[] chunk) {
        return RawChunks.events(chunk).stream().skip(1).mapToInt(RawChunks.RawEvent::offset).toArray();
    }

    @Test
    void usesTheEventsThatALargerEventOfAnotherTypeCovers() {
        byte[] chunk = chunk();
        List<RawChunks.RawEvent> events = RawChunks.events(chunk);
        for (int covered : new int[] {1, 2, 5, 12, 40}) {
            for (int more : new int[] {0, 1, 7}) {
                int at = events.size() / 4;
                while (events.get(at).type() != ChunkWriter.PROFILER_LOG) {
                    at++;
                }
                int size = events.get(at + covered).end() - events.get(at).offset() + more;
                byte[] damaged = chunk.clone();
                System.arraycopy(new Bytes().padded(size, 4).toArray(), 0, damaged, events.get(at).offset(), 4);

                Outcome outcome = RawChunks.read(directory, damaged);

                assertThat(outcome.events()).as("%d bytes: %s", size, outcome.warnings()).isEqualTo(SAMPLES);
                assertThat(outcome.complete()).as("%d bytes", size).isFalse();
            }
        }
    }

    @Test
    void usesTheEventsThatADescriptionOfTypesCovers() {
        byte[] chunk = chunk();
        List<RawChunks.RawEvent> events = RawChunks.events(chunk);
        for (int covered : new int[] {1, 7, 50}) {
            for (int more : new int[] {0, 3}) {
                int size = events.get(covered).end() - HEADER + more;
                byte[] damaged = chunk.clone();
                System.arraycopy(new Bytes().padded(size, 4).toArray(), 0, damaged, HEADER, 4);

                Outcome outcome = RawChunks.read(directory, damaged);

                assertThat(outcome.events()).as("%d: %s", covered, outcome.warnings()).isEqualTo(SAMPLES);
                assertThat(outcome.complete()).isFalse();
            }
        }
    }

    @Test
    void usesEventsOfAnotherTimeThanTheHeaders() {
        for (int field : new int[] {48, 56}) {
            for (long value : new long[] {-1, 0, 1, 5, 12_345_678_901_234L, 0x7654_3210_FEDC_BA98L, Long.MAX_VALUE}) {
                byte[] damaged = ByteBuffer.wrap(chunk()).putLong(field, value).array();

                Outcome outcome = RawChunks.read(directory, damaged);

                assertThat(outcome.events()).as("%d at %d: %s", value, field, outcome.warnings()).isEqualTo(SAMPLES);
                assertThat(outcome.knownStacks()).as("%d at %d", value, field).isEqualTo(SAMPLES);
            }
        }
    }

    @Test
    void readsAChunkWhoseHeaderIsLostBehindAnother() {
        byte[] first = ChunkWriter.writing(SAMPLES).at(-3_600_000_000_000L).toBytes();
        byte[] third = ChunkWriter.writing(SAMPLES).at(3_600_000_000_000L).toBytes();
        for (int filler : new int[] {0, 0xFF, 'A'}) {
            byte[] second = chunk();
            Arrays.fill(second, 0, HEADER, (byte) filler);

            Outcome outcome = RawChunks.read(directory, new Bytes().add(first).add(second).add(third).toArray());

            assertThat(outcome.knownStacks()).as("%d: %s", filler, outcome.warnings()).isEqualTo(3 * SAMPLES);
            assertThat(outcome.warnings()).filteredOn(warning -> warning.startsWith("chunk"))
                    .allMatch(warning -> warning.startsWith("chunk 2"));
            assertThat(outcome.profile().recordings().get(0).durationMillis()).isEqualTo(2 * 3_600_000 + 10_000);
        }
    }

    @Test
    void usesThreeEventsBetweenTwoDamages() {
        byte[] garbage = new byte[64];
        Arrays.fill(garbage, (byte) 0xFF);
        ChunkWriter chunk = ChunkWriter.writing(SAMPLES).event(garbage).sample(1, 1).sample(1, 1).sample(1, 1).event(garbage);
        chunk.sample(1, 1).sample(1, 1);

        Outcome outcome = RawChunks.read(directory, chunk.toBytes());

        assertThat(outcome.events()).isEqualTo(SAMPLES + 5);
        assertThat(outcome.knownStacks()).isEqualTo(SAMPLES + 5);
        assertThat(outcome.warnings()).anyMatch(warning -> warning.endsWith("128 bytes lost"));
    }

    @Test
    void findsLargeConstantsBehindDamage() {
        byte[] garbage = new byte[64];
        Arrays.fill(garbage, (byte) 0xFF);
        ChunkWriter chunk = ChunkWriter.writing(SAMPLES).event(garbage).sample(1, 1);
        for (int key = 1000; key < 1400; key++) {
            chunk.constant(ChunkWriter.SYMBOL, key, new Bytes().text("x".repeat(1000) + key));
        }

        Outcome outcome = RawChunks.read(directory, chunk.toBytes());

        assertThat(outcome.events()).isEqualTo(SAMPLES + 1);
        assertThat(outcome.knownStacks()).isEqualTo(SAMPLES + 1);
    }

    @Test
    void tellsARecordingByTheRestOfItsHeader() throws IOException {
        byte[] chunk = ChunkWriter.writing(SAMPLES).toBytes();
        byte[] noMagic = chunk.clone();
        Arrays.fill(noMagic, 0, 4, (byte) 0);
        assertThat(isJfr(noMagic)).isTrue();
        assertThat(RawChunks.read(directory, noMagic).knownStacks()).isEqualTo(SAMPLES);
        byte[] two = new Bytes().add(ChunkWriter.writing(SAMPLES).at(-3_600_000_000_000L).toBytes()).add(noMagic).toArray();
        Outcome both = RawChunks.read(directory, two);
        assertThat(both.knownStacks()).isEqualTo(2 * SAMPLES);
        assertThat(both.warnings()).filteredOn(warning -> warning.startsWith("chunk")).isEmpty();
        for (int version : new int[] {0x0000_0001, 0x0001_0001, 0x0000_0000, 0x0200_0001}) {
            assertThat(isJfr(ByteBuffer.wrap(chunk.clone()).putInt(4, version).array())).isTrue();
        }
        byte[] first = ByteBuffer.wrap(chunk.clone()).putInt(4, 0x0000_0009).array();
        byte[] second = ByteBuffer.wrap(chunk.clone()).putInt(4, 0x0001_0000).array();
        assertThat(isJfr(first) || isJfr(second)).isFalse();
        assertThat(Refusal.of(first)).contains(Refusal.JFR_0);
        assertThat(Refusal.of(second)).contains(Refusal.JFR_1);
        byte[] other = ByteBuffer.wrap(noMagic.clone()).putLong(32, 7).array();
        assertThat(isJfr(other)).isFalse();
        assertThat(Refusal.ofUnknown(other)).isEqualTo(Refusal.BINARY);
        assertThat(other).hasSizeGreaterThan(HEADER);
    }

    private static boolean isJfr(byte[] content) throws IOException {
        try (RecordingSource source = RecordingSource.copied(new ByteArrayInputStream(content), 0)) {
            return Readers.of(source).filter(reader -> reader.name().equals("jfr")).isPresent();
        }
    }
}
