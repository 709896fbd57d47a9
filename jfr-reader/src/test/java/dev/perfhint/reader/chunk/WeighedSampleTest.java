package dev.perfhint.reader.chunk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.profile.CpuTotals;
import dev.perfhint.profile.Evidence;
import dev.perfhint.profile.Profile;
import dev.perfhint.reader.Bytes;
import dev.perfhint.reader.Recordings;
import dev.perfhint.reader.input.ReadOptions;
import java.io.ByteArrayInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Datadog's profiler writes CPU samples as {@code datadog.ExecutionSample}; events and settings as its
 * jfrMetadata.cpp and flightRecorder.cpp of August 2026 declare them.
 */
class WeighedSampleTest {
    private static final int EVENT = 130;

    private static ChunkWriter chunk(String engine) {
        ChunkWriter chunk = new ChunkWriter().type(EVENT, "datadog.ExecutionSample", "startTime:6", "eventThread:21@",
                "stackTrace:27@", "weight:6", "correlationId:6", "spanId:6", "localRootSpanId:6");
        chunk.setting(ChunkWriter.RECORDING, "cpuEngine", engine).setting(EVENT, "interval", "9000000");
        String[] types = {"Interpreted", "JIT compiled", "Inlined", "Native", "C++", "Kernel", "C1 compiled"};
        for (int i = 0; i < types.length; i++) {
            chunk.constant(ChunkWriter.FRAME_TYPE, i, new Bytes().text(types[i]));
        }
        return chunk.thread(1, "main").stack(1, ChunkWriter.writeStack())
                .stack(2, new ChunkWriter.Frame("__libc_write", "", 0, ChunkWriter.NATIVE),
                        new ChunkWriter.Frame("java/io/FileOutputStream", "writeBytes", 0, ChunkWriter.NATIVE),
                        new ChunkWriter.Frame("app/Main", "run", 42, ChunkWriter.JIT));
    }

    private static void sample(ChunkWriter chunk, long stack, long weight) {
        chunk.event(EVENT, new Bytes().varint(chunk.nextTicks(), 1, stack, weight, 0, 0, 0));
    }

    private static Profile profile(ChunkWriter chunk) throws Exception {
        return Recordings.read("one", new ByteArrayInputStream(chunk.toBytes()), ReadOptions.DEFAULTS);
    }

    @ParameterizedTest
    @CsvSource({"CTimer, ctimer", "CTimerJvmti, ctimer", "ITimer, itimer", "PerfEvents, perf_events"})
    void readsThemWithTheirWeightAndEngine(String engine, String named) throws Exception {
        ChunkWriter chunk = chunk(engine);
        sample(chunk, 2, 1);
        sample(chunk, 2, 4);
        sample(chunk, 2, 0);
        Profile profile = profile(chunk);
        CpuTotals cpu = CpuTotals.best(profile);
        assertThat(cpu.samples()).isEqualTo(6);
        assertThat(cpu.evidence()).isEqualTo(Evidence.SYSCALL_STUBS);
        assertThat(profile.recordings().get(0).engine()).isEqualTo(named);
        assertThat(profile.recordings().get(0).intervalNanos()).isPositive();
        assertThat(profile.recordings().get(0).complete()).isTrue();
    }

    @Test
    void seesKernelFrames() throws Exception {
        ChunkWriter chunk = chunk("PerfEvents");
        sample(chunk, 1, 1);
        CpuTotals cpu = CpuTotals.best(profile(chunk));
        assertThat(cpu.evidence()).isEqualTo(Evidence.KERNEL_FRAMES);
        assertThat(cpu.systemSamples()).isEqualTo(1);
    }
}
