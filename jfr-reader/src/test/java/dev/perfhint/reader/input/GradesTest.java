package dev.perfhint.reader.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.perfhint.profile.CpuTotals;
import dev.perfhint.profile.Evidence;
import dev.perfhint.profile.FrameNames;
import dev.perfhint.profile.Profile;
import dev.perfhint.profile.view.Butterfly;
import dev.perfhint.profile.view.Hotspots;
import dev.perfhint.profile.view.ThreadTimes;
import dev.perfhint.reader.Recordings;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The same programs at several grades, and thread seconds against the process's own accounting. */
final class GradesTest {
    private static final Path FIXTURES = Path.of("../fixtures");

    @ParameterizedTest
    @CsvSource({
        "cpu-25, kernel-frames, 0.02", "ctimer, syscall-stubs, 0.04", "jfr-17, jfr-estimate, 0.08", "jfr-25, jfr-estimate, 0.08"
    })
    void callersOfTheWorkedExampleAgreeAcrossGrades(String name, String grade, double points) throws Exception {
        Profile reference = read("worked-example/recordings/cpu.jfr");
        Profile profile = read("worked-example/recordings/" + name + ".jfr");
        assertThat(profile.evidence().label()).isEqualTo(grade);
        assertThat(Hotspots.of(profile, profile.evidence(), false).get(0).method()).isEqualTo("java.io.FileOutputStream.write");
        assertThat(topCallerShare(profile)).isCloseTo(topCallerShare(reference), within(points));
        assertThat(topCallerShare(profile)).isCloseTo(0.85, within(0.03));
    }

    // -XX:ActiveProcessorCount=8 on two processors, virtual threads: wrong units would be off by factors
    @ParameterizedTest
    @CsvSource({"jfr-17/cpus8", "jfr-17/tuned", "jfr-11/tuned", "jfr-21/tuned", "jfr-25/tuned", "jfr-21/virtual", "jfr-25/virtual"})
    void threadSecondsFillTheTwoProcessors(String name) throws Exception {
        Profile profile = read("recordings/" + name + ".jfr");
        CpuTotals totals = CpuTotals.best(profile);
        double twoProcessors = 2e6 * profile.recordings().get(0).durationMillis();
        assertThat(totals.nanos() / twoProcessors).isBetween(0.65, 1.1);
        assertThat(totals.systemShare()).isBetween(0.05, 0.6);
    }

    @ParameterizedTest
    @CsvSource({"jfr-21/virtual", "jfr-25/virtual"})
    void virtualThreadsGetTheTimeOfTheirCarriers(String name) throws Exception {
        Profile profile = read("recordings/" + name + ".jfr");
        ThreadTimes.Row virtual = ThreadTimes.of(profile, Evidence.JFR_ESTIMATE).get(0);
        assertThat(virtual.threadGroup()).isEqualTo(FrameNames.VIRTUAL_THREADS);
        assertThat(virtual.nanos()).isGreaterThan(CpuTotals.best(profile).nanos() / 2);
        assertThat(ThreadTimes.of(profile, Evidence.JFR_ESTIMATE)).noneMatch(row -> row.threadGroup().startsWith("ForkJoinPool"));
    }

    @Test
    void cpuTimeSamplesReplaceTheOthers() throws Exception {
        Profile profile = read("recordings/jfr-25/cputime.jfr");
        assertThat(profile.events().stream().filter(event -> event.cpu())).extracting(event -> event.name())
                .containsExactly("jdk.CPUTimeSample");
        // jfr summary counts 472 of them
        assertThat(CpuTotals.best(profile).samples()).isEqualTo(472);
    }

    private static double topCallerShare(Profile profile) {
        Butterfly butterfly = Butterfly.of(profile, profile.evidence(), "java.io.FileOutputStream.write", false);
        assertThat(butterfly.callers().get(0).method()).isEqualTo("org.example.export.ExtOutputStream.write");
        assertThat(butterfly.callers().get(1).method()).isEqualTo("org.textformat.OutImpl.outc");
        return butterfly.callers().get(0).share(butterfly.centre().orElseThrow());
    }

    private static Profile read(String recording) throws Exception {
        return Recordings.read(List.of(FIXTURES.resolve(recording)), ReadOptions.DEFAULTS);
    }
}
