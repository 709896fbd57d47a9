package dev.perfhint.profile.estimate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.perfhint.profile.CpuTotals;
import dev.perfhint.profile.Event;
import dev.perfhint.profile.Evidence;
import dev.perfhint.profile.FrameNames;
import dev.perfhint.profile.Profile;
import dev.perfhint.profile.SmallProfile;
import dev.perfhint.profile.view.Butterfly;
import dev.perfhint.profile.view.Hotspot;
import dev.perfhint.profile.view.Hotspots;
import dev.perfhint.profile.view.ThreadTimes;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class EstimatorTest {
    private static final long SECOND = 1_000_000_000L;
    private static final double NEAR = 0.001 * SECOND;
    private static final String WRITE = "java.io.FileOutputStream.write_[n]";

    private final SmallProfile stacks = new SmallProfile();
    private final JfrSamples samples = new JfrSamples();
    private final int event = stacks.builder.newEvent(new Event("jdk.ExecutionSample", "jfr", Evidence.NONE, true));
    private List<String> warnings = List.of();

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 8})
    void multipliesThreadLoadsByTheActiveProcessors(int active) {
        samples.processors(active, 0, 2);
        loads("worker-1", 0.6 / active, 0.4 / active, 10);
        assertThat(ThreadSeconds.of(samples).groups().get(group("worker-1")).user()).isCloseTo(6.0 * SECOND, within(NEAR));
        assertThat(ThreadSeconds.of(samples).groups().get(group("worker-1")).system()).isCloseTo(4.0 * SECOND, within(NEAR));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 8})
    void fitsTheProcessorsToTheProcessWhereNothingNamesThem(int active) {
        samples.processors(0, 0, 8);
        loads("worker-1", 0.6 / active, 0.4 / active, 10);
        processLoad(0.6 / 8, 0.4 / 8, 10);
        assertThat(ThreadSeconds.of(samples).processors()).isEqualTo(active);
    }

    @Test
    void prefersTheArgumentsOverTheContainer() {
        samples.processors(3, 4, 8);
        loads("worker-1", 0.1, 0.1, 4);
        assertThat(ThreadSeconds.of(samples).processors()).isEqualTo(3);
    }

    @Test
    void countsAThreadThatStartedLateFromItsStart() {
        samples.processors(1, 0, 1);
        samples.duration(10 * SECOND);
        samples.threadStart(7, 8 * SECOND);
        samples.threadLoad(7, group("late"), 10 * SECOND, 1.0, 0.0);
        ThreadSeconds.Time time = ThreadSeconds.of(samples).groups().get(group("late"));
        assertThat(time.user()).isCloseTo(2.0 * SECOND, within(NEAR));
        assertThat(time.life()).isCloseTo(2.0 * SECOND, within(NEAR));
    }

    // as a server's daemon threads when main ends: they were last measured before that
    @Test
    void countsThreadsThatLiveToTheEndAlthoughAnotherWasMeasuredAtItsOwn() {
        samples.processors(1, 0, 1);
        samples.duration(3 * SECOND);
        samples.threadLoad(7, group("peer"), SECOND, 0.0, 0.2);
        samples.threadLoad(7, group("peer"), 2 * SECOND, 0.0, 0.2);
        samples.threadLoad(8, group("main"), 3 * SECOND, 0.5, 0.5);
        samples.threadEnd(8, 3 * SECOND);
        assertThat(ThreadSeconds.of(samples).groups().get(group("peer")).system()).isCloseTo(0.6 * SECOND, within(NEAR));
    }

    @Test
    void takesTheFirstLoadOfAnOlderThreadForWhatItIsOf() {
        samples.processors(1, 0, 1);
        samples.duration(2 * SECOND);
        samples.before(60 * SECOND);
        samples.threadLoad(7, group("old"), SECOND, 0.0, 0.01);
        samples.threadLoad(7, group("old"), 2 * SECOND, 0.0, 0.5);
        assertThat(ThreadSeconds.of(samples).groups().get(group("old")).system()).isCloseTo(1.0 * SECOND, within(NEAR));

        JfrSamples fromTheStart = new JfrSamples();
        fromTheStart.processors(1, 0, 1);
        fromTheStart.duration(SECOND);
        fromTheStart.before(SECOND);
        fromTheStart.threadLoad(7, group("main"), SECOND, 0.5, 0.2);
        ThreadSeconds.Time main = ThreadSeconds.of(fromTheStart).groups().get(group("main"));
        assertThat(main.system()).isCloseTo(0.4 * SECOND, within(NEAR));
        assertThat(main.cpu()).isCloseTo(0.7 * SECOND, within(NEAR));
    }

    @Test
    void givesSystemTimeToNativeSamplesAndDropsWaits() {
        samples.processors(1, 0, 1);
        samples.settings(20_000_000, 20_000_000);
        loads("worker-1", 0.5, 0.5, 10);
        int java = stacks.leaf("app.A.compute");
        nativeSamples("app.A.big;" + WRITE, 85);
        nativeSamples("app.A.small;" + WRITE, 15);
        nativeSamples("app.A.poll;sun.nio.ch.EPoll.wait_[n]", 300);
        for (int i = 0; i < 250; i++) {
            samples.javaSample(java, group("worker-1"), i * 20_000_000L);
        }
        Profile profile = estimate();
        CpuTotals totals = CpuTotals.best(profile);
        assertThat(totals.evidence()).isEqualTo(Evidence.JFR_ESTIMATE);
        assertThat(totals.samples()).isEqualTo(350);
        assertThat(totals.systemSamples()).isEqualTo(100);
        assertThat((double) totals.nanos()).isCloseTo(10.0 * SECOND, within(NEAR));
        assertThat((double) totals.systemNanos()).isCloseTo(5.0 * SECOND, within(NEAR));
        Butterfly butterfly = Butterfly.of(profile, Evidence.JFR_ESTIMATE, "FileOutputStream.write", false);
        assertThat(butterfly.callers()).extracting(Butterfly.Edge::method).containsExactly("app.A.big", "app.A.small");
        assertThat(butterfly.callers().get(0).share(butterfly.centre().orElseThrow())).isCloseTo(0.85, within(0.001));
        assertThat(warnings).isEmpty();
    }

    @Test
    void leavesSystemTimeThatNativesCannotHoldToJava() {
        samples.processors(1, 0, 1);
        samples.settings(20_000_000, 20_000_000);
        loads("worker-1", 0.5, 0.5, 10);
        nativeSamples("app.A.put;" + WRITE, 10);
        int java = stacks.leaf("app.A.touch");
        for (int i = 0; i < 450; i++) {
            samples.javaSample(java, group("worker-1"), i * 20_000_000L);
        }
        Profile profile = estimate();
        Hotspot touch = hotspot(profile, "app.A.touch");
        assertThat((double) touch.exclusiveNanos()).isCloseTo(4.0 * SECOND, within(NEAR));
        assertThat(touch.exclusive()).isZero();
        assertThat((double) hotspot(profile, "java.io.FileOutputStream.write").exclusiveNanos())
                .isCloseTo(1.0 * SECOND, within(NEAR));
        assertThat(warnings).singleElement().asString().contains("80 % of system CPU is outside");
    }

    @Test
    void removesTheIdlePartOfBlockingReads() {
        samples.processors(1, 0, 1);
        loads("worker-1", 0.0, 0.2, 10);
        nativeSamples("app.A.read;sun.nio.ch.SocketDispatcher.read0_[n]", 100);
        nativeSamples("app.A.put;sun.nio.ch.SocketDispatcher.write0_[n]", 10);
        Profile profile = estimate();
        // idle 80 % of 110 samples = 88, at most 90 of the 100 reads
        assertThat(CpuTotals.best(profile).samples()).isEqualTo(22);
        assertThat(hotspot(profile, "sun.nio.ch.SocketDispatcher.read0").exclusive()).isEqualTo(12);
    }

    @Test
    void splitsByCpuTimeSamplesWhereTheyExist() {
        samples.processors(1, 0, 1);
        loads("worker-1", 0.5, 0.5, 10);
        nativeSamples("app.A.put;" + WRITE, 1000);
        for (int i = 0; i < 100; i++) {
            samples.cpuTimeSample(stacks.leaf(i < 60 ? "app.A.put;" + WRITE : "app.A.compute"), group("worker-1"),
                    i % 2 == 0 ? 20_000_000 : 10_000_000, false, i);
        }
        samples.cpuTimeSample(stacks.leaf("app.A.compute"), group("worker-1"), 10_000_000, true, 0);
        Profile profile = estimate();
        assertThat(profile.events()).extracting(Event::name).containsExactly("jdk.CPUTimeSample");
        assertThat(CpuTotals.best(profile).samples()).isEqualTo(100);
        assertThat((double) hotspot(profile, "java.io.FileOutputStream.write").exclusiveNanos())
                .isCloseTo(5.0 * SECOND, within(NEAR));
        assertThat(profile.rows().size()).isEqualTo(2);
    }

    @Test
    void joinsVirtualThreadsWithTheirCarriers() {
        samples.processors(1, 0, 1);
        loads("ForkJoinPool-1-worker-1", 0.1, 0.3, 10);
        int virtual = stacks.builder.threadGroup(FrameNames.VIRTUAL_THREADS);
        for (int i = 0; i < 50; i++) {
            samples.nativeSample(stacks.leaf("app.A.put;" + WRITE), virtual, i);
        }
        Profile profile = estimate();
        assertThat(ThreadTimes.of(profile, Evidence.JFR_ESTIMATE)).containsExactly(new ThreadTimes.Row(
                FrameNames.VIRTUAL_THREADS, 50, 50, 4 * SECOND, 3 * SECOND));
        assertThat(warnings).isEmpty();
    }

    @Test
    void scalesSystemTimeToTheProcess() {
        samples.processors(1, 0, 1);
        loads("worker-1", 0.4, 0.6, 10);
        processLoad(0.7, 0.3, 10);
        nativeSamples("app.A.put;" + WRITE, 50);
        CpuTotals totals = CpuTotals.best(estimate());
        assertThat((double) totals.systemNanos()).isCloseTo(3.0 * SECOND, within(NEAR));
        assertThat((double) totals.nanos()).isCloseTo(10.0 * SECOND, within(NEAR));
    }

    // Each lives for 8 ms of user time, which is less than a tick: by its own loads all of it is system time.
    @Test
    void takesWhatIsTooMuchFromShortThreadsFirst() {
        samples.processors(1, 0, 1);
        loads("worker-1", 0.4, 0.4, 10);
        for (int peer = 0; peer < 100; peer++) {
            long end = (peer + 1) * SECOND / 20;
            samples.threadStart(peer, end - 10_000_000);
            samples.threadLoad(peer, group("peer"), end, 0, 0.8);
            samples.threadEnd(peer, end);
        }
        processLoad(0.48, 0.4, 10);
        nativeSamples("app.A.put;" + WRITE, 50);
        samples.nativeSample(stacks.leaf("app.A.get;" + WRITE), group("peer"), 0);

        CpuPools pools = CpuPools.of(samples, ThreadSeconds.of(samples), stacks.builder);

        assertThat(pools.times().get(group("worker-1")).system()).isCloseTo(4.0 * SECOND, within(0.02 * SECOND));
        assertThat(pools.times().get(group("peer")).system()).isCloseTo(0, within(0.02 * SECOND));
        assertThat(pools.times().get(group("peer")).user()).isCloseTo(0.8 * SECOND, within(0.02 * SECOND));
    }

    @Test
    void estimatesNothingFromAHandfulOfSamples() {
        samples.processors(1, 0, 1);
        loads("worker-1", 0.4, 0.1, 10);
        nativeSamples("app.A.put;" + WRITE, 19);
        assertThat(estimate().evidence()).isEqualTo(Evidence.NONE);
        assertThat(warnings).singleElement().asString().contains("only 19 samples");
    }

    @Test
    void namesTimeOfThreadsThatWereNeverSampled() {
        samples.processors(1, 0, 1);
        loads("C2 CompilerThread0", 0.4, 0.1, 10);
        nativeSamples("app.A.poll;sun.nio.ch.EPoll.wait_[n]", 30);
        Profile profile = estimate();
        assertThat((double) CpuTotals.best(profile).systemNanos()).isCloseTo(1.0 * SECOND, within(NEAR));
        assertThat(Hotspots.of(profile, Evidence.JFR_ESTIMATE, true)).extracting(Hotspot::method)
                .containsExactly(Estimator.NOT_SAMPLED);
    }

    @Test
    void warnsWhenTheSamplerWasSaturated() {
        samples.processors(8, 0, 8);
        samples.settings(20_000_000, 20_000_000);
        loads("worker-1", 0.5, 0.5, 10);
        int java = stacks.leaf("app.A.compute");
        for (int tick = 0; tick < 100; tick++) {
            for (int i = 0; i < 5; i++) {
                samples.javaSample(java, group("worker-1"), tick * 20_000_000L + i * 100_000);
            }
        }
        nativeSamples("app.A.put;" + WRITE, 100);
        Profile profile = estimate();
        assertThat(warnings).first().asString().contains("100 % of the sampler's ticks");
        // 100 of 600 samples
        assertThat((double) hotspot(profile, "java.io.FileOutputStream.write").exclusiveNanos())
                .isCloseTo(80.0 * SECOND / 6, within(NEAR));
    }

    @Test
    void splitsByTheSamplesWhereThreadsWaitedForAProcessor() {
        samples.processors(8, 0, 8);
        samples.settings(10_000_000, 10_000_000);
        // 4 s of CPU, but 8 s of samples: 4 s in Java, 4 s in native code
        loads("worker-1", 0.2 / 8, 0.2 / 8, 10);
        int java = stacks.leaf("app.A.compute");
        for (int i = 0; i < 400; i++) {
            samples.javaSample(java, group("worker-1"), i * 20_000_000L);
            samples.nativeSample(stacks.leaf("app.A.put;" + WRITE), group("worker-1"), i * 20_000_000L);
        }
        Profile profile = estimate();
        assertThat((double) hotspot(profile, "java.io.FileOutputStream.write").exclusiveNanos())
                .isCloseTo(2.0 * SECOND, within(NEAR));
        assertThat(warnings).isEmpty();
    }

    @Test
    void saysWhenNothingTellsSystemTime() {
        nativeSamples("app.A.put;" + WRITE, 50);
        Profile profile = estimate();
        assertThat(profile.evidence()).isEqualTo(Evidence.NONE);
        assertThat(warnings).singleElement().asString().contains("system CPU cannot be estimated");
    }

    @Test
    void findsTheRealPeriodOfTheSampler() {
        int java = stacks.leaf("app.A.compute");
        samples.settings(10_000_000, 0);
        for (int i = 0; i < 200; i++) {
            samples.javaSample(java, 0, i * 12_000_000L);
        }
        assertThat(samples.ticks().periodNanos()).isEqualTo(12_000_000);
    }

    private Profile estimate() {
        warnings = Estimator.estimate(samples, stacks.builder, event, (leaf, group) -> true);
        return stacks.build();
    }

    private int group(String thread) {
        return stacks.builder.threadGroup(thread);
    }

    private void loads(String thread, double user, double system, int seconds) {
        samples.duration(seconds * SECOND);
        for (int second = 1; second <= seconds; second++) {
            samples.threadLoad(thread.hashCode(), group(thread), second * SECOND, user, system);
        }
    }

    private void processLoad(double user, double system, int seconds) {
        for (int second = 0; second <= seconds; second++) {
            samples.processLoad(second * SECOND, second == 0 ? 0 : user, second == 0 ? 0 : system);
        }
    }

    private void nativeSamples(String stack, int count) {
        for (int i = 0; i < count; i++) {
            samples.nativeSample(stacks.leaf(stack), group("worker-1"), i * 20_000_000L);
        }
    }

    private static Hotspot hotspot(Profile profile, String method) {
        return Hotspots.of(profile, Evidence.JFR_ESTIMATE, false).stream()
                .filter(spot -> spot.method().equals(method))
                .findFirst()
                .orElseThrow();
    }
}
