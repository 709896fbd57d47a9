package dev.perfhint.reader.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.perfhint.profile.Profile;
import dev.perfhint.reader.Recordings;
import dev.perfhint.reader.chunk.ChunkHeader;
import dev.perfhint.reader.jfr.RawChunks;
import dev.perfhint.reader.jfr.RawChunks.Outcome;
import dev.perfhint.reader.jfr.RawChunks.RawEvent;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Damages recordings in every way that disks and killed JVMs do, and counts what is recovered: every complete event. */
class DamagedRecordingTest {
    private static final Path RECORDINGS = Path.of("..", "fixtures", "recordings");
    private static final int HEADER = ChunkHeader.BYTES;

    @TempDir
    Path directory;

    @ParameterizedTest
    @CsvSource({"async-profiler-4.6/cpu-single.jfr, 1000", "jfr-11/default.jfr, 1000", "async-profiler-4.6/cpu-chunks.jfr, 50",
        "async-profiler-2.9/jfrsync.jfr, 50", "jfr-17/default.jfr, 50", "jfr-25/cputime.jfr, 50"})
    void usesEveryCompleteEventBeforeACut(String name, int random) throws IOException {
        byte[] whole = Files.readAllBytes(RECORDINGS.resolve(name));
        List<RawEvent> events = RawChunks.events(RECORDINGS.resolve(name));
        for (int cut : cuts(whole.length, random)) {
            Outcome outcome = RawChunks.read(directory, Arrays.copyOf(whole, cut));
            boolean described = events.stream().anyMatch(event -> event.type() == 0 && event.end() <= cut);
            long expected = described ? RawChunks.countedBefore(events, cut) : 0;
            assertThat(outcome.events()).as("cut at %d", cut).isEqualTo(expected);
            assertThat(outcome.complete()).as("cut at %d", cut).isFalse();
            assertThat(outcome.work().bytesRead()).as("cut at %d", cut).isLessThanOrEqualTo(3L * cut);
        }
    }

    private static TreeSet<Integer> cuts(int length, int count) {
        TreeSet<Integer> cuts = new TreeSet<>();
        for (int power = 1; power < length; power *= 2) {
            cuts.add(power);
        }
        Random random = new Random(4);
        for (int i = 0; i < count; i++) {
            cuts.add(1 + random.nextInt(length - 1));
        }
        cuts.add(length - 1);
        cuts.add(length - 10);
        return cuts;
    }

    @Test
    void readsStacksOfAnAsyncProfilerRecordingWithoutItsLastBytes() throws IOException {
        Path recording = RECORDINGS.resolve("async-profiler-4.6/cpu.jfr");
        byte[] whole = Files.readAllBytes(recording);
        Path cut = Files.write(directory.resolve("cut.jfr"), Arrays.copyOf(whole, whole.length - 10));

        Profile profile = ProfileText.read(cut);

        assertThat(ProfileText.samples(profile)).isEqualTo(ProfileText.samples(ProfileText.read(recording)));
        assertThat(profile.recordings().get(0).complete()).isFalse();
    }

    @Test
    void saysThatNoStackSurvived() throws IOException {
        byte[] whole = Files.readAllBytes(RECORDINGS.resolve("async-profiler-4.6/cpu.jfr"));
        Path cut = Files.write(directory.resolve("cut.jfr"), Arrays.copyOf(whole, whole.length / 6));

        assertThatThrownBy(() -> Recordings.read(List.of(cut), ReadOptions.DEFAULTS))
                .isInstanceOf(UnreadableRecordingException.class)
                .hasMessageStartingWith(cut.toString())
                .hasMessageContaining("samples without stack traces");
    }

    @Test
    void takesStacksWithoutNamesForUnknown() throws IOException {
        byte[] whole = Files.readAllBytes(RECORDINGS.resolve("async-profiler-4.6/cpu.jfr"));
        // the stack traces are there, the symbols behind them are not
        Path cut = Files.write(directory.resolve("cut.jfr"), Arrays.copyOf(whole, whole.length * 3 / 5));

        assertThatThrownBy(() -> Recordings.read(List.of(cut), ReadOptions.DEFAULTS))
                .isInstanceOf(UnreadableRecordingException.class)
                .hasMessageContaining("samples without stack traces");
    }

    @ParameterizedTest
    @ValueSource(strings = {"async-profiler-4.6/cpu.jfr", "jfr-17/default.jfr", "jfr-25/cputime.jfr"})
    void losesOnlyTheEventsThatGarbageCovers(String name) throws IOException {
        byte[] whole = Files.readAllBytes(RECORDINGS.resolve(name));
        List<RawEvent> events = RawChunks.events(RECORDINGS.resolve(name));
        long total = RawChunks.countedBefore(events, whole.length);
        Random random = new Random(5);
        for (int round = 0; round < 60; round++) {
            int first = random.nextInt(events.size() - 4);
            List<RawEvent> covered = events.subList(first, first + 1 + random.nextInt(3));
            if (covered.stream().anyMatch(event -> event.type() < 2)) {
                continue;
            }
            byte[] damaged = whole.clone();
            int from = (int) covered.get(0).offset();
            int to = (int) covered.get(covered.size() - 1).end();
            byte filler = (byte) (round % 3 == 0 ? 0 : round % 3 == 1 ? 0xFF : 'A');
            Arrays.fill(damaged, from, to, filler);

            Outcome outcome = RawChunks.read(directory, damaged);

            long lost = covered.stream().filter(RawEvent::counted).count();
            assertThat(outcome.events()).as("garbage %d from %d to %d", filler, from, to).isEqualTo(total - lost);
            assertThat(outcome.complete()).isFalse();
            assertThat(outcome.warnings()).anyMatch(warning -> warning.contains("at offset " + from));
            assertThat(outcome.work().bytesRead()).isLessThanOrEqualTo(3L * whole.length);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"async-profiler-4.6/cpu.jfr", "jfr-17/default.jfr", "jfr-25/cputime.jfr"})
    void readsChunksWhoseHeaderWasNeverCompleted(String name) throws IOException {
        byte[] whole = Files.readAllBytes(RECORDINGS.resolve(name));
        long total = RawChunks.countedBefore(RawChunks.events(RECORDINGS.resolve(name)), whole.length);

        byte[] noSizes = whole.clone();
        Arrays.fill(noSizes, 8, 32, (byte) 0);
        byte[] noMetadataOffset = whole.clone();
        Arrays.fill(noMetadataOffset, 24, 32, (byte) 0);
        byte[] zeroedHeader = whole.clone();
        Arrays.fill(zeroedHeader, 0, HEADER, (byte) 0);
        byte[] hugeSize = whole.clone();
        ByteBuffer.wrap(hugeSize).putLong(8, Long.MAX_VALUE);
        byte[] negativeOffsets = whole.clone();
        ByteBuffer.wrap(negativeOffsets).putLong(16, -1).putLong(24, Long.MIN_VALUE);

        for (byte[] damaged : List.of(noSizes, noMetadataOffset, zeroedHeader, hugeSize, negativeOffsets)) {
            Outcome outcome = RawChunks.read(directory, damaged);
            assertThat(outcome.events()).isEqualTo(total);
            assertThat(outcome.work().bytesRead()).isLessThanOrEqualTo(3L * whole.length);
        }
    }

    @Test
    void joinsConcatenatedRecordingsOfDifferentRecorders() throws IOException {
        byte[] first = Files.readAllBytes(RECORDINGS.resolve("async-profiler-4.6/cpu.jfr"));
        byte[] second = Files.readAllBytes(RECORDINGS.resolve("jfr-25/cputime.jfr"));
        long total = RawChunks.countedBefore(RawChunks.events(RECORDINGS.resolve("async-profiler-4.6/cpu.jfr")), 1 << 30)
                + RawChunks.countedBefore(RawChunks.events(RECORDINGS.resolve("jfr-25/cputime.jfr")), 1 << 30);

        assertThat(RawChunks.read(directory, concat(first, second)).events()).isEqualTo(total);

        // the first without its size: where it ends is found by the second's header
        byte[] sizeless = first.clone();
        Arrays.fill(sizeless, 8, 16, (byte) 0);
        assertThat(RawChunks.read(directory, concat(sizeless, second)).events()).isEqualTo(total);

        // garbage between the two belongs to no chunk
        Outcome between = RawChunks.read(directory, concat(concat(first, new byte[777]), second));
        assertThat(between.events()).isEqualTo(total);
        assertThat(between.complete()).isFalse();
    }

    @Test
    void countsEventsWhoseConstantsAreDamagedAsStackUnknown() throws IOException {
        byte[] whole = Files.readAllBytes(RECORDINGS.resolve("jfr-17/default.jfr"));
        List<RawEvent> events = RawChunks.events(RECORDINGS.resolve("jfr-17/default.jfr"));
        long total = RawChunks.countedBefore(events, whole.length);
        int pools = 0;
        int noticed = 0;
        for (RawEvent event : events) {
            if (event.type() != 1) {
                continue;
            }
            byte[] damaged = whole.clone();
            Arrays.fill(damaged, (int) (event.offset() + event.size() / 2), (int) event.end(), (byte) 0xFF);

            Outcome outcome = RawChunks.read(directory, damaged);

            assertThat(outcome.events()).isEqualTo(total);
            noticed += outcome.complete() ? 0 : 1;
            pools++;
        }
        // garbage inside the text of a name cannot be told from text
        assertThat(noticed).isGreaterThanOrEqualTo(pools / 2).isPositive();
    }

    @Test
    void neverFailsOnRandomDamage() throws IOException {
        Random random = new Random(6);
        for (String name : List.of("async-profiler-4.6/cpu.jfr", "jfr-25/cputime.jfr", "jfr-11/default.jfr")) {
            byte[] whole = Files.readAllBytes(RECORDINGS.resolve(name));
            for (int round = 0; round < 100; round++) {
                byte[] damaged = whole.clone();
                for (int i = 0; i < 1 + random.nextInt(20); i++) {
                    damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
                }
                assertThat(RawChunks.read(directory, damaged).work().bytesRead()).isLessThanOrEqualTo(3L * whole.length);
            }
        }
    }

    @Test
    void readsGzipAlsoConcatenatedAndCutOff() throws IOException {
        Path recording = RECORDINGS.resolve("async-profiler-4.6/cpu.jfr");
        byte[] whole = Files.readAllBytes(recording);
        Path zipped = Files.write(directory.resolve("lies.txt"), gzip(whole));
        assertThat(ProfileText.samples(ProfileText.read(zipped)))
                .isEqualTo(ProfileText.samples(ProfileText.read(recording)));

        byte[] twoMembers = concat(gzip(Arrays.copyOf(whole, 50_000)), gzip(Arrays.copyOfRange(whole, 50_000, whole.length)));
        Path joined = Files.write(directory.resolve("joined.gz"), twoMembers);
        assertThat(ProfileText.samples(ProfileText.read(joined)))
                .isEqualTo(ProfileText.samples(ProfileText.read(recording)));

        byte[] jdk = gzip(Files.readAllBytes(RECORDINGS.resolve("jfr-25/cputime.jfr")));
        Path cut = Files.write(directory.resolve("cut.gz"), Arrays.copyOf(jdk, jdk.length - 20));
        Profile profile = ProfileText.read(cut);
        assertThat(profile.recordings().get(0).complete()).isFalse();
        assertThat(profile.recordings().get(0).warnings()).anyMatch(warning -> warning.startsWith("gzip data is cut off"));
    }

    private static byte[] gzip(byte[] content) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream zip = new GZIPOutputStream(bytes)) {
            zip.write(content);
        }
        return bytes.toByteArray();
    }

    private static byte[] concat(byte[] a, byte[] b) {
        byte[] both = Arrays.copyOf(a, a.length + b.length);
        System.arraycopy(b, 0, both, a.length, b.length);
        return both;
    }
}
