package dev.perfhint.reader.input;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.reader.Bytes;
import dev.perfhint.reader.jfr.RawChunks;
import dev.perfhint.reader.jfr.RawChunks.Outcome;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.DataFormatException;
import java.util.zip.GZIPOutputStream;
import java.util.zip.Inflater;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Gzip of several members that are cut, overwritten or lost: what is left of the others is compared byte for byte. */
class GzipMembersTest {
    private static final Path RECORDINGS = Path.of("..", "fixtures", "recordings");
    private static final List<Path> FILES = List.of(RECORDINGS.resolve("jfr-11/default.jfr"),
            RECORDINGS.resolve("async-profiler-4.6/cpu-single.jfr"), RECORDINGS.resolve("jfr-17/default.jfr"));

    @TempDir
    Path directory;

    private final byte[] first = content(0);
    private final byte[] second = content(1);
    private final byte[] third = content(2);
    private final byte[] zippedFirst = gzip(first);
    private final byte[] zippedSecond = gzip(second);
    private final byte[] zippedThird = gzip(third);

    private record Result(byte[] content, String damage) {}

    @Test
    void readsMembersAndWhatIsBehindThemAsBefore() throws IOException {
        byte[] whole = join(zippedFirst, gzip(new byte[0]), zippedSecond);
        assertThat(inflate(whole)).usingRecursiveComparison().isEqualTo(new Result(join(first, second), ""));
        assertThat(inflate(join(whole, new byte[70_000]))).usingRecursiveComparison()
                .isEqualTo(new Result(join(first, second), ""));
        assertThat(inflate(join(withNames(first), zippedSecond)).content()).isEqualTo(join(first, second));
        assertThat(inflate(join(whole, "no gzip".getBytes())).damage()).isEqualTo("gzip data is damaged at offset "
                + whole.length + ", 7 compressed bytes lost; " + (first.length + second.length) + " uncompressed bytes are used");
    }

    @Test
    void goesOnBehindAMemberThatWasCut() throws Exception {
        Random random = new Random(11);
        byte[] member = zippedSecond;
        for (int round = 0; round < 80; round++) {
            int cut = round < 40 ? round + 1 : round < 60 ? member.length - round + 39 : 1 + random.nextInt(member.length - 1);
            byte[] damaged = join(zippedFirst, Arrays.copyOf(member, cut), zippedThird);

            Result result = inflate(damaged);

            byte[] expected = join(first, prefix(member, cut), third);
            assertThat(result.content()).as("cut at %d", cut).isEqualTo(expected);
            assertThat(result.damage()).as("cut at %d", cut).startsWith("gzip data is damaged at offset ")
                    .endsWith("; " + expected.length + " uncompressed bytes are used");
        }
    }

    @Test
    void saysHowMuchOfWhichPlaceIsLost() throws IOException {
        int at = zippedFirst.length;
        byte[] headless = Arrays.copyOfRange(zippedSecond, 20, zippedSecond.length);
        Result lost = inflate(join(zippedFirst, headless, zippedThird));
        assertThat(lost.content()).isEqualTo(join(first, third));
        assertThat(lost.damage()).isEqualTo("gzip data is damaged at offset " + at + ", " + headless.length
                + " compressed bytes lost; " + (first.length + third.length) + " uncompressed bytes are used");

        Result twice = inflate(join(zippedFirst, headless, zippedThird, headless, zippedFirst));
        assertThat(twice.content()).isEqualTo(join(first, third, first));
        assertThat(twice.damage()).isEqualTo("gzip data is damaged in 2 places, first at offset " + at + ", "
                + 2 * headless.length + " compressed bytes lost; " + twice.content().length + " uncompressed bytes are used");

        byte[] garbage = new byte[5000];
        Arrays.fill(garbage, (byte) 0x1F);
        Result cut = inflate(join(zippedFirst, garbage, Arrays.copyOf(zippedThird, zippedThird.length - 8)));
        assertThat(cut.content()).isEqualTo(join(first, third));
        assertThat(cut.damage()).startsWith("gzip data is damaged in 2 places, first at offset " + at + ", 5000 compressed");
    }

    @Test
    void keepsWhatWasRightOfAnOverwrittenMember() throws Exception {
        Random random = new Random(12);
        byte[] member = zippedSecond;
        for (int round = 0; round < 40; round++) {
            int from = random.nextInt(member.length - 100);
            byte[] overwritten = member.clone();
            Arrays.fill(overwritten, from, from + 100, (byte) 0xFF);
            Result result = inflate(join(zippedFirst, overwritten, zippedThird));
            assertThat(result.content()).as("from %d", from).startsWith(join(first, prefix(member, from))).endsWith(third);
            assertThat(result.damage()).startsWith("gzip data is damaged at offset ");
        }
        // only the sum is wrong
        byte[] sum = zippedSecond.clone();
        sum[sum.length - 6] ^= 1;
        Result result = inflate(join(zippedFirst, sum, zippedThird));
        assertThat(result.content()).isEqualTo(join(first, second, third));
        assertThat(result.damage()).startsWith("gzip data is damaged at offset " + zippedFirst.length + "; ");
    }

    @Test
    void countsTheEventsOfMembersThatAreWhole() throws Exception {
        byte[] member = zippedSecond;
        for (int cut : new int[] {15, 200, member.length / 2, member.length - 3}) {
            Outcome outcome = RawChunks.read(directory, join(zippedFirst, Arrays.copyOf(member, cut), zippedThird));
            long expected = counted(0, 1 << 30) + counted(1, prefix(member, cut).length) + counted(2, 1 << 30);
            assertThat(outcome.events()).as("cut at %d", cut).isEqualTo(expected);
            assertThat(outcome.complete()).isFalse();
            assertThat(outcome.warnings()).filteredOn(warning -> warning.startsWith("gzip data")).hasSize(1);
        }
        // the first member damaged from its start, the last one cut
        byte[] lost = zippedFirst.clone();
        Arrays.fill(lost, 2, 300, (byte) 0xFF);
        byte[] last = zippedThird;
        Outcome outcome = RawChunks.read(directory, join(lost, zippedSecond, Arrays.copyOf(last, last.length - 1)));
        assertThat(outcome.events()).isEqualTo(counted(1, 1 << 30) + counted(2, 1 << 30));
    }

    @Test
    void worksInProportionToTheLength() throws IOException {
        Random random = new Random(13);
        byte[] noise = new byte[1 << 18];
        random.nextBytes(noise);
        Bytes starts = new Bytes();
        Bytes stored = new Bytes();
        for (int i = 0; i < 20_000; i++) {
            starts.u1(0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0, 3, 'x', i & 0xFF);
            // a block that is stored as it is, and holds the next ones
            stored.u1(0x1F, 0x8B, 8, 8, 0, 0, 0, 0, 0, 0, 'x', 0, 0, 0xFF, 0x7F, 0, 0x80);
        }
        byte[] magic = {0x1F, (byte) 0x8B, 8, 0};
        for (byte[] content : List.of(join(magic, noise), starts.toArray(), stored.toArray(),
                join(zippedFirst, stored.toArray(), zippedSecond), join(zippedFirst, new byte[1 << 20]))) {
            Path file = Files.write(directory.resolve("hostile.gz"), content);
            try (FileChannel in = FileChannel.open(file); Spool out = output()) {
                assertThat(GzipMembers.inflate(in, out).visited()).isBetween(1L, 3L * content.length);
            }
        }
        byte[] undamaged = join(zippedFirst, zippedSecond);
        Path file = Files.write(directory.resolve("undamaged.gz"), undamaged);
        try (FileChannel in = FileChannel.open(file); Spool out = output()) {
            assertThat(GzipMembers.inflate(in, out).visited()).isLessThanOrEqualTo(undamaged.length);
        }
    }

    private Result inflate(byte[] content) throws IOException {
        Path file = Files.write(directory.resolve("members.gz"), content);
        try (RecordingSource source = RecordingSource.open(file, 0)) {
            return new Result(source.stream().readAllBytes(), source.damage().orElse(""));
        }
    }

    private static Spool output() throws IOException {
        return Spool.open(Long.MAX_VALUE, "");
    }

    private static long counted(int file, int before) {
        return RawChunks.countedBefore(RawChunks.events(FILES.get(file)), before);
    }

    /** Returns what the JDK's inflater makes of the start of a member without options. */
    private static byte[] prefix(byte[] member, int cut) throws DataFormatException {
        Inflater inflater = new Inflater(true);
        inflater.setInput(member, Math.min(10, cut), Math.max(0, Math.min(cut, member.length - 8) - 10));
        byte[] out = new byte[1 << 21];
        int length = 0;
        for (int n; (n = inflater.inflate(out, length, out.length - length)) > 0; ) {
            length += n;
        }
        inflater.end();
        return Arrays.copyOf(out, length);
    }

    private static byte[] withNames(byte[] content) {
        byte[] plain = gzip(content);
        plain[3] = 4 | 8 | 16 | 2;
        byte[] options = {3, 0, 'a', 'b', 'c', 'n', 'a', 'm', 'e', 0, 'c', 0, 1, 2};
        return join(Arrays.copyOf(plain, 10), options, Arrays.copyOfRange(plain, 10, plain.length));
    }

    private static byte[] content(int file) {
        try {
            return Files.readAllBytes(FILES.get(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] gzip(byte[] content) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream zip = new GZIPOutputStream(bytes)) {
            zip.write(content);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private static byte[] join(byte[]... parts) {
        Bytes all = new Bytes();
        for (byte[] part : parts) {
            all.add(part);
        }
        return all.toArray();
    }
}
