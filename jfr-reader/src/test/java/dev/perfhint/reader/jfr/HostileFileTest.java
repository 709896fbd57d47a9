package dev.perfhint.reader.jfr;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.reader.Bytes;
import dev.perfhint.reader.chunk.ChunkWriter;
import dev.perfhint.reader.jfr.RawChunks.Outcome;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Files whose chunk headers, descriptions of types and borders are wrong: what is left is counted exactly. */
class HostileFileTest {
    private static final int SAMPLES = 50;
    private static final int HEADER = 68;
    private static final long HOUR = 3_600_000_000_000L;

    @TempDir
    Path directory;

    private record Case(String name, byte[] content, long events, boolean complete) {
        @Override
        public String toString() {
            return name;
        }
    }

    @ParameterizedTest
    @MethodSource
    void readsWhatIsNotDamaged(Case input) {
        Outcome outcome = RawChunks.read(directory, input.content());

        assertThat(outcome.events()).as("events; %s", outcome.warnings()).isEqualTo(input.events());
        assertThat(outcome.knownStacks()).as("known stacks; %s", outcome.warnings()).isEqualTo(input.events());
        assertThat(outcome.complete()).as("complete; %s", outcome.warnings()).isEqualTo(input.complete());
        assertThat(outcome.work().bytesRead()).isLessThanOrEqualTo(3L * input.content().length);
        assertThat(outcome.work().placesTried()).isLessThanOrEqualTo(3L * input.content().length);
    }

    static List<Case> readsWhatIsNotDamaged() {
        List<Case> cases = new ArrayList<>();
        addHeaders(cases);
        addBorders(cases);
        addMetadata(cases);
        return cases;
    }

    /** Inputs that would make a careless search start again and again. */
    static List<byte[]> workFollowsTheLength() {
        ChunkWriter padded = ChunkWriter.writing(1);
        ChunkWriter old = ChunkWriter.writing(1);
        ChunkWriter described = ChunkWriter.writing(1);
        for (int i = 0; i < 20_000; i++) {
            padded.event(ChunkWriter.SAMPLE, new Bytes().varint(1, 1, 1, 0));
            old.event(ChunkWriter.PROFILER_LOG, new Bytes().varint(1).text("x"));
            // each could be a description of types that reaches far into the next ones
            described.event(ChunkWriter.METADATA, new Bytes().varint(1, 1, 1, 1000).add(new byte[300]));
        }
        byte[] noHeader = described.toBytes();
        Arrays.fill(noHeader, 0, HEADER + 300, (byte) 0);
        Bytes starts = new Bytes();
        for (int i = 0; i < 5_000; i++) {
            starts.add(Arrays.copyOf(chunk(i * HOUR), HEADER));
        }
        return List.of(padded.toBytes(), old.toBytes(), noHeader, starts.toArray(), new byte[1 << 20],
                new Bytes().add(chunk(0)).add(new byte[1 << 20]).toArray());
    }

    @ParameterizedTest
    @MethodSource
    void workFollowsTheLength(byte[] content) {
        Outcome outcome = RawChunks.read(directory, content);
        JfrFile.Work work = outcome.work();

        assertThat(outcome.warnings()).hasSizeLessThan(30);
        assertThat(work.bytesRead()).isLessThanOrEqualTo(3L * content.length);
        assertThat(work.placesTried()).isLessThanOrEqualTo(3L * content.length);
    }

    private static void addHeaders(List<Case> cases) {
        byte[] whole = chunk(0);
        List<String> fields = List.of("size", "constant pool offset", "metadata offset", "start", "duration", "start ticks",
                "ticks per second");
        for (int field = 0; field < fields.size(); field++) {
            for (long value : new long[] {0, 1, -1, Long.MIN_VALUE, Long.MAX_VALUE, 1L << 31, whole.length + 1}) {
                byte[] damaged = whole.clone();
                ByteBuffer.wrap(damaged).putLong(8 + 8 * field, value);
                String name = fields.get(field) + " " + value;
                boolean size = field == 0;
                cases.add(new Case(name, damaged, SAMPLES, !size));
                // the second chunk's times are found wrong by nobody, so its events stay as they are
                cases.add(new Case(name + " in the first of two", join(damaged, chunk(HOUR)), 2 * SAMPLES, !size));
                cases.add(new Case(name + " in the last of two", join(chunk(-HOUR), damaged), 2 * SAMPLES, !size));
            }
        }
        for (int state : new int[] {1, 2, 4, 255}) {
            cases.add(new Case("state " + state, ChunkWriter.writing(SAMPLES).state(state).toBytes(), SAMPLES, false));
        }
        byte[] killed = whole.clone();
        ByteBuffer.wrap(killed).putLong(8, 1 << 30).putLong(16, 0).putLong(24, 0).putLong(40, 0);
        cases.add(new Case("async-profiler's header before it is stopped", killed, SAMPLES, false));
        for (int written = 4; written < HEADER; written += 4) {
            byte[] half = whole.clone();
            Arrays.fill(half, written, HEADER, (byte) 0);
            cases.add(new Case("header of " + written + " bytes", half, SAMPLES, written >= 16));
        }
    }

    private static void addBorders(List<Case> cases) {
        byte[] empty = ChunkWriter.writing(0).at(-HOUR).toBytes();
        byte[] later = ChunkWriter.writing(0).at(HOUR).toBytes();
        cases.add(new Case("empty chunks", join(empty, chunk(0), later), SAMPLES, true));
        byte[] bare = new ChunkWriter().at(-HOUR).toBytes();
        ByteBuffer.wrap(bare).putLong(8, HEADER).putLong(16, 0).putLong(24, 0);
        cases.add(new Case("chunk of nothing but its header", join(Arrays.copyOf(bare, HEADER), chunk(0)), SAMPLES, false));
        for (int bytes : new int[] {1, 3, 67, 68, 69, 5000}) {
            for (int filler : new int[] {0, 'F', 0xFF}) {
                byte[] garbage = new byte[bytes];
                Arrays.fill(garbage, (byte) filler);
                String name = bytes + " bytes of " + filler;
                cases.add(new Case(name + " at the end", join(chunk(0), garbage), SAMPLES, false));
                cases.add(new Case(name + " between", join(chunk(0), garbage, chunk(HOUR)), 2 * SAMPLES, false));
            }
        }
        for (int bytes = 1; bytes < HEADER; bytes += 6) {
            byte[] start = Arrays.copyOf(chunk(HOUR), bytes);
            cases.add(new Case("second header of " + bytes + " bytes", join(chunk(0), start), SAMPLES, false));
        }
    }

    private static void addMetadata(List<Case> cases) {
        byte[] whole = chunk(0);
        byte[] copy = ChunkWriter.writing(SAMPLES).metadataEvent();
        // as the JDK does: one description at each flush, the header names the last
        byte[] two = ChunkWriter.writing(SAMPLES).event(copy).toBytes();
        byte[] firstDamaged = two.clone();
        Arrays.fill(firstDamaged, HEADER, HEADER + copy.length, (byte) 0xFF);
        ByteBuffer.wrap(firstDamaged).putLong(24, indexOf(two, copy, HEADER + 1));
        cases.add(new Case("metadata whose first copy is damaged", firstDamaged, SAMPLES, false));
        byte[] lastDamaged = two.clone();
        int last = indexOf(two, copy, HEADER + 1);
        Arrays.fill(lastDamaged, last + 40, last + copy.length, (byte) 0xFF);
        ByteBuffer.wrap(lastDamaged).putLong(24, last);
        cases.add(new Case("metadata whose last copy is damaged", lastDamaged, SAMPLES, true));
        byte[] firstBlockLost = firstDamaged.clone();
        Arrays.fill(firstBlockLost, 0, HEADER + copy.length, (byte) 0);
        cases.add(new Case("header and first metadata zeroed", firstBlockLost, SAMPLES, false));
        byte[] wrongPlace = whole.clone();
        ByteBuffer.wrap(wrongPlace).putLong(24, HEADER + copy.length);
        cases.add(new Case("metadata offset of another event", wrongPlace, SAMPLES, true));
        for (int filler : new int[] {0, 0xFF, 'A'}) {
            byte[] undescribed = whole.clone();
            Arrays.fill(undescribed, HEADER + 4, HEADER + copy.length, (byte) filler);
            cases.add(new Case("metadata of " + filler + " in one of two", join(undescribed, chunk(HOUR)), 2 * SAMPLES, false));
        }
        cases.add(badMetadata("strings that never end", new Bytes().varint(1, 0, 1, Integer.MAX_VALUE)));
        cases.add(badMetadata("wrong string number", new Bytes().varint(1, 0, 1, 1).text("root").varint(99, 0, 0)));
        cases.add(badMetadata("elements nested 100,000 deep", nested()));
    }

    private static Case badMetadata(String name, Bytes body) {
        byte[] undescribed = ChunkWriter.writing(SAMPLES).metadata(ChunkWriter.sized(ChunkWriter.METADATA, body)).toBytes();
        return new Case("metadata of " + name, join(undescribed, chunk(HOUR)), 2 * SAMPLES, false);
    }

    private static Bytes nested() {
        Bytes body = new Bytes().varint(1, 0, 1, 1).text("root");
        for (int depth = 0; depth < 100_000; depth++) {
            body.varint(0, 0, 1);
        }
        return body.varint(0, 0, 0);
    }

    private static byte[] chunk(long laterNanos) {
        return ChunkWriter.writing(SAMPLES).at(laterNanos).toBytes();
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
