package dev.perfhint.reader.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.perfhint.profile.Evidence;
import dev.perfhint.profile.Profile;
import dev.perfhint.profile.Recording;
import dev.perfhint.reader.Recordings;
import dev.perfhint.reader.jfr.JdkOracle;
import dev.perfhint.reader.jfr.RawChunks;
import dev.perfhint.reader.jfr.RawChunks.Outcome;
import dev.perfhint.reader.jfr.RawChunks.RawEvent;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.zip.DataFormatException;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.Inflater;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The ways a recording comes in: compressed, through a pipe, as a JVM's repository, several in one. Counts are exact. */
class InputsTest {
    private static final Path RECORDINGS = Path.of("..", "fixtures", "recordings");
    private static final Path JDK = RECORDINGS.resolve("jfr-11/default.jfr");
    private static final Path PROFILER = RECORDINGS.resolve("async-profiler-4.6/cpu-single.jfr");

    @TempDir
    Path directory;

    @Test
    void countsEveryEventBeforeACutInGzip() throws Exception {
        byte[] zipped = gzip(join(Files.readAllBytes(JDK), Files.readAllBytes(PROFILER)));
        Random random = new Random(8);
        List<Integer> cuts = new ArrayList<>();
        for (int power = 1; power < zipped.length; power *= 2) {
            cuts.add(power);
        }
        for (int i = 0; i < 60; i++) {
            cuts.add(1 + random.nextInt(zipped.length - 1));
        }
        int read = 0;
        for (int cut : cuts) {
            byte[] part = Arrays.copyOf(zipped, cut);
            int inflated = inflated(part);
            long expected = countedBefore(JDK, inflated) + countedBefore(PROFILER, inflated - Files.size(JDK));
            Outcome outcome = RawChunks.read(directory, part);
            assertThat(outcome.events()).as("cut at %d", cut).isEqualTo(expected);
            assertThat(outcome.complete()).as("cut at %d", cut).isFalse();
            read += expected > 0 ? 1 : 0;
        }
        assertThat(read).isPositive();
    }

    @Test
    void saysThatASizeInTheMiddleIsWrongAndNotWhatItWouldHaveLost() throws Exception {
        byte[] middle = Files.readAllBytes(PROFILER);
        ByteBuffer.wrap(middle).putLong(8, 1L << 39);
        Path file = directory.resolve("middle.jfr");
        Files.write(file, join(join(Files.readAllBytes(JDK), middle), Files.readAllBytes(RECORDINGS.resolve("jfr-17/default.jfr"))));
        Recording recording = Recordings.read(List.of(file), ReadOptions.DEFAULTS).recordings().get(0);
        assertThat(recording.warnings()).filteredOn(warning -> warning.startsWith("chunk")).singleElement().asString()
                .contains("the header has a wrong size").doesNotContain("bytes lost");
    }

    @Test
    void doesNotTakeAnyTextWithNumbersForAJvmsStacks() throws Exception {
        Path file = Files.writeString(directory.resolve("log.txt"), "2026-01-01 INFO x;y took 5\n".repeat(20));
        Profile profile = Recordings.read(List.of(file), ReadOptions.DEFAULTS);
        assertThat(profile.evidence()).isEqualTo(Evidence.NONE);
        assertThat(profile.recordings().get(0).warnings()).anySatisfy(
                warning -> assertThat(warning).contains("are these the stacks of a JVM?"));
    }

    /** The JDK describes its events at the end of a chunk, async-profiler at the start. */
    private static long countedBefore(Path recording, long offset) {
        List<RawEvent> events = RawChunks.events(recording);
        boolean described = events.stream().anyMatch(event -> event.type() == 0 && event.end() <= offset);
        return described ? RawChunks.countedBefore(events, offset) : 0;
    }

    private static int inflated(byte[] gzip) throws DataFormatException {
        Inflater inflater = new Inflater(true);
        inflater.setInput(gzip, Math.min(10, gzip.length), Math.max(0, gzip.length - 10));
        byte[] out = new byte[1 << 20];
        int length = 0;
        for (int n; (n = inflater.inflate(out)) > 0; ) {
            length += n;
        }
        inflater.end();
        return length;
    }

    @Test
    void readsGzipWithGarbageBehindOrAnotherRecordingInside() throws IOException {
        byte[] first = Files.readAllBytes(JDK);
        byte[] second = Files.readAllBytes(PROFILER);
        long one = count(ProfileText.read(JDK));
        long two = count(ProfileText.read(PROFILER));
        assertThat(one).isPositive();
        assertThat(two).isPositive();

        assertThat(count(read("garbage.gz", join(gzip(first), new byte[1000])))).isEqualTo(one);
        assertThat(count(read("two.gz", join(gzip(first), gzip(second))))).isEqualTo(one + two);
        assertThat(count(read("joined.gz", gzip(join(first, second))))).isEqualTo(one + two);
        byte[] damaged = gzip(join(first, second));
        Arrays.fill(damaged, damaged.length - 3000, damaged.length - 2900, (byte) 0xFF);
        Profile rest = read("damaged.gz", damaged);
        assertThat(count(rest)).isBetween(one, one + two);
        assertThat(rest.recordings().get(0).complete()).isFalse();
    }

    @Test
    void readsStandardInput() throws IOException {
        byte[] whole = Files.readAllBytes(PROFILER);
        Map<String, String> expected = ProfileText.samples(ProfileText.read(PROFILER));

        assertThat(ProfileText.samples(piped(whole))).isEqualTo(expected);
        assertThat(ProfileText.samples(piped(gzip(whole)))).isEqualTo(expected);
        Profile cut = piped(Arrays.copyOf(whole, whole.length - 1));
        assertThat(ProfileText.samples(cut)).isEqualTo(expected);
        assertThat(cut.recordings().get(0).complete()).isFalse();
        assertThat(count(piped("a;b;write_[k] 3\na;c 4\n".getBytes()))).isEqualTo(7);
        assertThatThrownBy(() -> piped(new byte[0])).hasMessageContaining("standard input: the file is empty");
    }

    private static Profile piped(byte[] content) {
        InputStream before = System.in;
        System.setIn(new ByteArrayInputStream(content));
        try {
            return ProfileText.read(Path.of("-"));
        } finally {
            System.setIn(before);
        }
    }

    @Test
    void readsTheRepositoryOfAKilledJvm() throws IOException {
        assumeTrue(Runtime.version().feature() < 25, "JDK 25's own reader, which tells the number expected, refuses a chunk"
                + " that was never finished");
        Path repository = Files.createDirectories(directory.resolve("repository/2026_11_21"));
        long expected = 0;
        try (var zipped = Files.list(RECORDINGS.resolve("jfr-17/repository"))) {
            for (Path chunk : zipped.sorted().toList()) {
                Path plain = repository.resolve(chunk.getFileName().toString().replace(".gz", ""));
                try (InputStream in = new GZIPInputStream(Files.newInputStream(chunk))) {
                    Files.copy(in, plain);
                }
                expected += count(JdkOracle.read(plain, ReadOptions.DEFAULTS));
            }
        }
        // what a JVM leaves beside its chunks, and what users do
        Files.createFile(repository.resolve("2026_11_21_02_21_20.jfr"));
        Files.writeString(repository.resolve("notes.txt"), "hello");
        Files.write(repository.resolve("2026_11_21_02_21_20.part"), new byte[100]);

        for (Path path : List.of(repository, repository.getParent())) {
            Profile profile = ProfileText.read(path);
            Recording recording = profile.recordings().get(0);
            assertThat(profile.recordings()).hasSize(1);
            assertThat(count(profile)).isEqualTo(expected).isPositive();
            assertThat(recording.complete()).isFalse();
            assertThat(recording.warnings()).anyMatch(warning -> warning.contains("was never finished"));
        }
    }

    @Test
    void takesNoDirectoryOfSeveralRecordingsForARepository() throws IOException {
        Files.copy(JDK, directory.resolve("one.jfr"));
        assertThat(ProfileText.read(directory).recordings()).hasSize(1);
        Files.copy(PROFILER, directory.resolve("two.jfr"));
        assertThatThrownBy(() -> Recordings.read(List.of(directory), ReadOptions.DEFAULTS))
                .hasMessage(directory + ": a directory with several recordings (one.jfr, two.jfr), not a JVM's repository:"
                        + " name those that belong together");
    }

    @Test
    void readsChunksOfDifferentJvmsInOneFile() throws IOException {
        List<String> names = List.of("jfr-11/default.jfr", "async-profiler-2.9/cpu.jfr", "jfr-25/io-exact.jfr",
                "async-profiler-4.6/cpu-chunks.jfr", "jfr-17/io-exact.jfr", "async-profiler-3.0/wall.jfr");
        byte[] all = {};
        long expected = 0;
        for (String name : names) {
            all = join(all, Files.readAllBytes(RECORDINGS.resolve(name)));
            expected += count(ProfileText.read(RECORDINGS.resolve(name)));
        }

        Profile profile = read("all.jfr", all);

        assertThat(count(profile)).isEqualTo(expected);
        assertThat(profile.recordings().get(0).complete()).isTrue();
    }

    private Profile read(String name, byte[] content) throws IOException {
        return ProfileText.read(Files.write(directory.resolve(name), content));
    }

    /** Returns samples of all events and I/O operations. */
    private static long count(Profile profile) {
        long calls = profile.io().stream().mapToLong(io -> io.calls()).sum();
        return profile.rows().totalSamples() + calls;
    }

    private static byte[] gzip(byte[] content) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream zip = new GZIPOutputStream(bytes)) {
            zip.write(content);
        }
        return bytes.toByteArray();
    }

    private static byte[] join(byte[] a, byte[] b) {
        byte[] both = Arrays.copyOf(a, a.length + b.length);
        System.arraycopy(b, 0, both, a.length, b.length);
        return both;
    }
}
