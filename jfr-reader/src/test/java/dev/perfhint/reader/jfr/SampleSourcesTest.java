package dev.perfhint.reader.jfr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.perfhint.profile.CpuTotals;
import dev.perfhint.profile.Evidence;
import dev.perfhint.profile.Profile;
import dev.perfhint.reader.Recordings;
import dev.perfhint.reader.input.ReadOptions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What samples are of: several recorders' chunks in one file, the option event, and filters that leave nothing. */
class SampleSourcesTest {
    private static final Path RECORDINGS = Path.of("..", "fixtures", "recordings");

    @TempDir
    Path directory;

    @ParameterizedTest
    @CsvSource({
        "async-profiler-4.6/cpu.jfr, async-profiler-4.6/page-faults.jfr",
        "async-profiler-4.6/page-faults.jfr, async-profiler-4.6/cpu.jfr",
        "async-profiler-4.6/cpu.jfr, async-profiler-4.6/cpu-alluser.jfr",
        "async-profiler-4.6/cpu-alluser.jfr, async-profiler-4.6/cpu.jfr",
        "async-profiler-2.9/cpu.jfr, async-profiler-4.6/wall.jfr",
        "async-profiler-2.9/wall.jfr, async-profiler-2.9/cpu.jfr",
    })
    void countsOnlyTheCpuSamplesOfSeveralRecordersInOneFile(String first, String second) throws Exception {
        Profile joined = read(join(first, second), ReadOptions.DEFAULTS);
        List<CpuTotals> apart = List.of(totals(first), totals(second));
        long samples = apart.stream().filter(cpu -> cpu.evidence().measuresCpu()).mapToLong(CpuTotals::samples).sum();
        long system = apart.stream().filter(cpu -> cpu.evidence().measuresCpu()).mapToLong(CpuTotals::systemSamples).sum();
        assertThat(samples).isPositive();
        assertThat(CpuTotals.best(joined).samples()).isEqualTo(samples);
        assertThat(CpuTotals.best(joined).systemSamples()).isEqualTo(system);
    }

    @ParameterizedTest
    @CsvSource({
        "async-profiler-4.6/cpu.jfr, async-profiler-4.6/ctimer.jfr", "async-profiler-4.6/ctimer.jfr, async-profiler-4.6/cpu.jfr"
    })
    void keepsTheGradesOfTwoEnginesApart(String first, String second) throws Exception {
        Profile joined = read(join(first, second), ReadOptions.DEFAULTS);
        assertThat(CpuTotals.byEvidence(joined))
                .extracting(CpuTotals::evidence, CpuTotals::samples, CpuTotals::systemSamples)
                .containsExactlyElementsOf(CpuTotals.byEvidence(Recordings.read(
                                List.of(RECORDINGS.resolve(first), RECORDINGS.resolve(second)), ReadOptions.DEFAULTS)).stream()
                        .map(cpu -> tuple(cpu.evidence(), cpu.samples(), cpu.systemSamples()))
                        .toList());
    }

    @ParameterizedTest
    @CsvSource({
        "async-profiler-4.6/cpu.jfr, cpu, KERNEL_FRAMES", "async-profiler-4.6/cpu.jfr, wall, NONE",
        "async-profiler-4.6/ctimer.jfr, ctimer, SYSCALL_STUBS", "async-profiler-4.6/ctimer.jfr, cpu, NONE",
        "jfr-17/tuned.jfr, cpu, JFR_ESTIMATE", "jfr-17/tuned.jfr, jdk.ExecutionSample, JFR_ESTIMATE",
    })
    void readsOneEventOnly(String recording, String event, Evidence evidence) throws Exception {
        Profile profile = read(RECORDINGS.resolve(recording), ReadOptions.DEFAULTS.withEvent(event));
        assertThat(profile.evidence()).isEqualTo(evidence);
        assertThat(warnings(profile).contains("--event " + event + " leaves nothing")).isEqualTo(evidence == Evidence.NONE);
    }

    @Test
    void namesWhatTheEventLeavesOut() throws Exception {
        Profile profile = read(RECORDINGS.resolve("async-profiler-4.6/cpu.jfr"), ReadOptions.DEFAULTS.withEvent("wall"));
        assertThat(warnings(profile)).isEqualTo("--event wall leaves nothing: what was sampled is cpu");
        assertThat(CpuTotals.byEvidence(profile)).isEmpty();
        Profile jfr = read(RECORDINGS.resolve("jfr-25/cputime.jfr"), ReadOptions.DEFAULTS.withEvent("wall"));
        assertThat(CpuTotals.byEvidence(jfr)).isEmpty();
        assertThat(warnings(jfr)).contains("--event wall leaves nothing: what was sampled is jdk.ExecutionSample");
    }

    @Test
    void saysThatFiltersLeaveNothing() throws Exception {
        Path recording = RECORDINGS.resolve("async-profiler-4.6/cpu.jfr");
        assertThat(warnings(read(recording, ReadOptions.DEFAULTS.withThread(Pattern.compile("nobody")))))
                .isEqualTo("no CPU samples left by --thread");
        assertThat(warnings(read(recording, ReadOptions.DEFAULTS.withTime(1_000_000_000_000L, Long.MAX_VALUE)
                        .withInclude(Pattern.compile("nothing")))))
                .isEqualTo("no CPU samples left by --from and --include");
    }

    private static CpuTotals totals(String recording) throws Exception {
        return CpuTotals.best(read(RECORDINGS.resolve(recording), ReadOptions.DEFAULTS));
    }

    private static Profile read(Path file, ReadOptions options) throws Exception {
        return Recordings.read(List.of(file), options);
    }

    private static String warnings(Profile profile) {
        return String.join("\n", profile.recordings().get(0).warnings());
    }

    private Path join(String first, String second) throws IOException {
        ByteArrayOutputStream both = new ByteArrayOutputStream();
        both.write(Files.readAllBytes(RECORDINGS.resolve(first)));
        both.write(Files.readAllBytes(RECORDINGS.resolve(second)));
        return Files.write(directory.resolve("joined.jfr"), both.toByteArray());
    }
}
