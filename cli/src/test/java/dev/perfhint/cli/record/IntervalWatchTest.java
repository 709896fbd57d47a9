package dev.perfhint.cli.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How often a program is sampled, and that the parts of its recording become one file. */
class IntervalWatchTest {
    @TempDir
    private Path directory;

    @Test
    void samplesACommandAtOnceAndARunningJvmMoreCalmly() {
        assertThat(options(OptionalLong.empty()).firstInterval()).isLessThanOrEqualTo(Duration.ofMillis(2));
        assertThat(options(OptionalLong.of(1)).firstInterval()).isEqualTo(Duration.ofMillis(10));
        assertThat(options(OptionalLong.of(1)).withInterval(Duration.ofMillis(3)).firstInterval()).hasMillis(3);
    }

    @Test
    void wantsTwentyThousandSamplesOfARunningJvm() {
        assertThat(IntervalWatch.forCpu(100_000)).hasMillis(5);
        assertThat(IntervalWatch.forCpu(1_000)).hasMillis(2);
        assertThat(IntervalWatch.forCpu(10_000_000)).hasMillis(10);
    }

    @ParameterizedTest
    @CsvSource({"true, 2000", "true, 20000", "true, 200000", "false, 2000", "false, 20000", "false, 200000"})
    void takesHalfToTwiceTheSamplesThatAreWanted(boolean counters, long cpuMillis) {
        List<IntervalWatch.Step> steps = IntervalWatch.steps(counters);
        long samples = 0;
        for (int i = 0; i < steps.size(); i++) {
            long until = i + 1 < steps.size() ? steps.get(i + 1).fromCpuMillis() : Long.MAX_VALUE;
            long within = Math.min(cpuMillis, until) - steps.get(i).fromCpuMillis();
            samples += Math.max(0, within) * 1000 / steps.get(i).micros();
        }
        long wanted = Math.min(IntervalWatch.WANTED_SAMPLES, cpuMillis);
        assertThat(samples).isBetween(wanted / 2, wanted * 2);
    }

    @Test
    void putsThePartsBeforeTheLastOne() throws Exception {
        Workspace workspace = new Workspace(directory, directory.resolve("out.jfr"), Optional.empty());
        Files.writeString(directory.resolve("7.jfr.1.part"), "fine ");
        Files.writeString(directory.resolve("7.jfr.2.part"), "coarser ");
        Files.writeString(directory.resolve("7.jfr"), "last");
        Files.writeString(directory.resolve("8.jfr.1.part"), "killed");

        new IntervalWatch(options(OptionalLong.empty()), workspace, Engine.PERF, Optional.empty()).settle();

        assertThat(Files.readString(directory.resolve("7.jfr"))).isEqualTo("fine coarser last");
        assertThat(Files.readString(directory.resolve("8.jfr"))).isEqualTo("killed");
    }

    private RecordOptions options(OptionalLong pid) {
        return new RecordOptions(directory.resolve("out.jfr"), Optional.empty(), Optional.empty(), Optional.empty(), pid,
                List.of("java"));
    }
}
