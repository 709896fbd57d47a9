package dev.perfhint.reader.input;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.profile.CpuTotals;
import dev.perfhint.profile.KernelAccounting;
import dev.perfhint.profile.Profile;
import dev.perfhint.profile.view.KernelScale;
import dev.perfhint.profile.view.ProgramCpu;
import dev.perfhint.reader.Bytes;
import dev.perfhint.reader.Recordings;
import dev.perfhint.reader.chunk.ChunkWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ten samples in a write, ten in Java code and five in an interrupt, of a process that the kernel counted too. */
class KernelAccountingTest {
    private static final int PROCESS_TIME = 120;
    private static final long MILLIS = 1_000_000;

    @TempDir
    private Path directory;

    @Test
    void weighsTheProgramsSamplesByTheKernelsCount() throws Exception {
        Profile profile = read(60, 140, ReadOptions.DEFAULTS);
        assertThat(KernelScale.accounting(profile)).contains(new KernelAccounting(60 * MILLIS, 140 * MILLIS));
        CpuTotals cpu = CpuTotals.best(profile);
        assertThat(cpu.samples()).isEqualTo(20);
        assertThat(cpu.systemNanos()).isEqualTo(140 * MILLIS);
        assertThat(cpu.nanos()).isEqualTo(200 * MILLIS);
        assertThat(ProgramCpu.leftOut(profile).nanos()).isEqualTo(profile.recordings().get(0).cpuNanos() / 25 * 5);
        assertThat(KernelScale.sampled(profile).systemShare()).isEqualTo(0.5);
    }

    @Test
    void countsTheStartOfTheProcessForNoCall() throws Exception {
        Profile more = read(150, 300, ReadOptions.DEFAULTS);
        Profile shifted = read(60, 140, ReadOptions.DEFAULTS);
        long sampled = program(more);
        assertThat(CpuTotals.best(more).nanos()).isEqualTo(450 * MILLIS);
        assertThat(CpuTotals.best(KernelScale.asSampled(more)).nanos()).isEqualTo(sampled);
        // as much user time as sampled, and more system time: the samples say the wrong side
        assertThat(KernelScale.asSampled(shifted)).isSameAs(shifted);
        assertThat(CpuTotals.best(KernelScale.unweighed(shifted)).nanos()).isEqualTo(sampled);
    }

    @Test
    void leavesSamplesAloneThatSayTheSame() throws Exception {
        Profile profile = read(101, 99, ReadOptions.DEFAULTS);
        assertThat(CpuTotals.best(profile).nanos()).isEqualTo(program(profile));
    }

    @Test
    void saysNothingOfAPartOfTheRecording() throws Exception {
        Profile profile = read(60, 140, ReadOptions.DEFAULTS.withThread(java.util.regex.Pattern.compile("main")));
        assertThat(KernelScale.accounting(profile)).isEmpty();
        assertThat(CpuTotals.best(profile).nanos()).isEqualTo(program(profile));
    }

    /** Returns the CPU time that the samples stand for, without those of the interrupt. */
    private static long program(Profile profile) {
        return profile.recordings().get(0).cpuNanos() / 25 * 20;
    }

    private Profile read(long userMillis, long systemMillis, ReadOptions options)
            throws IOException, UnreadableRecordingException {
        ChunkWriter.Frame[] java = {new ChunkWriter.Frame("app/Main", "run", 42, ChunkWriter.JIT)};
        ChunkWriter.Frame[] interrupt = {
            new ChunkWriter.Frame("", "__do_softirq", 0, ChunkWriter.KERNEL),
            new ChunkWriter.Frame("", "asm_sysvec_apic_timer_interrupt", 0, ChunkWriter.KERNEL),
            new ChunkWriter.Frame("app/Main", "run", 42, ChunkWriter.JIT)
        };
        ChunkWriter samples = ChunkWriter.writing(10).stack(2, java).stack(3, interrupt);
        for (int i = 0; i < 15; i++) {
            samples.sample(i < 10 ? 2 : 3, 1);
        }
        ChunkWriter appended = ChunkWriter.cpu().at(10_000_000_000L)
                .type(PROCESS_TIME, "perfhint.ProcessTime", "startTime:6", "userNanos:6", "systemNanos:6");
        appended.event(PROCESS_TIME,
                new Bytes().varint(appended.nextTicks(), userMillis * MILLIS, systemMillis * MILLIS));
        Path file = Files.write(directory.resolve("both.jfr"),
                new Bytes().add(samples.toBytes()).add(appended.toBytes()).toArray());
        return Recordings.read(List.of(file), options);
    }
}
