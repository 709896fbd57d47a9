package dev.perfhint.reader.input;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.profile.CpuTotals;
import dev.perfhint.profile.Evidence;
import dev.perfhint.profile.Profile;
import dev.perfhint.profile.view.Butterfly;
import dev.perfhint.profile.view.Hotspot;
import dev.perfhint.profile.view.Hotspots;
import dev.perfhint.profile.view.KernelTime;
import dev.perfhint.reader.CollapsedOracle;
import dev.perfhint.reader.Recordings;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Totals, hotspots and callers of the shipped recordings equal what jfrconv's collapsed output holds, exactly. */
final class OracleTest {
    private static final Path RECORDINGS = Path.of(System.getProperty("perfhint.recordings", "../fixtures/recordings"));

    @ParameterizedTest
    @ValueSource(strings = {
        "async-profiler-2.9/cpu", "async-profiler-3.0/cpu", "async-profiler-4.2/cpu", "async-profiler-4.2/cpu-jdk17",
        "async-profiler-4.6/cpu", "async-profiler-4.6/cpu-jdk11", "async-profiler-4.6/cpu-jdk17",
        "async-profiler-4.6/cpu-jdk21-virtual", "async-profiler-4.6/cpu-pages", "async-profiler-4.6/cpu-sockets",
        "async-profiler-4.6/cpu-chunks", "async-profiler-4.6/cpu-single", "async-profiler-4.6/cpu-nosys",
        "async-profiler-4.2/several", "async-profiler-4.6/jfrsync", "async-profiler-4.2/jfrsync", "async-profiler-3.0/jfrsync",
        "async-profiler-2.9/jfrsync"
    })
    void kernelFramesEqualTheIndependentCount(String name) throws Exception {
        compare(name, Evidence.KERNEL_FRAMES);
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "async-profiler-2.9/itimer", "async-profiler-3.0/ctimer", "async-profiler-3.0/itimer", "async-profiler-4.2/ctimer",
        "async-profiler-4.6/ctimer", "async-profiler-4.6/itimer", "async-profiler-4.6/ctimer-sockets",
        "async-profiler-4.6/ctimer-pages"
    })
    void syscallStubsEqualTheIndependentCount(String name) throws Exception {
        compare(name, Evidence.SYSCALL_STUBS);
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "async-profiler-4.6/page-faults", "async-profiler-4.6/tracepoint-write", "async-profiler-4.6/tracepoint-switch",
        "async-profiler-4.6/context-switches", "async-profiler-4.6/method", "async-profiler-4.6/cpu-alluser",
        "async-profiler-4.6/wall", "async-profiler-3.0/wall", "async-profiler-2.9/wall", "async-profiler-4.6/alloc",
        "async-profiler-4.6/lock", "async-profiler-3.0/lock", "async-profiler-4.6/nativemem"
    })
    void otherEventsContributeNothingToCpu(String name) throws Exception {
        Profile profile = Recordings.read(List.of(RECORDINGS.resolve(name + ".jfr")), ReadOptions.DEFAULTS.asSampled());
        assertThat(CpuTotals.byEvidence(profile)).isEmpty();
        assertThat(CpuTotals.best(profile).samples()).isZero();
        assertThat(profile.recordings().get(0).samples()).isZero();
        assertThat(profile.evidence()).isEqualTo(Evidence.NONE);
    }

    private static void compare(String name, Evidence grade) throws Exception {
        Profile profile = Recordings.read(List.of(RECORDINGS.resolve(name + ".jfr")), ReadOptions.DEFAULTS.asSampled());
        KernelTime kernel = KernelTime.of(profile, grade);
        assertThat(kernel.subsystems().stream().mapToLong(KernelTime.Row::samples).sum())
                .as("all subsystems").isEqualTo(CpuTotals.best(profile).systemSamples());
        assertThat(kernel.syscalls().stream().mapToLong(KernelTime.Row::samples).sum())
                .as("all system calls").isLessThanOrEqualTo(CpuTotals.best(profile).systemSamples());
        for (boolean nativeFrames : new boolean[] {false, true}) {
            CollapsedOracle oracle = CollapsedOracle.of(
                    RECORDINGS.resolve(name + ".oracle.collapsed.gz"), grade == Evidence.KERNEL_FRAMES, nativeFrames);
            CpuTotals totals = CpuTotals.best(profile);
            assertThat(totals.evidence()).isEqualTo(grade);
            assertThat(totals.samples()).as("samples").isEqualTo(oracle.samples);
            assertThat(totals.systemSamples()).as("system samples").isEqualTo(oracle.systemSamples);
            assertThat(samplesOf(kernel, "write")).as("write").isEqualTo(oracle.writes);
            List<Hotspot> hotspots = Hotspots.of(profile, grade, nativeFrames);
            assertThat(differences(byName(hotspots, Hotspot::exclusive), oracle.exclusive)).as("exclusive").isEmpty();
            assertThat(differences(byName(hotspots, Hotspot::inclusive), oracle.inclusive)).as("inclusive").isEmpty();
            for (Hotspot hotspot : hotspots) {
                Butterfly butterfly = Butterfly.of(profile, grade, hotspot.method(), nativeFrames);
                if (!hotspot.method().startsWith("[")) {
                    Map<String, Long> callers = new TreeMap<>();
                    butterfly.callers().forEach(edge -> callers.merge(edge.method(), edge.samples(), Long::sum));
                    assertThat(differences(callers, oracle.callers(hotspot.method())))
                            .as("callers of " + hotspot.method())
                            .isEmpty();
                }
            }
        }
    }

    private static long samplesOf(KernelTime kernel, String syscall) {
        return kernel.syscalls().stream().filter(row -> row.name().equals(syscall)).mapToLong(KernelTime.Row::samples).sum();
    }

    private static List<String> differences(Map<String, Long> ours, Map<String, Long> oracle) {
        Set<String> names = new TreeSet<>(ours.keySet());
        names.addAll(oracle.keySet());
        return names.stream()
                .filter(name -> !ours.getOrDefault(name, 0L).equals(oracle.getOrDefault(name, 0L)))
                .map(name -> name + ": " + ours.get(name) + " instead of " + oracle.get(name))
                .toList();
    }

    private static Map<String, Long> byName(List<Hotspot> hotspots, Function<Hotspot, Long> count) {
        Map<String, Long> counts = new TreeMap<>();
        hotspots.stream()
                .filter(hotspot -> count.apply(hotspot) > 0)
                .forEach(hotspot -> counts.merge(hotspot.method(), count.apply(hotspot), Long::sum));
        return counts;
    }
}
