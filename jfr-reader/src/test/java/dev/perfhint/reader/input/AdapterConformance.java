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
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What every format's adapter must make of one small profile: the same tree, hotspots and callers. A new adapter says only
 * how the profile looks in its format; see {@link #STACKS}.
 */
public interface AdapterConformance {
    /** Thread, stack from the outermost frame, samples: the profile that each adapter writes in its format. */
    List<Stack> STACKS = List.of(
            new Stack("writer-1", 3, "J app/Main.run", "J java/io/FileOutputStream.write", "N __GI_write", "K ksys_write"),
            new Stack("writer-2", 2, "J app/Main.run", "J java/io/FileOutputStream.write", "N __GI_write", "K ksys_write"),
            new Stack("writer-2", 1, "J app/Log.add", "J java/io/FileOutputStream.write", "N __GI_write", "K ksys_write"),
            new Stack("main", 4, "J app/Main.run", "J app/Main.compute"),
            new Stack("C1 CompilerThread0", 2, "C Thread::call_run", "C Compile::Compile", "K asm_exc_page_fault"));

    /**
     * Equal samples of the profile.
     *
     * @param frames from the outermost; J is Java, N native, C is C++, K kernel
     */
    record Stack(String thread, int samples, String... frames) {}

    /** Returns {@link #STACKS}, sampled as {@code cpu} every 10 ms, in the adapter's format. */
    byte[] recording() throws IOException;

    /** Reads a file with the adapter, which the content chooses. */
    default Profile read(Path file, ReadOptions options) {
        return ProfileText.read(file, options);
    }

    private Profile written(Path directory, ReadOptions options) throws IOException {
        return read(Files.write(directory.resolve("recording"), recording()), options);
    }

    @Test
    default void givesTheSameTree(@TempDir Path directory) throws IOException {
        Profile profile = written(directory, ReadOptions.DEFAULTS);
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

    @Test
    default void givesTheSameTotals(@TempDir Path directory) throws IOException {
        Profile profile = written(directory, ReadOptions.DEFAULTS);
        assertThat(CpuTotals.byEvidence(profile))
                .containsExactly(new CpuTotals(Evidence.KERNEL_FRAMES, 12, 8, 120_000_000, 80_000_000));
        assertThat(KernelTime.of(profile, Evidence.KERNEL_FRAMES).syscalls())
                .extracting(KernelTime.Row::name, KernelTime.Row::samples)
                .containsExactly(tuple("write", 6L));
    }

    @Test
    default void givesTheSameHotspots(@TempDir Path directory) throws IOException {
        Profile profile = written(directory, ReadOptions.DEFAULTS);
        assertThat(Hotspots.of(profile, Evidence.KERNEL_FRAMES, false)).containsExactly(
                new Hotspot("java.io.FileOutputStream.write", FrameKind.JAVA, 6, 6, 60_000_000, 60_000_000),
                new Hotspot("[no Java frame]", FrameKind.NATIVE, 2, 2, 20_000_000, 20_000_000),
                new Hotspot("app.Main.run", FrameKind.JAVA, 0, 5, 0, 50_000_000),
                new Hotspot("app.Log.add", FrameKind.JAVA, 0, 1, 0, 10_000_000));
        assertThat(Hotspots.of(profile, Evidence.KERNEL_FRAMES, true))
                .extracting(Hotspot::method).startsWith("ksys_write", "asm_exc_page_fault");
    }

    @Test
    default void givesTheSameCallers(@TempDir Path directory) throws IOException {
        Profile profile = written(directory, ReadOptions.DEFAULTS);
        assertThat(Butterfly.of(profile, Evidence.KERNEL_FRAMES, "java.io.FileOutputStream.write", false).callers())
                .extracting(Butterfly.Edge::method, Butterfly.Edge::samples)
                .containsExactly(tuple("app.Main.run", 5L),
                        tuple("app.Log.add", 1L));
    }

    @Test
    default void appliesFilters(@TempDir Path directory) throws IOException {
        assertThat(samples(written(directory, ReadOptions.DEFAULTS.withThread(Pattern.compile("writer-2"))))).isEqualTo(3);
        assertThat(samples(written(directory, ReadOptions.DEFAULTS.withInclude(Pattern.compile("app\\.Log"))))).isEqualTo(1);
        assertThat(samples(written(directory, ReadOptions.DEFAULTS.withExclude(Pattern.compile("app\\.Main"))))).isEqualTo(3);
    }

    @Test
    default void foldsBeyondTheLimitOfNodes(@TempDir Path directory) throws IOException {
        Profile folded = written(directory, ReadOptions.DEFAULTS.withMaxNodes(8));
        assertThat(folded.tree().size()).isLessThanOrEqualTo(8);
        assertThat(samples(folded)).isEqualTo(12);
    }

    private static long samples(Profile profile) {
        return profile.rows().totalSamples();
    }
}
