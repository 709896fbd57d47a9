package dev.perfhint.reader.input;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.profile.CpuTotals;
import dev.perfhint.profile.Evidence;
import dev.perfhint.profile.FrameKind;
import dev.perfhint.profile.Profile;
import dev.perfhint.profile.Rows;
import dev.perfhint.profile.view.Hotspot;
import dev.perfhint.profile.view.Hotspots;
import dev.perfhint.reader.CollapsedOracle;
import dev.perfhint.reader.ForeignProfiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.GZIPOutputStream;
import one.convert.Main;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Reads what async-profiler's converter makes of a shipped recording, and holds it against the collapsed text that it makes of the
 * same one, counted by {@link CollapsedOracle}.
 */
class ConvertedRecordingsTest {
    private static final Path RECORDINGS = Path.of("../fixtures/recordings");

    @TempDir
    private Path directory;

    private Path convert(String recording, String format, String... options) throws Exception {
        Path output = directory.resolve("output." + format);
        String[] command = new String[options.length + 4];
        System.arraycopy(options, 0, command, 0, options.length);
        command[options.length] = "-o";
        command[options.length + 1] = format;
        command[options.length + 2] = RECORDINGS.resolve(recording).toString();
        command[options.length + 3] = output.toString();
        Main.main(command);
        return output;
    }

    private CollapsedOracle oracle(Path collapsed, boolean nativeFrames) throws IOException {
        Path zipped = directory.resolve("oracle.gz");
        try (GZIPOutputStream zip = new GZIPOutputStream(Files.newOutputStream(zipped))) {
            Files.copy(collapsed, zip);
        }
        return CollapsedOracle.of(zipped, true, nativeFrames);
    }

    private static Map<String, Long> counts(Profile profile, boolean nativeFrames, boolean exclusive) {
        Map<String, Long> counts = new TreeMap<>();
        for (Hotspot hotspot : Hotspots.of(profile, Evidence.KERNEL_FRAMES, nativeFrames)) {
            long samples = exclusive ? hotspot.exclusive() : hotspot.inclusive();
            if (samples > 0) {
                counts.merge(hotspot.method(), samples, Long::sum);
            }
        }
        return counts;
    }

    @ParameterizedTest
    @CsvSource({
        "async-profiler-4.6/cpu.jfr, html", "async-profiler-4.6/cpu.jfr, pprof", "async-profiler-4.6/cpu.jfr, pb.gz",
        "async-profiler-4.6/cpu.jfr, otlp", "async-profiler-3.0/cpu.jfr, html", "async-profiler-3.0/cpu.jfr, pprof",
        "async-profiler-4.6/cpu-sockets.jfr, html", "async-profiler-4.6/cpu-sockets.jfr, otlp"
    })
    void countsAsTheConverterDoes(String recording, String format) throws Exception {
        CollapsedOracle oracle = oracle(convert(recording, "collapsed", "--cpu"), false);
        Profile profile = sampled(convert(recording, format, "--cpu"));
        CpuTotals totals = CpuTotals.best(profile);
        assertThat(totals.evidence()).isEqualTo(Evidence.KERNEL_FRAMES);
        assertThat(totals.samples()).isEqualTo(oracle.samples);
        assertThat(totals.systemSamples()).isEqualTo(oracle.systemSamples);
        assertThat(counts(profile, false, true)).isEqualTo(oracle.exclusive);
        assertThat(counts(profile, false, false)).isEqualTo(oracle.inclusive);
        assertThat(profile.recordings().get(0).complete()).isTrue();
    }

    /** The page that async-profiler itself wrote; the converter reads such pages too. */
    @Test
    void readsThePageOfTheProfilerItself() throws Exception {
        CollapsedOracle oracle = oracle(convert("async-profiler-4.6/flamegraph.html", "collapsed"), false);
        Profile profile = sampled(RECORDINGS.resolve("async-profiler-4.6/flamegraph.html"));
        assertThat(CpuTotals.best(profile).samples()).isEqualTo(oracle.samples).isEqualTo(821);
        assertThat(CpuTotals.best(profile).systemSamples()).isEqualTo(oracle.systemSamples);
        assertThat(counts(profile, false, true)).isEqualTo(oracle.exclusive);
    }

    /** async-profiler's own OTLP file, against a count with OpenTelemetry's classes for Python. */
    @Test
    void readsTheProfilesThatTheProfilerExports() throws IOException {
        CollapsedOracle oracle = CollapsedOracle.of(RECORDINGS.resolve("async-profiler-4.6/cpu-otlp.counted.collapsed.gz"), true, true);
        Profile profile = sampled(RECORDINGS.resolve("async-profiler-4.6/cpu.otlp.gz"));
        assertThat(profile.recordings().get(0).intervalNanos()).isEqualTo(5_000_000);
        assertThat(CpuTotals.best(profile).samples()).isEqualTo(oracle.samples).isEqualTo(224);
        assertThat(CpuTotals.best(profile).systemSamples()).isEqualTo(oracle.systemSamples);
        assertThat(profile.threadGroups()).contains("writer", "reader", "main");
    }

    /** Pyroscope's converter names the library of a function, puts a dot before kernel functions and knows no thread. */
    @ParameterizedTest
    @CsvSource({"ctimer, SYSCALL_STUBS, 661", "cpu-jdk17, KERNEL_FRAMES, 799"})
    void countsInPyroscopesProfileAsInItsSource(String name, Evidence grade, long samples) throws IOException {
        Profile source = ProfileText.read(RECORDINGS.resolve("async-profiler-4.6/" + name + ".jfr"));
        Profile profile = ProfileText.read(RECORDINGS.resolve("pyroscope/" + name + ".pprof.gz"));
        CpuTotals totals = CpuTotals.best(profile);
        assertThat(totals.evidence()).isEqualTo(grade);
        assertThat(profile.rows().totalSamples()).isEqualTo(samples).isEqualTo(source.rows().totalSamples());
        assertThat(totals.samples()).isEqualTo(CpuTotals.best(source).samples());
        assertThat(totals.systemSamples()).isPositive().isEqualTo(CpuTotals.best(source).systemSamples());
        assertThat(hotspots(profile, grade)).isEqualTo(hotspots(source, grade));
    }

    private static Map<String, Long> hotspots(Profile profile, Evidence grade) {
        Map<String, Long> samples = new TreeMap<>();
        Hotspots.of(profile, grade, false).forEach(each -> samples.merge(each.method(), each.exclusive(), Long::sum));
        return samples;
    }

    /**
     * Files of two profilers in the layouts of 2025 and 2026, against a count with classes that protoc made of the protocol's releases:
     * samples, and those that end in the kernel.
     */
    @ParameterizedTest
    @CsvSource({"ebpf-2025, 121, 63", "ebpf-2026, 207, 103", "async-profiler-4.2, 187, 94"})
    void readsEachLayoutOfOtlp(String name, long samples, long inKernel) throws IOException {
        Profile profile = ProfileText.read(RECORDINGS.resolve("opentelemetry/" + name + ".otlp.gz"));
        Rows rows = profile.rows();
        long kernel = 0;
        for (int row = 0; row < rows.size(); row++) {
            kernel += profile.tree().kind(rows.leaf(row)) == FrameKind.KERNEL ? rows.samples(row) : 0;
        }
        assertThat(rows.totalSamples()).isEqualTo(samples);
        assertThat(kernel).isEqualTo(inKernel);
        assertThat(hotspots(profile, Evidence.KERNEL_FRAMES)).containsKeys("java.io.RandomAccessFile.readInt", "app.Mix.readBytes",
                "app.Mix$$Lambda.run").doesNotContainKey("6");
    }

    /** Text of perf itself, against a count with the script of the flame graph's inventor. */
    @Test
    void readsWhatPerfPrints() throws IOException {
        CollapsedOracle oracle = CollapsedOracle.of(RECORDINGS.resolve("perf/script.counted.collapsed.gz"), true, true);
        Profile profile = sampled(RECORDINGS.resolve("perf/script.txt.gz"));
        assertThat(profile.recordings().get(0).intervalNanos()).isEqualTo(10_101_010);
        assertThat(CpuTotals.best(profile).nanos()).isEqualTo(oracle.samples);
        assertThat(CpuTotals.best(profile).systemNanos()).isEqualTo(oracle.systemSamples);
        Profile cut = ProfileText.read(RECORDINGS.resolve("perf/script.txt.gz"), ReadOptions.DEFAULTS.asSampled().withTime(0, 1_000_000_000));
        assertThat(cut.rows().totalSamples()).isBetween(1L, profile.rows().totalSamples() - 1);
        assertThat(Hotspots.of(profile, Evidence.KERNEL_FRAMES, false)).extracting(Hotspot::method).contains("java.io.FileOutputStream.write");
    }

    @Test
    void keepsTheFilesThatFunctionsName(@TempDir Path directory) throws IOException {
        for (byte[] bytes : List.of(ForeignProfiles.pprof(), ForeignProfiles.otlp())) {
            Profile profile = ProfileText.read(Files.write(directory.resolve("profile"), bytes));
            assertThat(profile.methods().source("app.Main")).isEqualTo("Work.kt");
            assertThat(profile.methods().source("java.io.FileOutputStream")).isEmpty();
        }
    }

    @Test
    void neverTakesOtherSamplesForCpu() throws Exception {
        Path page = convert("async-profiler-4.6/alloc.jfr", "html", "--alloc");
        // the converter gives all pages the same heading, the profiler each its own
        Files.writeString(page, Files.readString(page).replace("<h1>Flame Graph</h1>", "<h1>Allocation profile</h1>"));
        for (Path path : List.of(page, convert("async-profiler-4.6/alloc.jfr", "otlp", "--alloc"))) {
            Profile profile = ProfileText.read(path);
            assertThat(profile.events()).hasSize(1).allMatch(each -> !each.cpu() && each.evidence() == Evidence.NONE);
            assertThat(profile.rows().totalSamples()).isPositive();
            assertThat(profile.recordings().get(0).samples()).isZero();
        }
    }

    /** Other tools count interrupts, preemption and the profiler with the program. */
    private static Profile sampled(Path recording) {
        return ProfileText.read(recording, ReadOptions.DEFAULTS.asSampled());
    }
}
