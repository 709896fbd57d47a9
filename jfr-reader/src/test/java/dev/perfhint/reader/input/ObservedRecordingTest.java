package dev.perfhint.reader.input;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.profile.CpuTotals;
import dev.perfhint.profile.Profile;
import dev.perfhint.profile.observed.CallCount;
import dev.perfhint.profile.observed.Observation;
import dev.perfhint.profile.observed.ObservationReader;
import dev.perfhint.profile.observed.ObservationWriter;
import dev.perfhint.profile.observed.StreamLife;
import dev.perfhint.profile.view.ProgramCpu;
import dev.perfhint.reader.Bytes;
import dev.perfhint.reader.Recordings;
import dev.perfhint.reader.chunk.ChunkWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an agent saw is a part of the recording: it is read with it, stored with it and adds up. */
class ObservedRecordingTest {
    private static final int OBSERVATION = 121;
    private static final String TEXT = """
            perfhint-observed\t1
            jvm\t4711\t17.0.12\t1700000000000\tapp.Main
            time\t2600000000\tstacks\t
            frame\t1\tjava.io.FileOutputStream\t<init>\tFileOutputStream.java\t99\t4
            frame\t2\tapp/Export$$Lambda/0x0123\topen\tExport.java\t17\t12
            frame\t3\tapp.Export\tclose\t\t-1\t7
            stack\t1\t1,2
            stack\t2\t3
            site\t1\tfile-out\t1\twrite
            life\t1\t5\t5\t0\t0\t0
            op\t1\twrite\t350070\t3500700\t0\t4:350070
            op\t1\tflush\t5\t0\t0\t
            turn\t1\twrite\tflush\t5
            run\t1\twrite\t17:5
            unit\t1\tW10 F\t5
            call\t1\twrite\t2\t350070\t3500700
            close\t1\t2\t5
            path\t1\t/tmp/model\\t\u0007\\\\x\t5
            other\t1\tlength\t2\t3
            meta\texists\t80
            metacall\texists\t2\t80
            metapath\texists\t/tmp/a b\t80
            poll\tavailable\t2\t9
            something\tnew
            end\tcomplete\t
            """;

    @TempDir
    private Path directory;

    @Test
    void readsTheLifeOfAStream() throws Exception {
        Observation observed = recording("one.jfr", TEXT).observed();
        assertThat(observed.runs()).isEqualTo(1);
        assertThat(observed.nanos()).isEqualTo(2_600_000_000L);
        assertThat(observed.losses()).isEmpty();
        StreamLife life = observed.streams().get(observed.streams().firstKey());
        assertThat(life.site().creation().frames().get(1).place()).isEqualTo("app.Export$$Lambda.open:17");
        assertThat(life.streams().closed()).isEqualTo(5);
        assertThat(life.operation(StreamLife.WRITE).bytesPerCall()).isEqualTo(10);
        assertThat(life.turns("write", "flush")).isEqualTo(5);
        assertThat(life.calls().values()).extracting(CallCount::calls).containsExactly(350_070L);
        assertThat(life.paths()).containsOnlyKeys("/tmp/model  \\x");
        assertThat(observed.metadataPaths()).containsOnlyKeys("exists /tmp/a b");
    }

    @Test
    void isStoredWithTheProfileAndAddsUp() throws Exception {
        Profile one = recording("one.jfr", TEXT);
        Profile other = recording("other.jfr", TEXT.replace("350070", "7").replace("app.Export", "app.Import"));
        Profile plain = recording("plain.jfr", "");
        assertThat(StoredRecordings.profile(StoredRecordings.bytes(one)).observed()).isEqualTo(one.observed());
        byte[] sum = StoredRecordings.bytes(StoredRecordings.merged(List.of(one, other, plain)));
        assertThat(StoredRecordings.bytes(StoredRecordings.merged(List.of(plain, other, one)))).isEqualTo(sum);
        assertThat(StoredRecordings.profile(sum).observed().runs()).isEqualTo(2);
        StreamLife life = StoredRecordings.profile(sum).observed().streams().values().iterator().next();
        assertThat(life.operation(StreamLife.WRITE).calls()).isEqualTo(350_077);
        // profiles of recordings that nobody observed are the files that they were
        assertThat(plain.observed()).isEqualTo(Observation.NONE);
        assertThat(StoredRecordings.bytes(plain)[8]).isEqualTo((byte) 1);
    }

    @Test
    void keepsWhatCanBeReadOfADamagedText() {
        String damaged = TEXT.replace("turn\t1\t", "turn\t99\t").replace("op\t1\tflush\t5", "op\t1\tflush\t-5")
                .replace("stack\t2\t3", "stack\t2\t3,3,3").replace("life\t1\t5", "life\t1\t99999999999999999999");
        Observation read = ObservationReader.read(damaged, UnaryOperator.identity());
        assertThat(read.losses()).containsExactly("3 damaged lines");
        assertThat(read.streams()).hasSize(1);
        for (int length = 0; length < TEXT.length(); length++) {
            // a text that was cut off, and one with a wrong character
            Observation cut = ObservationReader.read(TEXT.substring(0, length), UnaryOperator.identity());
            String wrong = TEXT.substring(0, length) + "9\t" + TEXT.substring(length + 1);
            for (Observation each : List.of(cut, ObservationReader.read(wrong, UnaryOperator.identity()))) {
                assertThat(ObservationReader.read(ObservationWriter.write(each), UnaryOperator.identity()))
                        .isEqualTo(each);
            }
        }
    }

    @Test
    void holdsNoMoreThanItsBounds() {
        StringBuilder text = new StringBuilder("perfhint-observed\t1\nframe\t0\ta.A\tm\t\t1\t1\nstack\t1\t0\n"
                + "site\t0\tfile-in\t1\tr\n");
        for (int i = 0; i < 30_000; i++) {
            text.append("path\t0\t/tmp/").append(i).append("\t1\n");
        }
        text.append("stack\t2\t").append("0,".repeat(100_000)).append('\n');
        Observation read = ObservationReader.read(text.toString(), UnaryOperator.identity());
        assertThat(read.streams().values().iterator().next().paths()).hasSize(20_000);
        assertThat(read.losses()).containsExactly("10000 damaged lines");
    }

    @Test
    void countsWhatTheAgentComputesForNoProgram() throws Exception {
        ChunkWriter samples = ChunkWriter.writing(10)
                .stack(2, new ChunkWriter.Frame("java/io/PerfhintObserver", "lock", 90, ChunkWriter.JIT),
                        new ChunkWriter.Frame("app/Main", "run", 42, ChunkWriter.JIT));
        for (int i = 0; i < 5; i++) {
            samples.sample(2, 1);
        }
        Profile profile = Recordings.read(List.of(file("agent.jfr", samples, TEXT)), ReadOptions.DEFAULTS);
        assertThat(CpuTotals.best(profile).samples()).isEqualTo(10);
        assertThat(ProgramCpu.leftOut(profile).samples()).isEqualTo(5);
    }

    /** 3.7 samples of the JIT go with each of the agent's, in rows of one sample and of many; at most half of all. */
    @Test
    void leavesOutWhatTheJitCompilesForTheAgent() throws Exception {
        for (int stacks : List.of(1, 40)) {
            ChunkWriter samples = ChunkWriter.writing(10).thread(2, "C2 CompilerThread0")
                    .stack(2, new ChunkWriter.Frame("java/io/PerfhintObserver", "lock", 90, ChunkWriter.JIT),
                            new ChunkWriter.Frame("app/Main", "run", 42, ChunkWriter.JIT));
            for (int i = 0; i < 40; i++) {
                if (i < stacks) {
                    samples.stack(3 + i, new ChunkWriter.Frame("", "Phase" + i + "::run", 0, ChunkWriter.NATIVE),
                            new ChunkWriter.Frame("", "C2Compiler::compile_method", 0, ChunkWriter.NATIVE));
                }
                samples.sample(3 + i % stacks, 2);
            }
            for (int i = 0; i < 5; i++) {
                samples.sample(2, 1);
            }
            Profile profile = Recordings.read(List.of(file("jit" + stacks + ".jfr", samples, TEXT)),
                    ReadOptions.DEFAULTS);
            // the agent's 5, and 18.5 of the JIT's 40
            assertThat(ProgramCpu.leftOut(profile).samples()).isBetween(23L, 24L);
            assertThat(CpuTotals.best(profile).samples()).isBetween(31L, 32L);
            assertThat(ProgramCpu.leftOut(profile).nanos() + CpuTotals.best(profile).nanos())
                    .isEqualTo(profile.recordings().get(0).cpuNanos());
            for (int i = 0; i < 15; i++) {
                samples.sample(2, 1);
            }
            Profile busy = Recordings.read(List.of(file("busy" + stacks + ".jfr", samples, TEXT)),
                    ReadOptions.DEFAULTS);
            assertThat(ProgramCpu.leftOut(busy).samples()).isEqualTo(20 + 20);
            Profile plain = Recordings.read(List.of(Files.write(directory.resolve("plain.jfr"), samples.toBytes())),
                    ReadOptions.DEFAULTS);
            assertThat(CpuTotals.best(plain).samples()).isGreaterThanOrEqualTo(50);
        }
    }

    private Profile recording(String name, String text) throws Exception {
        return Recordings.read(List.of(file(name, ChunkWriter.writing(10), text)), ReadOptions.DEFAULTS.asSampled());
    }

    private Path file(String name, ChunkWriter samples, String text) throws Exception {
        ChunkWriter appended = ChunkWriter.cpu().at(10_000_000_000L)
                .type(OBSERVATION, "perfhint.Observation", "startTime:6", "text:20");
        for (int from = 0; from < text.length(); from += 100) {
            appended.event(OBSERVATION, new Bytes().varint(appended.nextTicks())
                    .text(text.substring(from, Math.min(from + 100, text.length()))));
        }
        return Files.write(directory.resolve(name),
                new Bytes().add(samples.toBytes()).add(appended.toBytes()).toArray());
    }
}
