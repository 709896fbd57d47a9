package dev.perfhint.reader.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.perfhint.profile.CpuTotals;
import dev.perfhint.profile.Event;
import dev.perfhint.profile.Evidence;
import dev.perfhint.profile.FrameKind;
import dev.perfhint.profile.Profile;
import dev.perfhint.profile.Rows;
import dev.perfhint.profile.view.Butterfly;
import dev.perfhint.profile.view.Hotspot;
import dev.perfhint.profile.view.Hotspots;
import dev.perfhint.profile.view.KernelTime;
import dev.perfhint.reader.ForeignProfiles;
import dev.perfhint.reader.ForeignProfiles.Adapter;
import dev.perfhint.reader.jfr.JdkOracle;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What every format's adapter must make of one small profile: the same tree, hotspots and callers. */
class AdaptersTest {
    @TempDir
    private Path directory;

    private enum Way { PLAIN, GZIP, JDK }

    static List<Arguments> adapters() {
        List<Arguments> adapters = new ArrayList<>();
        for (Adapter adapter : ForeignProfiles.ADAPTERS) {
            adapters.add(Arguments.of(adapter, Way.PLAIN));
            adapters.add(Arguments.of(adapter, Way.GZIP));
        }
        adapters.add(Arguments.of(ForeignProfiles.ADAPTERS.get(0), Way.JDK));
        return adapters;
    }

    private Profile read(Adapter adapter, Way way, ReadOptions options) throws IOException {
        Path file = Files.write(directory.resolve("recording"), way == Way.GZIP ? gzip(adapter.content()) : adapter.content());
        return way == Way.JDK ? JdkOracle.read(file, options) : ProfileText.read(file, options);
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("adapters")
    void givesTheSameTree(Adapter adapter, Way way) throws IOException {
        Profile profile = read(adapter, way, ReadOptions.DEFAULTS);
        Map<String, Long> stacks = new TreeMap<>();
        Rows rows = profile.rows();
        for (int row = 0; row < rows.size(); row++) {
            stacks.merge(profile.threadGroups().get(rows.threadGroup(row)) + ": "
                    + ProfileText.stack(profile, rows.leaf(row)).strip(), rows.samples(row), Long::sum);
        }
        assertThat(stacks).isEqualTo(Map.of(
                "writer: ksys_write:0/KERNEL __GI_write:0/NATIVE java.io.FileOutputStream.write:0/JAVA app.Main.run:0/JAVA", 5L,
                "writer: ksys_write:0/KERNEL __GI_write:0/NATIVE java.io.FileOutputStream.write:0/JAVA app.Log.add:0/JAVA", 1L,
                "main: app.Main.compute:0/JAVA app.Main.run:0/JAVA", 4L,
                "C1 CompilerThread: asm_exc_page_fault:0/KERNEL Compile::Compile:0/CPP Thread::call_run:0/CPP", 2L));
        assertThat(profile.events()).containsExactly(new Event("cpu", "perf_events", Evidence.KERNEL_FRAMES, true));
        assertThat(profile.recordings()).hasSize(1).allMatch(recording -> recording.complete());
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("adapters")
    void givesTheSameTotals(Adapter adapter, Way way) throws IOException {
        Profile profile = read(adapter, way, ReadOptions.DEFAULTS);
        assertThat(CpuTotals.byEvidence(profile))
                .containsExactly(new CpuTotals(Evidence.KERNEL_FRAMES, 12, 8, 120_000_000, 80_000_000));
        assertThat(KernelTime.of(profile, Evidence.KERNEL_FRAMES).syscalls())
                .extracting(KernelTime.Row::name, KernelTime.Row::samples)
                .containsExactly(tuple("write", 6L));
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("adapters")
    void givesTheSameHotspots(Adapter adapter, Way way) throws IOException {
        Profile profile = read(adapter, way, ReadOptions.DEFAULTS);
        assertThat(Hotspots.of(profile, Evidence.KERNEL_FRAMES, false)).containsExactly(
                new Hotspot("java.io.FileOutputStream.write", FrameKind.JAVA, 6, 6, 60_000_000, 60_000_000),
                new Hotspot("[no Java frame]", FrameKind.NATIVE, 2, 2, 20_000_000, 20_000_000),
                new Hotspot("app.Main.run", FrameKind.JAVA, 0, 5, 0, 50_000_000),
                new Hotspot("app.Log.add", FrameKind.JAVA, 0, 1, 0, 10_000_000));
        assertThat(Hotspots.of(profile, Evidence.KERNEL_FRAMES, true))
                .extracting(Hotspot::method).startsWith("ksys_write", "asm_exc_page_fault");
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("adapters")
    void givesTheSameCallers(Adapter adapter, Way way) throws IOException {
        Profile profile = read(adapter, way, ReadOptions.DEFAULTS);
        assertThat(Butterfly.of(profile, Evidence.KERNEL_FRAMES, "java.io.FileOutputStream.write", false).callers())
                .extracting(Butterfly.Edge::method, Butterfly.Edge::samples)
                .containsExactly(tuple("app.Main.run", 5L),
                        tuple("app.Log.add", 1L));
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("adapters")
    void appliesFilters(Adapter adapter, Way way) throws IOException {
        assertThat(samples(read(adapter, way, ReadOptions.DEFAULTS.withThread(Pattern.compile("writer-2"))))).isEqualTo(3);
        assertThat(samples(read(adapter, way, ReadOptions.DEFAULTS.withInclude(Pattern.compile("app\\.Log"))))).isEqualTo(1);
        assertThat(samples(read(adapter, way, ReadOptions.DEFAULTS.withExclude(Pattern.compile("app\\.Main"))))).isEqualTo(3);
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("adapters")
    void foldsBeyondTheLimitOfNodes(Adapter adapter, Way way) throws IOException {
        Profile folded = read(adapter, way, ReadOptions.DEFAULTS.withMaxNodes(8));
        assertThat(folded.tree().size()).isLessThanOrEqualTo(8);
        assertThat(samples(folded)).isEqualTo(12);
    }

    private static byte[] gzip(byte[] content) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream zip = new GZIPOutputStream(bytes)) {
            zip.write(content);
        }
        return bytes.toByteArray();
    }

    private static long samples(Profile profile) {
        return profile.rows().totalSamples();
    }
}
