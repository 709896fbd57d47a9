package dev.perfhint.reader.input;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.profile.Profile;
import dev.perfhint.profile.TimeSlices;
import dev.perfhint.reader.Recordings;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** When the samples of a plain JFR recording fell, which a comparison needs to know how certain their number is. */
class EstimateSlicesTest {
    private static TimeSlices.Series writes(Profile profile) {
        return profile.timeSlices().byApplicationMethod().stream()
                .filter(series -> profile.methods().name(series.key()).equals("org.example.export.ExtOutputStream.write"))
                .filter(series -> profile.events().get(series.event()).cpu())
                .findFirst()
                .orElseThrow();
    }

    private static Profile read(String name, ReadOptions options) throws Exception {
        return Recordings.read(List.of(Path.of("../fixtures/worked-example/recordings", name)), options.withTimeSlices());
    }

    @Test
    void countsSamplesOfJavaAndNativeCodeByTime() throws Exception {
        Profile profile = read("jfr-17.jfr", ReadOptions.DEFAULTS);
        TimeSlices.Series writes = writes(profile);
        long samples = LongStream.of(writes.samples()).sum();
        // the estimate spreads all of the thread's time over them; none is a wait
        assertThat(samples).isBetween(3000L, 4834L);
        assertThat(LongStream.of(writes.nanos()).sum() / 1e9).isBetween(30.0, 46.3);
        long slices = profile.recordings().get(0).durationMillis() * 1_000_000 / profile.timeSlices().widthNanos();
        assertThat(Arrays.stream(writes.samples()).filter(count -> count > 0).count()).isBetween(slices / 2, slices + 1);
    }

    @Test
    void countsOnlyCpuTimeSamplesWhereThereAreAny() throws Exception {
        Profile profile = read("jfr-25.jfr", ReadOptions.DEFAULTS);
        long samples = profile.timeSlices().byThreadGroup().stream()
                .filter(series -> profile.events().get(series.event()).cpu())
                .flatMapToLong(series -> LongStream.of(series.samples()))
                .sum();
        assertThat(samples).isBetween(2300L, 2524L);
    }

    /** A thread that is busy all the time fills all slices alike: none is made of more pieces than another. */
    @Test
    void fillsSlicesEvenly() throws Exception {
        TimeSlices.Series writes = writes(read("cpu.jfr", ReadOptions.DEFAULTS));
        long[] busy = Arrays.copyOfRange(writes.samples(), 20, 40);
        assertThat(Arrays.stream(busy).max().orElseThrow()).isLessThan(Arrays.stream(busy).min().orElseThrow() * 5 / 4);
    }

    @Test
    void leavesOutWhatAFilterDoes() throws Exception {
        Profile profile = read("jfr-17.jfr", ReadOptions.DEFAULTS.withExclude(java.util.regex.Pattern.compile("ExtOutputStream")));
        assertThat(profile.timeSlices().byApplicationMethod()).noneMatch(
                series -> profile.methods().name(series.key()).contains("ExtOutputStream.write"));
    }
}
