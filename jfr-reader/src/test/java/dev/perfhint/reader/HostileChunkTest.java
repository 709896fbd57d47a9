package dev.perfhint.reader;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.reader.chunk.ChunkWriter;
import dev.perfhint.reader.chunk.ChunkWriter.Frame;
import dev.perfhint.reader.jfr.RawChunks;
import dev.perfhint.reader.jfr.RawChunks.Outcome;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Chunks that contradict themselves in one place each: what is not that place is read, and counted exactly. */
class HostileChunkTest {
    private static final int SAMPLES = 50;
    private static final int HUGE = Integer.MAX_VALUE;

    @TempDir
    Path directory;

    /**
     * A chunk and what must be read of it.
     *
     * @param events samples and I/O operations
     * @param known samples with a known stack
     * @param complete false where something is lost or may be
     */
    private record Case(String name, byte[] content, long events, long known, boolean complete) {
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
        assertThat(outcome.knownStacks()).as("known stacks; %s", outcome.warnings()).isEqualTo(input.known());
        assertThat(outcome.complete()).as("complete; %s", outcome.warnings()).isEqualTo(input.complete());
        assertThat(outcome.warnings()).filteredOn(warning -> warning.startsWith("chunk")).allMatch(warning -> warning.matches("[^\n]*at offset \\d+(, [1-9]\\d* .* lost)*"));
        assertThat(outcome.work().bytesRead()).isLessThanOrEqualTo(3L * input.content().length);
        assertThat(outcome.work().placesTried()).isLessThanOrEqualTo(3L * input.content().length);
    }

    static List<Case> readsWhatIsNotDamaged() {
        List<Case> cases = new ArrayList<>();
        addEvents(cases);
        addConstants(cases);
        addStacks(cases);
        addTypes(cases);
        return cases;
    }

    private static void addEvents(List<Case> cases) {
        cases.add(new Case("undamaged", ChunkWriter.writing(SAMPLES).toBytes(), SAMPLES, SAMPLES, true));
        cases.add(damaged("event of size zero", new Bytes().u1(0)));
        cases.add(damaged("event of size one", new Bytes().u1(1)));
        cases.add(damaged("event of negative size", new Bytes().varint(-1L & 0xFFFF_FFFFL, ChunkWriter.SAMPLE, 7, 1, 1)));
        cases.add(damaged("event size of nine bytes", new Bytes().varint(-1, ChunkWriter.SAMPLE, 7, 1, 1)));
        cases.add(damaged("event of huge size", new Bytes().varint(HUGE, ChunkWriter.SAMPLE, 7, 1, 1)));
        cases.add(damaged("event of unknown type", new Bytes().add(ChunkWriter.sized(9999, new Bytes().varint(1, 2, 3)))));
        cases.add(damaged("event of negative type", new Bytes().add(ChunkWriter.sized(-7, new Bytes().varint(1, 2, 3)))));
        cases.add(damaged("event without content", new Bytes().u1(2, ChunkWriter.SAMPLE)));
        cases.add(damaged("number that never ends", new Bytes().u1(0x8F).add(filled(40, 0xFF))));
        cases.add(damaged("4 KB of zeros", new Bytes().add(filled(4096, 0))));
        cases.add(damaged("4 KB of text", new Bytes().add(filled(4096, 'A'))));
        cases.add(new Case("type id zero among the events",
                with(ChunkWriter.sized(ChunkWriter.METADATA, new Bytes().add(filled(30, 0xFF)))), SAMPLES, SAMPLES, false));
        cases.add(new Case("sizes and values in more bytes than they need", overlong(), SAMPLES + 1, SAMPLES + 1, true));
        for (long time : new long[] {0, -1, 1, Long.MAX_VALUE, Long.MIN_VALUE}) {
            byte[] event = ChunkWriter.sized(ChunkWriter.SAMPLE, new Bytes().varint(time, 1, 1));
            cases.add(new Case("sample at time " + time, with(event), SAMPLES + 1, SAMPLES + 1, true));
        }
        cases.add(new Case("event one byte longer than its content", resized(1), SAMPLES, SAMPLES, false));
        cases.add(new Case("event that covers the next two", resized(2 * sampleSize()), SAMPLES, SAMPLES, false));
        cases.add(new Case("event one byte shorter than its content", resized(-1), SAMPLES - 1, SAMPLES - 1, false));
    }

    private static void addConstants(List<Case> cases) {
        cases.add(new Case("pool without constants", pool(ChunkWriter.SYMBOL, 0, new Bytes()), SAMPLES, SAMPLES, true));
        cases.add(badPool("pool of negative length", ChunkWriter.SYMBOL, -1, new Bytes()));
        cases.add(badPool("pool of huge length", ChunkWriter.SYMBOL, HUGE, new Bytes()));
        cases.add(badPool("pool of type zero", 0, 1, new Bytes().varint(1, 1)));
        cases.add(badPool("pool of an unknown type", 9999, 1, new Bytes().varint(1, 1)));
        cases.add(badPool("pool longer than its event", ChunkWriter.SYMBOL, 3, new Bytes().varint(900).text("a")));
        cases.add(badPool("string encoding 6", ChunkWriter.SYMBOL, 1, new Bytes().varint(900).u1(6, 0, 0, 0)));
        cases.add(badPool("string encoding 255", ChunkWriter.SYMBOL, 1, new Bytes().varint(900).u1(255, 1, 'a')));
        cases.add(badPool("string of negative length",
                ChunkWriter.SYMBOL, 1, new Bytes().varint(900).u1(3).varint(-1L & 0xFFFF_FFFFL)));
        cases.add(badPool("string of huge length", ChunkWriter.SYMBOL, 1, new Bytes().varint(900).u1(3).varint(HUGE)));
        cases.add(badPool("characters of huge length", ChunkWriter.SYMBOL, 1, new Bytes().varint(900).u1(4).varint(HUGE)));
        cases.add(new Case("text that is no UTF-8",
                pool(ChunkWriter.SYMBOL, 1, new Bytes().varint(900).u1(3, 2, 0xC3, 0x28)), SAMPLES, SAMPLES, true));
        byte[] covering = pool(ChunkWriter.SYMBOL, 1, new Bytes().varint(900).text("a"), 5 * sampleSize());
        cases.add(new Case("checkpoint that covers the next events", covering, SAMPLES, SAMPLES, false));
        byte[] shorter = pool(ChunkWriter.SYMBOL, 1, new Bytes().varint(900).text("abcdef"), -3);
        cases.add(new Case("checkpoint shorter than its content", shorter, SAMPLES, SAMPLES, false));
        byte[] garbage = ChunkWriter.sized(ChunkWriter.CHECKPOINT, new Bytes().add(filled(500, 0xFF)));
        cases.add(new Case("checkpoint of garbage", with(garbage), SAMPLES, SAMPLES, false));
        cases.add(new Case("string that refers to itself", namedBy(new Bytes().u1(2).varint(77)), SAMPLES, SAMPLES, true));
        cases.add(new Case("string that refers to nothing", namedBy(new Bytes().u1(2).varint(78)), SAMPLES, SAMPLES, true));
        cases.add(new Case("names of a megabyte", namedBy(new Bytes().text("x".repeat(3 << 20))), SAMPLES, SAMPLES, true));
    }

    private static void addStacks(List<Case> cases) {
        ChunkWriter missing = ChunkWriter.writing(SAMPLES).sample(0, 1).sample(999, 1).sample(-1, -1).sample(1, 999);
        cases.add(new Case("samples without stack or thread", missing.toBytes(), SAMPLES + 4, SAMPLES + 1, true));
        ChunkWriter noMethod = ChunkWriter.writing(SAMPLES)
                .constant(ChunkWriter.STACK, 2, new Bytes().u1(0).varint(2, 901, 1, 0, 1, 902, 1, 0, 1)).sample(2, 1);
        cases.add(new Case("stack of undefined methods", noMethod.toBytes(), SAMPLES + 1, SAMPLES, true));
        ChunkWriter noName = ChunkWriter.writing(SAMPLES).constant(ChunkWriter.METHOD, 901, new Bytes().varint(901, 902, 903))
                .constant(ChunkWriter.STACK, 2, new Bytes().u1(0).varint(2, 901, 1, 0, 1, 1, 1, 0, 1)).sample(2, 1);
        cases.add(new Case("method of undefined class and name", noName.toBytes(), SAMPLES + 1, SAMPLES + 1, true));
        ChunkWriter twice = ChunkWriter.writing(SAMPLES).stack(1, new Frame("app/Other", "run", 1, ChunkWriter.JIT));
        cases.add(new Case("stack defined twice", twice.toBytes(), SAMPLES, SAMPLES, true));
        ChunkWriter frameType = ChunkWriter.writing(SAMPLES).stack(2, new Frame("app/Other", "run", 1, 1 << 20)).sample(2, 1);
        cases.add(new Case("frame of undefined type", frameType.toBytes(), SAMPLES + 1, SAMPLES + 1, true));
        Frame[] deep = new Frame[200_000];
        Arrays.setAll(deep, i -> new Frame("app/Main", "recurse" + i % 3, i % 50, ChunkWriter.JIT));
        cases.add(new Case("200,000 frames deep", ChunkWriter.writing(SAMPLES).stack(2, deep).sample(2, 1).toBytes(),
                SAMPLES + 1, SAMPLES + 1, true));
        cases.add(badPool("stack of negative depth", ChunkWriter.STACK, 1, new Bytes().varint(9).u1(0).varint(-1)));
        cases.add(badPool("stack of huge depth", ChunkWriter.STACK, 1, new Bytes().varint(9).u1(0).varint(HUGE)));
    }

    private static void addTypes(List<Case> cases) {
        ChunkWriter same = ChunkWriter.writing(SAMPLES)
                .type(201, "jdk.ExecutionSample", "startTime:6", "stackTrace:27@", "sampledThread:21@");
        same.event(201, new Bytes().varint(same.nextTicks(), 1, 1));
        cases.add(new Case("two types of one name", same.toBytes(), SAMPLES + 1, SAMPLES + 1, true));
        cases.add(new Case("one id for two types",
                ChunkWriter.writing(SAMPLES).type(ChunkWriter.PROFILER_LOG, "app.Other", "startTime:6", "name:20").toBytes(),
                SAMPLES, SAMPLES, true));
        cases.add(new Case("type that contains itself",
                ChunkWriter.writing(SAMPLES).type(300, "app.Loop", "startTime:6", "self:300").toBytes(), SAMPLES, SAMPLES, true));
        cases.add(new Case("types nested 5,000 deep", nestedTypes().toBytes(), SAMPLES, SAMPLES, true));
        ChunkWriter arrays = ChunkWriter.writing(SAMPLES).type(301, "app.Nothing")
                .type(302, "jdk.ThreadPark", "startTime:6", "duration:6", "eventThread:21@", "stackTrace:27@", "none:301[]");
        arrays.event(302, new Bytes().varint(arrays.nextTicks(), 1, 1, 1, HUGE));
        cases.add(new Case("huge array of nothing", arrays.toBytes(), SAMPLES + 1, SAMPLES + 1, true));
        ChunkWriter unknownField = ChunkWriter.writing(SAMPLES).type(303, "app.Odd", "startTime:6", "what:9999");
        cases.add(new Case("field of an unknown type", unknownField.toBytes(), SAMPLES, SAMPLES, true));
        cases.add(new Case("types with negative ids",
                ChunkWriter.writing(SAMPLES).type(-5, "app.Negative", "startTime:6").toBytes(), SAMPLES, SAMPLES, true));
    }

    /** 25 samples, these bytes, 25 samples. */
    private static byte[] with(byte[] between) {
        ChunkWriter chunk = ChunkWriter.writing(SAMPLES / 2).event(between);
        for (int i = 0; i < SAMPLES / 2; i++) {
            chunk.sample(1, 1);
        }
        return chunk.toBytes();
    }

    private static Case damaged(String name, Bytes between) {
        return new Case(name, with(between.toArray()), SAMPLES, SAMPLES, false);
    }

    private static byte[] filled(int length, int value) {
        byte[] bytes = new byte[length];
        Arrays.fill(bytes, (byte) value);
        return bytes;
    }

    private static int sampleSize() {
        ChunkWriter chunk = new ChunkWriter();
        return ChunkWriter.sized(ChunkWriter.SAMPLE, new Bytes().varint(chunk.nextTicks(), 1, 1)).length;
    }

    /** The 26th of the samples has a size that is wrong by some bytes. */
    private static byte[] resized(int bytes) {
        ChunkWriter chunk = ChunkWriter.writing(SAMPLES / 2);
        byte[] event = ChunkWriter.sized(ChunkWriter.SAMPLE, new Bytes().varint(chunk.nextTicks(), 1, 1));
        event[0] += (byte) bytes;
        chunk.event(event);
        for (int i = 1; i < SAMPLES / 2; i++) {
            chunk.sample(1, 1);
        }
        return chunk.toBytes();
    }

    private static byte[] overlong() {
        ChunkWriter chunk = ChunkWriter.writing(SAMPLES);
        Bytes typed = new Bytes().padded(ChunkWriter.SAMPLE, 3).varint(chunk.nextTicks()).padded(1, 9).padded(1, 5);
        return chunk.event(new Bytes().padded(typed.size() + 9, 9).add(typed).toArray()).toBytes();
    }

    private static Case badPool(String name, int type, long count, Bytes constants) {
        return new Case(name, pool(type, count, constants), SAMPLES, SAMPLES, false);
    }

    private static byte[] pool(int type, long count, Bytes constants) {
        return pool(type, count, constants, 0);
    }

    /** A checkpoint of one pool between the samples, with a size that may be wrong. */
    private static byte[] pool(int type, long count, Bytes constants, int sizeError) {
        byte[] event = ChunkWriter.sized(ChunkWriter.CHECKPOINT,
                new Bytes().varint(1_000_000_000L, 0, 0).u1(0).varint(1, type, count & 0xFFFF_FFFFL).add(constants));
        byte[] size = new Bytes().padded(event.length + sizeError, 4).toArray();
        System.arraycopy(size, 0, event, 0, 4);
        return with(event);
    }

    /** The samples' innermost method has a name of these bytes; string 77 of the pool is itself. */
    private static byte[] namedBy(Bytes name) {
        return ChunkWriter.writing(SAMPLES).constant(ChunkWriter.STRING, 77, new Bytes().u1(2).varint(77))
                .constant(ChunkWriter.SYMBOL, 900, name)
                .constant(ChunkWriter.METHOD, 901, new Bytes().varint(1, 900, 900))
                .constant(ChunkWriter.STACK, 1, new Bytes().u1(0).varint(2, 901, 1, 0, 1, 1, 1, 0, 1)).toBytes();
    }

    private static ChunkWriter nestedTypes() {
        ChunkWriter chunk = ChunkWriter.writing(SAMPLES);
        for (int id = 1000; id < 6000; id++) {
            chunk.type(id, "app.Deep" + id, "inner:" + (id + 1));
        }
        return chunk.type(6000, "app.Deep", "value:6").type(6001, "app.Event", "startTime:6", "deep:1000");
    }
}
