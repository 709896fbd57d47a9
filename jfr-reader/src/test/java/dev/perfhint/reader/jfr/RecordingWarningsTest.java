package dev.perfhint.reader.jfr;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.profile.CpuEvents;
import dev.perfhint.profile.CpuTotals;
import dev.perfhint.profile.Event;
import dev.perfhint.profile.Evidence;
import dev.perfhint.reader.Recordings;
import dev.perfhint.reader.input.ReadOptions;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RecordingWarningsTest {
    private static final Event KERNEL = CpuEvents.of("cpu", "perf_events", false, true);
    private static final long SECOND = 1_000_000_000;

    @Test
    void warnsOfPerfEventsOnSwitchHeavyPrograms() {
        // EVIDENCE's case: 13.8 k samples at 1 ms for 20.2 s of CPU
        assertThat(RecordingWarnings.of(seen(KERNEL, 13_800, 12_000, 5_000, 20.2))).singleElement().asString()
                .contains("42 % of system-CPU samples")
                .contains("13.8 of 20.2 CPU seconds sampled")
                .contains("event=ctimer");
    }

    @Test
    void staysSilentWhereTheSamplesAccountForTheProcess() {
        assertThat(RecordingWarnings.of(seen(KERNEL, 20_000, 12_000, 5_000, 20.2))).isEmpty();
        assertThat(RecordingWarnings.of(seen(KERNEL, 18_000, 12_000, 500, 20.2))).isEmpty();
    }

    @Test
    void saysWhenSamplesAreMissing() {
        assertThat(RecordingWarnings.of(seen(KERNEL, 10_000, 5_000, 50, 20.2))).singleElement().asString()
                .startsWith("samples are missing");
    }

    @Test
    void doesNotWarnOfTheEngineThatRecordChose() {
        Event ctimer = CpuEvents.of("ctimer", "ctimer", false, false);
        CpuTotals cpu = new CpuTotals(Evidence.SYSCALL_STUBS, 900, 400, 900 * SECOND, 400 * SECOND);
        for (boolean chosen : new boolean[] {false, true}) {
            assertThat(RecordingWarnings.of(new RecordingWarnings.Seen(ctimer, cpu, true, false, 0, 0, false, true, List.of(), chosen,
                    ReadOptions.DEFAULTS))).as("chosen " + chosen).hasSize(chosen ? 0 : 1);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "async-profiler-4.6/cpu-sockets.jfr | high context-switch rate",
        "async-profiler-4.6/ctimer.jfr | page faults are invisible",
        "async-profiler-4.6/cpu-alluser.jfr | recorded with alluser",
        "async-profiler-4.6/page-faults.jfr | event page-faults is not CPU time",
        "async-profiler-4.6/wall.jfr | event wall is not CPU time",
        "async-profiler-4.6/nativemem.jfr | no CPU samples",
        "async-profiler-4.6/cycles-empty.jfr | no CPU samples",
        "async-profiler-4.6/cpu-killed-early.jfr.gz | stop async-profiler before the JVM is killed",
        "jfr-25/io-throttled.jfr | some file and socket events were not recorded",
        "jfr-17/io-exact.jfr | too few to estimate",
    })
    void saysWhatARecordingCannotShow(String recording, String warning) throws Exception {
        assertThat(warnings(recording)).anySatisfy(text -> assertThat(text).contains(warning));
    }

    @ParameterizedTest
    @CsvSource({"async-profiler-4.6/cpu.jfr", "async-profiler-2.9/cpu.jfr", "async-profiler-4.6/cpu-pages.jfr"})
    void hasNothingToSayAboutGoodRecordings(String recording) throws Exception {
        assertThat(warnings(recording)).isEmpty();
    }

    private static List<String> warnings(String recording) throws Exception {
        Path path = Path.of("../fixtures/recordings").resolve(recording);
        return Recordings.read(List.of(path), ReadOptions.DEFAULTS).recordings().get(0).warnings();
    }

    private static RecordingWarnings.Seen seen(Event event, long samples, long system, long switching, double processSeconds) {
        CpuTotals cpu = new CpuTotals(Evidence.KERNEL_FRAMES, samples, system, samples * 1_000_000, system * 1_000_000);
        return new RecordingWarnings.Seen(event, cpu, true, false, switching, processSeconds * SECOND, false, true, List.of(), false, ReadOptions.DEFAULTS);
    }
}
