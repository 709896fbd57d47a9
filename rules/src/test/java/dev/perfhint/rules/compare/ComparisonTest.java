package dev.perfhint.rules.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.perfhint.profile.CallTree;
import dev.perfhint.profile.Event;
import dev.perfhint.profile.Evidence;
import dev.perfhint.profile.FrameKind;
import dev.perfhint.profile.Frames;
import dev.perfhint.profile.Gauge;
import dev.perfhint.profile.Recording;
import dev.perfhint.profile.build.ProfileBuilder;
import dev.perfhint.profile.observed.ObservationReader;
import dev.perfhint.rules.Reports;
import dev.perfhint.rules.Stacks;
import dev.perfhint.rules.analysis.Analysis;
import dev.perfhint.rules.analysis.AnalysisOptions;
import dev.perfhint.rules.model.Report;
import dev.perfhint.source.file.SourceOptions;
import dev.perfhint.source.file.Sources;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compares made-up recordings of ten seconds: so many samples of one-byte writes, so many of computing. */
class ComparisonTest {
    private static final Optional<Comparison.Work> SAME_WORK = Optional.of(new Comparison.Work(100, 100));
    private static final long MILLISECOND = 1_000_000;

    @Test
    void callsEqualRecordingsTheSame() throws Exception {
        Comparison comparison = Comparison.of(report(6000, 4000), report(6000, 4000), SAME_WORK);
        assertThat(comparison.isDifferent()).isFalse();
        assertThat(comparison.changes()).extracting(Change::kind).containsOnly(ChangeKind.SAME);
        assertThat(comparison.changes().get(0).before()).isCloseTo(0.1, within(1e-9));
    }

    @Test
    void findsALargerPart() throws Exception {
        Comparison comparison = Comparison.of(report(6000, 4000), report(7200, 4000), SAME_WORK);
        assertThat(row(comparison, Subject.SYSCALL, "write").kind()).isEqualTo(ChangeKind.LARGER);
        assertThat(row(comparison, Subject.SYSCALL, "write").relative().orElseThrow()).isCloseTo(0.2, within(1e-9));
        assertThat(row(comparison, Subject.SYSCALL, "write").points()).isCloseTo(12, within(1e-9));
        assertThat(row(comparison, Subject.METHOD, "app.Main.compute").kind()).isEqualTo(ChangeKind.SAME);
    }

    @Test
    void callsARemovedFindingGone() throws Exception {
        Comparison comparison = Comparison.of(report(6000, 4000), report(0, 4000), SAME_WORK);
        List<Change> findings = comparison.changes().stream().filter(c -> c.subject() == Subject.FINDING).toList();
        assertThat(findings).singleElement().satisfies(finding -> {
            assertThat(finding.kind()).isEqualTo(ChangeKind.GONE);
            assertThat(finding.name()).startsWith("unbuffered-file-write in app.Main.");
            assertThat(finding.id()).isNotEmpty();
        });
        Comparison reverse = Comparison.of(report(0, 4000), report(6000, 4000), SAME_WORK);
        assertThat(row(reverse, Subject.SYSCALL, "write").kind()).isEqualTo(ChangeKind.NEW);
    }

    @Test
    void callsAFindingOfFewSamplesGoneWhereItsMethodHasNone() throws Exception {
        Comparison gone = Comparison.of(report(50, 4000), report(0, 4000), SAME_WORK);
        Comparison silent = Comparison.of(report(50, 4000), report(15, 4000), SAME_WORK);
        assertThat(finding(gone).kind()).isEqualTo(ChangeKind.GONE);
        assertThat(finding(silent).kind()).isEqualTo(ChangeKind.INCONCLUSIVE);
    }

    @Test
    void comparesWhatIsCreatedInOneLineThoughItsCallsChanged(@TempDir Path directory) throws Exception {
        Files.createDirectories(directory.resolve("app"));
        Files.writeString(directory.resolve("app/Main.java"), """
                package app;
                import java.io.*;
                class Main {
                    static OutputStream open(String name) throws IOException {
                        return new FileOutputStream(name);
                    }
                    static void book() throws IOException {
                        OutputStream out = open("book");
                        for (int i = 0; i < 9; i++) { out.write(i); }
                    }
                    static void spool() throws IOException {
                        OutputStream out = open("spool");
                        for (int i = 0; i < 9; i++) { out.write(i); }
                    }
                }
                """);
        Sources sources = Sources.open(new SourceOptions(List.of(directory), Optional.empty(), List.of()));
        String spool = "app.Main.spool:13;" + Reports.SINGLE_WRITE + " 400";
        Report before = analysed(sources, "app.Main.book:9;" + Reports.SINGLE_WRITE + " 1600", spool, "app.Main.run:3 2000");
        Report after = analysed(sources, spool, "app.Main.run:3 2000");
        assertThat(before.findings().get(0).id()).isNotEqualTo(after.findings().get(0).id());

        Comparison comparison = Comparison.of(before, after, SAME_WORK);

        List<Change> findings = comparison.changes().stream().filter(each -> each.subject() == Subject.FINDING).toList();
        assertThat(findings).singleElement().satisfies(finding -> {
            assertThat(finding.kind()).isEqualTo(ChangeKind.SMALLER);
            assertThat(finding.relative().orElseThrow()).isCloseTo(-0.8, within(1e-9));
            assertThat(finding.id()).isEqualTo(after.findings().get(0).id());
        });
    }

    private static Report analysed(Sources sources, String... lines) {
        return Analysis.run(Stacks.kernel(lines).every(MILLISECOND).profile(), Optional.of(sources), AnalysisOptions.DEFAULTS);
    }

    @Test
    void callsAFindingThatIsNoLongerReportedTheSameWhereItsCallsGoOn() throws Exception {
        Report before = report(6000, 4000);
        Report after = report(6000, 4000);
        Report silent = new Report(after.profile(), Optional.empty(), List.of(), List.of(), List.of());
        assertThat(finding(Comparison.of(before, silent, SAME_WORK)).kind()).isEqualTo(ChangeKind.SAME);
        assertThat(finding(Comparison.of(silent, before, SAME_WORK)).kind()).isEqualTo(ChangeKind.SAME);
    }

    private static Change finding(Comparison comparison) {
        return comparison.changes().stream().filter(each -> each.subject() == Subject.FINDING).findFirst().orElseThrow();
    }

    @Test
    void comparesPerSecondWhereOnlyOneSideIsOfAWholeRunAndSaysSo() throws Exception {
        Report whole = report(builder -> builder.gauge(Gauge.WHOLE_RUN, Gauge.of(1)));
        Report part = report(builder -> { });
        Comparison runs = Comparison.of(whole, whole, Optional.empty());
        assertThat(runs.unit()).isEqualTo("run");
        assertThat(runs.warnings()).isEmpty();
        Comparison mixed = Comparison.of(whole, part, Optional.empty());
        assertThat(mixed.unit()).isEqualTo("second");
        assertThat(mixed.warnings()).singleElement().asString().startsWith("only one side is of whole runs");
        assertThat(Comparison.of(part, part, Optional.empty()).warnings()).isEmpty();
    }

    @Test
    void dividesNoPartOfARunByTheWorkOfAllOfIt() throws Exception {
        Report whole = report(builder -> builder.gauge(Gauge.WHOLE_RUN, Gauge.of(1)));
        Report late = report(builder -> builder.gauge(Gauge.FROM_NANOS, Gauge.of(1_300_000_000)));
        Report early = report(builder -> builder.gauge(Gauge.TO_NANOS, Gauge.of(1_300_000_000)));
        assertThatThrownBy(() -> Comparison.of(late, whole, SAME_WORK)).isInstanceOf(IncomparableException.class)
                .hasMessageStartingWith("the recording before is of a part of a run");
        assertThatThrownBy(() -> Comparison.of(whole, early, SAME_WORK)).isInstanceOf(IncomparableException.class)
                .hasMessageStartingWith("the recording after is of a part of a run");
        assertThat(Comparison.of(late, early, Optional.empty()).warnings()).singleElement().asString()
                .startsWith("both sides are of parts of a run").endsWith("record both with --engine ctimer");
    }

    @Test
    void isInconclusiveOnFewSamples() throws Exception {
        Comparison comparison = Comparison.of(report(60, 40), report(72, 40), SAME_WORK);
        assertThat(comparison.isDifferent()).isFalse();
        assertThat(row(comparison, Subject.SYSCALL, "write").kind()).isEqualTo(ChangeKind.INCONCLUSIVE);
    }

    @Test
    void ignoresASignificantChangeBelowTheLeastEffect() throws Exception {
        Comparison comparison = Comparison.of(report(600_000, 400_000), report(640_000, 400_000), SAME_WORK);
        assertThat(comparison.isDifferent()).isFalse();
    }

    @Test
    void comparesPerUnitOfWork() throws Exception {
        Comparison comparison =
                Comparison.of(report(6000, 4000), report(12_000, 8000), Optional.of(new Comparison.Work(100, 200)));
        assertThat(comparison.isDifferent()).isFalse();
        assertThat(comparison.unit()).isEqualTo("unit of work");
    }

    @Test
    void comparesPerSecondWithoutWork() throws Exception {
        Comparison comparison = Comparison.of(report(6000, 4000), report(12_000, 8000), Optional.empty());
        assertThat(comparison.unit()).isEqualTo("second");
        assertThat(comparison.changes().get(0).relative().orElseThrow()).isCloseTo(1, within(1e-9));
    }

    @Test
    void comparesAllCpuOfDifferentEngines() throws Exception {
        Comparison comparison = Comparison.of(
                report(6000, 4000), report(600, 4000, Evidence.SYSCALL_STUBS, false), SAME_WORK);
        assertThat(comparison.warnings()).singleElement().asString().startsWith("different engines: perf_events");
        assertThat(comparison.changes()).extracting(Change::subject).containsOnly(Subject.CPU, Subject.METHOD);
        assertThat(row(comparison, Subject.METHOD, "app.Main.write").kind()).isEqualTo(ChangeKind.SMALLER);
        assertThat(row(comparison, Subject.CPU, "").kind()).isEqualTo(ChangeKind.SMALLER);
    }

    @Test
    void blamesNoPartWhereAllCodeMovedAlike() throws Exception {
        Comparison comparison = Comparison.of(report(6000, 4000), report(9000, 6000), SAME_WORK);
        assertThat(comparison.moved()).isTrue();
        assertThat(comparison.common().orElseThrow()).isCloseTo(1.5, within(0.01));
        assertThat(comparison.isDifferent()).isFalse();
    }

    @Test
    void verdictsHaveTheSignOfTheirNumbers() throws Exception {
        // a machine of 0.7 to 1.6 times the speed, and a part that grows or shrinks
        for (int machine : new int[] {7, 9, 10, 12, 16}) {
            for (int part : new int[] {0, 2, 8, 10, 12, 30}) {
                Comparison comparison = Comparison.of(report(6000, 4000),
                        report(60 * machine * part, 400 * machine), SAME_WORK);
                assertThat(comparison.changes()).allSatisfy(change -> {
                    boolean less = change.kind() == ChangeKind.SMALLER || change.kind() == ChangeKind.GONE;
                    if (change.kind().isDifferent()) {
                        assertThat(change.after() < change.before()).isEqualTo(less);
                    }
                });
            }
        }
    }

    @Test
    void burstsMakeARecordingLessCertain() throws Exception {
        Comparison even = Comparison.of(report(2000, 2000), report(2500, 2000), Optional.empty());
        Comparison uneven = Comparison.of(
                report(2000, 2000, Evidence.KERNEL_FRAMES, true), report(2500, 2000, Evidence.KERNEL_FRAMES, true), Optional.empty());
        assertThat(row(even, Subject.SYSCALL, "write").kind()).isEqualTo(ChangeKind.LARGER);
        assertThat(row(uneven, Subject.SYSCALL, "write").kind()).isEqualTo(ChangeKind.INCONCLUSIVE);
    }

    @Test
    void adjustsChancesByHolm() {
        // Worked by hand: sorted 0.01 x 3, 0.02 x 2, 0.03 x 1, never falling.
        assertThat(Significance.holm(new double[] {0.02, 0.01, 0.03})).containsExactly(0.04, 0.03, 0.04);
        assertThat(Significance.holm(new double[] {0.9, 0.8})).containsExactly(1, 1);
    }

    @Test
    void chargesNothingForRowsWithTooFewSamplesToChange() {
        double[] chances = {0.013, 0.3, 0.9, 0.8, 1};
        assertThat(Significance.adjusted(chances, new double[] {0, 0, 0.2, 0.2, 0.1}))
                .containsExactly(new double[] {0.026, 0.3, 1, 1, 1}, within(1e-9));
        assertThat(Significance.adjusted(chances, new double[5])).containsExactly(Significance.holm(chances));
    }

    @Test
    void knowsTheNormalDistribution() {
        // From a table of the normal distribution.
        assertThat(Significance.twoSided(1.959964)).isCloseTo(0.05, within(1e-6));
        assertThat(Significance.twoSided(-2.575829)).isCloseTo(0.01, within(1e-6));
        assertThat(Significance.twoSided(0)).isCloseTo(1, within(1e-6));
    }

    @Test
    void measuresDispersion() {
        long[] steady = new long[64];
        java.util.Arrays.fill(steady, 100);
        assertThat(Dispersion.of(steady, 64)).isEqualTo(1);
        long[] alternating = steady.clone();
        for (int i = 0; i < 64; i += 2) {
            alternating[i] = 140;
        }
        // every difference is 40, every sum 240: 1600 / 240
        assertThat(Dispersion.of(alternating, 64)).isCloseTo(6.667, within(0.01));
        assertThat(Dispersion.of(alternating, 5)).isEqualTo(1);
    }

    private static Change row(Comparison comparison, Subject subject, String name) {
        return comparison.changes().stream()
                .filter(change -> change.subject() == subject && change.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** Observed, what is left of the JIT's CPU is the rest of an estimate; unobserved it is measured. */
    @Test
    void judgesTheJvmsOwnCodeOnlyWhereNoAgentObserved() throws Exception {
        assertThat(row(Comparison.of(jvm(300, false), jvm(1500, false), SAME_WORK), Subject.METHOD, Frames.NO_JAVA)
                .kind()).isEqualTo(ChangeKind.LARGER);
        for (boolean before : List.of(true, false)) {
            Comparison observed = Comparison.of(jvm(300, before), jvm(1500, !before), SAME_WORK);
            assertThat(observed.changes()).extracting(Change::name).contains("app.Main.compute")
                    .doesNotContain(Frames.NO_JAVA);
        }
    }

    private static Report jvm(int samples, boolean observed) {
        return report(6000, 4000, Evidence.KERNEL_FRAMES, false, builder -> {
            int event = builder.event(new Event("cpu", engine(Evidence.KERNEL_FRAMES), Evidence.KERNEL_FRAMES, true));
            int compiling = builder.child(CallTree.ROOT, builder.method("", "C2Compiler::compile"), 0, FrameKind.NATIVE);
            add(builder, compiling, builder.threadGroup("C2 CompilerThread0"), event, samples, false);
            if (observed) {
                builder.observed(ObservationReader.read("perfhint-observed\t1\ntime\t2600000000\tstacks\t",
                        UnaryOperator.identity()));
            }
        });
    }

    private static Report report(int writes, int computing) {
        return report(writes, computing, Evidence.KERNEL_FRAMES, false);
    }

    private static Report report(Consumer<ProfileBuilder> more) {
        return report(6000, 4000, Evidence.KERNEL_FRAMES, false, more);
    }

    private static Report report(int writes, int computing, Evidence evidence, boolean bursts) {
        return report(writes, computing, evidence, bursts, builder -> { });
    }

    // two other callers of the kernel are what writes are compared with
    private static Report report(int writes, int computing, Evidence evidence, boolean bursts,
            Consumer<ProfileBuilder> more) {
        ProfileBuilder builder = new ProfileBuilder();
        more.accept(builder);
        int event = builder.event(new Event("cpu", engine(evidence), evidence, true));
        int group = builder.threadGroup("main");
        int main = builder.child(CallTree.ROOT, builder.method("app.Main", "main"), 10, FrameKind.JAVA);
        int compute = builder.child(main, builder.method("app.Main", "compute"), 20, FrameKind.JAVA);
        int caller = builder.child(main, builder.method("app.Main", "write"), 30, FrameKind.JAVA);
        int leaf = builder.child(caller, builder.method("java.io.FileOutputStream", "write"), 300, FrameKind.JAVA);
        leaf = builder.child(leaf, builder.method("java.io.FileOutputStream", "write"), 0, FrameKind.JAVA);
        leaf = builder.child(leaf, builder.method("", "writeSingle"), 0, FrameKind.NATIVE);
        leaf = builder.child(leaf, builder.method("", "__GI___write"), 0, FrameKind.NATIVE);
        if (evidence == Evidence.KERNEL_FRAMES) {
            for (String function : List.of("do_syscall_64", "__x64_sys_write", "ksys_write", "vfs_write")) {
                leaf = builder.child(leaf, builder.method("", function), 0, FrameKind.KERNEL);
            }
        }
        add(builder, leaf, group, event, writes, bursts);
        add(builder, compute, group, event, computing / 2, false);
        for (String other : List.of("getrusage", "times")) {
            int below = builder.child(main, builder.method("app.Usage", other), 40, FrameKind.JAVA);
            below = builder.child(below, builder.method("", "__GI___" + other), 0, FrameKind.NATIVE);
            for (String function : List.of("do_syscall_64", "__x64_sys_" + other)) {
                below = evidence == Evidence.KERNEL_FRAMES
                        ? builder.child(below, builder.method("", function), 0, FrameKind.KERNEL)
                        : below;
            }
            add(builder, below, group, event, computing / 4, false);
        }
        Recording recording = new Recording("made-up", "jfr", engine(evidence), "cpu", evidence, "", "app.Main", 0, 10_000,
                MILLISECOND, writes + computing, 0, 0, 0, 0, true, 512, List.of());
        return Analysis.run(builder.build(List.of(recording)), Optional.empty(), AnalysisOptions.DEFAULTS);
    }

    private static String engine(Evidence evidence) {
        return evidence == Evidence.KERNEL_FRAMES ? "perf_events" : "ctimer";
    }

    // ten seconds, evenly or in bursts of half a second each second
    private static void add(ProfileBuilder builder, int leaf, int group, int event, int samples, boolean bursts) {
        for (int i = 0; i < samples; i++) {
            long time = (long) (i * 10_000.0 / samples);
            long shifted = bursts ? time / 1000 * 1000 + time % 1000 / 2 : time;
            builder.sample(leaf, group, event, 1, MILLISECOND, shifted * MILLISECOND);
        }
    }
}
