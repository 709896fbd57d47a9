package dev.perfhint.rules.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.perfhint.profile.CallTree;
import dev.perfhint.profile.Event;
import dev.perfhint.profile.Evidence;
import dev.perfhint.profile.FrameKind;
import dev.perfhint.profile.ProfileBuilder;
import dev.perfhint.profile.Recording;
import dev.perfhint.rules.Analysis;
import dev.perfhint.rules.AnalysisOptions;
import dev.perfhint.rules.Report;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Compares made-up recordings of one program on machines of different speed. */
class CommonShiftTest {
    private static final Optional<Comparison.Work> SAME_WORK = Optional.of(new Comparison.Work(1, 1));
    private static final long MILLISECOND = 1_000_000;

    @Test
    void callsNothingDifferentOnASlowerMachine() throws Exception {
        Comparison comparison = Comparison.of(program(4000, 3000, 3000, 2000), slower(1.4, 4000, 3000, 3000, 2000), SAME_WORK);
        assertThat(comparison.isDifferent()).isFalse();
        assertThat(total(comparison).kind()).isEqualTo(ChangeKind.INCONCLUSIVE);
        assertThat(total(comparison).relative().orElseThrow()).isCloseTo(0.4, within(0.001));
        assertThat(comparison.common().orElseThrow()).isCloseTo(1.4, within(0.001));
        assertThat(row(comparison, Subject.SYSCALL, "write").kind()).isEqualTo(ChangeKind.INCONCLUSIVE);
        assertThat(row(comparison, Subject.SYSCALL, "write").againstRest().orElseThrow()).isCloseTo(0, within(0.02));
    }

    /** Computing does not slow down as the kernel does: on a virtual machine that is no change of the program. */
    @Test
    void allowsUserCodeToShiftLess() throws Exception {
        Comparison comparison = Comparison.of(program(4000, 3000, 3000, 2000), program(5600, 4200, 4200, 2200), SAME_WORK);
        assertThat(comparison.isDifferent()).isFalse();
    }

    /** A busy program takes one second of CPU per second on any machine: its user code then shifts against the kernel's. */
    @Test
    void allowsUserCodeToShiftLessPerSecondToo() throws Exception {
        Comparison comparison = Comparison.of(program(4000, 3000, 3000, 2000), program(4200, 3150, 3150, 1500), Optional.empty());
        assertThat(comparison.isDifferent()).isFalse();
    }

    /** The compiler inlines a method in one run and not in the other: its CPU only moves to its caller. */
    @Test
    void callsInlinedMethodsNotDifferent() throws Exception {
        assertThat(Comparison.of(hashing(4000, 0), hashing(1500, 2500), SAME_WORK).isDifferent()).isFalse();
        Comparison more = Comparison.of(hashing(400, 0), hashing(1500, 2500), SAME_WORK);
        assertThat(row(more, Subject.METHOD, "java.util.HashMap.put").kind()).isEqualTo(ChangeKind.NEW);
    }

    @Test
    void findsTheOnePartThatChanged() throws Exception {
        for (double speed : new double[] {0.7, 1, 1.4}) {
            Comparison more = Comparison.of(program(4000, 3000, 3000, 2000), slower(speed, 4700, 3000, 3000, 2000), SAME_WORK);
            assertThat(changed(more)).containsOnly("write", "java.io.FileOutputStream.write", "unbuffered-file-write in app.Main.write");
            assertThat(finding(more).kind()).isEqualTo(ChangeKind.LARGER);
            assertThat(finding(more).againstRest().orElseThrow()).isCloseTo(0.175, within(0.02));
            Comparison fewer = Comparison.of(program(4700, 3000, 3000, 2000), slower(speed, 4000, 3000, 3000, 2000), SAME_WORK);
            assertThat(finding(fewer).kind()).isEqualTo(ChangeKind.SMALLER);
        }
    }

    @Test
    void findsItPerSecondToo() throws Exception {
        Comparison comparison =
                Comparison.of(program(4000, 3000, 3000, 2000), slower(0.8, 4700, 3000, 3000, 2000), Optional.empty());
        assertThat(finding(comparison).kind()).isEqualTo(ChangeKind.LARGER);
        assertThat(row(comparison, Subject.SYSCALL, "read").kind().isDifferent()).isFalse();
    }

    /** What a part explains of the totals counts; what the machine does, does not. */
    @Test
    void reportsTheTotalsOfAGoneFinding() throws Exception {
        for (double speed : new double[] {0.7, 1.4}) {
            Comparison comparison = Comparison.of(program(8000, 2000, 2000, 2000), slower(speed, 0, 2000, 2000, 2000), SAME_WORK);
            assertThat(finding(comparison).kind()).isEqualTo(ChangeKind.GONE);
            assertThat(total(comparison).kind()).isEqualTo(ChangeKind.SMALLER);
            assertThat(total(comparison).againstRest().orElse(total(comparison).relative().orElseThrow())).isLessThan(-0.5);
            assertThat(changed(comparison)).doesNotContain("read", "app.Main.compute");
        }
    }

    /** What is not reported may have up to 20 samples, here more than 5 % of what it had. */
    @Test
    void callsASmallFindingGoneToo() throws Exception {
        Comparison comparison = Comparison.of(program(380, 3000, 0, 60), program(0, 0, 0, 230), SAME_WORK);
        assertThat(finding(comparison).kind()).isEqualTo(ChangeKind.GONE);
    }

    @Test
    void findsWhatDominates() throws Exception {
        Comparison comparison = Comparison.of(program(18_000, 1200, 800, 800), slower(1.2, 23_400, 1200, 800, 800), SAME_WORK);
        assertThat(finding(comparison).kind()).isEqualTo(ChangeKind.LARGER);
        assertThat(total(comparison).kind()).isEqualTo(ChangeKind.LARGER);
        assertThat(total(comparison).againstRest().orElseThrow()).isCloseTo(0.26, within(0.03));
    }

    @Test
    void isInconclusiveWithoutARest() throws Exception {
        for (int rest : new int[] {0, 5}) {
            Comparison comparison = Comparison.of(program(10_000, rest, rest, rest), program(11_500, rest, rest, rest), SAME_WORK);
            assertThat(comparison.isDifferent()).isFalse();
            assertThat(finding(comparison).kind()).isEqualTo(ChangeKind.INCONCLUSIVE);
            assertThat(finding(comparison).chance()).isBetween(0.05, 1.0);
        }
        Comparison gone = Comparison.of(program(10_000, 0, 0, 0), program(0, 0, 0, 50), SAME_WORK);
        assertThat(finding(gone).kind()).isEqualTo(ChangeKind.GONE);
        assertThat(total(gone).kind()).isEqualTo(ChangeKind.SMALLER);
    }

    @Test
    void knowsThatNoMachineIsFiveTimesFaster() throws Exception {
        Comparison comparison = Comparison.of(program(10_000, 8000, 8000, 5000), slower(0.2, 10_000, 8000, 8000, 5000), SAME_WORK);
        assertThat(total(comparison).kind()).isEqualTo(ChangeKind.SMALLER);
        assertThat(finding(comparison).kind()).isEqualTo(ChangeKind.SMALLER);
    }

    @Test
    void comparesWithARecordingThatHasNoSamples() throws Exception {
        Comparison comparison = Comparison.of(program(4000, 3000, 3000, 2000), program(0, 0, 0, 0), SAME_WORK);
        assertThat(comparison.changes()).allSatisfy(change -> assertThat(change.chance()).isBetween(0.0, 1.0));
        assertThat(total(comparison).kind()).isEqualTo(ChangeKind.SMALLER);
    }

    /** Without times of samples they are taken as independent, which is less certain than samples at a fixed interval. */
    @Test
    void doesWithoutSlices() throws Exception {
        Comparison timed = Comparison.of(program(1000, 800, 800, 500), program(1170, 800, 800, 500), SAME_WORK);
        Comparison untimed = Comparison.of(program(1000, 800, 800, 500, false), program(1170, 800, 800, 500, false), SAME_WORK);
        assertThat(finding(timed).kind()).isEqualTo(ChangeKind.LARGER);
        assertThat(finding(untimed).kind()).isEqualTo(ChangeKind.INCONCLUSIVE);
        Comparison large = Comparison.of(program(1000, 800, 800, 500, false), program(2000, 800, 800, 500, false), SAME_WORK);
        assertThat(finding(large).kind()).isEqualTo(ChangeKind.LARGER);
    }

    private static List<String> changed(Comparison comparison) {
        return comparison.changes().stream().filter(change -> change.kind().isDifferent()).map(Change::name).toList();
    }

    private static Change total(Comparison comparison) {
        return comparison.changes().get(0);
    }

    private static Change finding(Comparison comparison) {
        return comparison.changes().stream()
                .filter(change -> change.name().startsWith("unbuffered-file-write"))
                .findFirst()
                .orElseThrow();
    }

    private static Change row(Comparison comparison, Subject subject, String name) {
        return comparison.changes().stream()
                .filter(change -> change.subject() == subject && change.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static Report slower(double factor, int writes, int reads, int usages, int computing) {
        return program((int) (writes * factor), (int) (reads * factor), (int) (usages * factor), (int) (computing * factor));
    }

    private static Report program(int writes, int reads, int usages, int computing) {
        return program(writes, reads, usages, computing, true);
    }

    /** Ten seconds of one-byte writes, one-byte reads, getrusage and computing, each spread evenly. */
    private static Report program(int writes, int reads, int usages, int computing, boolean timed) {
        ProfileBuilder builder = new ProfileBuilder();
        int event = builder.event(new Event("cpu", "perf_events", Evidence.KERNEL_FRAMES, true));
        int group = builder.threadGroup("main");
        int main = builder.child(CallTree.ROOT, builder.method("app.Main", "main"), 10, FrameKind.JAVA);
        Map<Integer, Integer> samples = new LinkedHashMap<>();
        samples.put(call(builder, main, "write", "java.io.FileOutputStream", "write", "writeSingle", "write"), writes);
        samples.put(call(builder, main, "read", "java.io.FileInputStream", "read", "read0", "read"), reads);
        samples.put(call(builder, main, "usage", "app.Usage", "get", "get0", "getrusage"), usages);
        samples.put(builder.child(main, builder.method("app.Main", "compute"), 20, FrameKind.JAVA), computing);
        samples.forEach((leaf, count) -> {
            for (int i = 0; i < count; i++) {
                builder.sample(leaf, group, event, 1, MILLISECOND, timed ? i * 10_000L / count * MILLISECOND : -1);
            }
        });
        Recording recording = new Recording("made-up", "jfr", "perf_events", "cpu", Evidence.KERNEL_FRAMES, "", "app.Main", 0,
                10_000, MILLISECOND, writes + reads + usages + computing, 0, 0, 0, 0, true, 512, List.of());
        return Analysis.run(builder.build(List.of(recording)), Optional.empty(), AnalysisOptions.DEFAULTS);
    }

    private static Report hashing(int own, int called) {
        ProfileBuilder builder = new ProfileBuilder();
        int event = builder.event(new Event("cpu", "perf_events", Evidence.KERNEL_FRAMES, true));
        int group = builder.threadGroup("main");
        int hash = builder.child(CallTree.ROOT, builder.method("app.Main", "hash"), 10, FrameKind.JAVA);
        int put = builder.child(hash, builder.method("java.util.HashMap", "put"), 20, FrameKind.JAVA);
        int compute = builder.child(CallTree.ROOT, builder.method("app.Main", "compute"), 20, FrameKind.JAVA);
        builder.sample(hash, group, event, own, own * MILLISECOND, -1);
        builder.sample(compute, group, event, 4000, 4000 * MILLISECOND, -1);
        if (called > 0) {
            builder.sample(put, group, event, called, called * MILLISECOND, -1);
        }
        Recording recording = new Recording("made-up", "jfr", "perf_events", "cpu", Evidence.KERNEL_FRAMES, "", "app.Main", 0,
                10_000, MILLISECOND, own + called + 4000, 0, 0, 0, 0, true, 512, List.of());
        return Analysis.run(builder.build(List.of(recording)), Optional.empty(), AnalysisOptions.DEFAULTS);
    }

    private static int call(
            ProfileBuilder builder, int main, String caller, String className, String method, String function, String syscall) {
        int leaf = builder.child(main, builder.method("app.Main", caller), 30, FrameKind.JAVA);
        leaf = builder.child(leaf, builder.method(className, method), 300, FrameKind.JAVA);
        leaf = builder.child(leaf, builder.method(className, method), 0, FrameKind.JAVA);
        leaf = builder.child(leaf, builder.method("", function), 0, FrameKind.NATIVE);
        leaf = builder.child(leaf, builder.method("", "__GI___" + syscall), 0, FrameKind.NATIVE);
        for (String each : List.of("do_syscall_64", "__x64_sys_" + syscall, "ksys_" + syscall)) {
            leaf = builder.child(leaf, builder.method("", each), 0, FrameKind.KERNEL);
        }
        return leaf;
    }
}
