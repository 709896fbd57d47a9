package dev.perfhint.rules.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.perfhint.rules.fleet.FleetChange.Outcome;
import dev.perfhint.rules.fleet.FleetComparison.Subject;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Simulated fleets: a finding is 5 % of a service's CPU, each host takes 2,000 samples in an hour of two cores. */
class FleetComparisonTest {
    private static final double SHARE = 0.05;
    private static final int SAMPLES = 2_000;
    private static final double CPU_SECONDS = 7_200;
    private static final double RECORDED_SECONDS = 3_600;

    @Test
    void findsNoRegressionWhereNothingChanged() {
        for (double deviation : new double[] {0.1, 0.2}) {
            int wrong = 0;
            for (int seed = 0; seed < 20; seed++) {
                List<FleetChange> changes = FleetComparison.of(fleet(200, 20, deviation, 0, 1, seed), 0);
                wrong += changes.stream().anyMatch(FleetComparisonTest::isRegression) ? 1 : 0;
            }
            assertThat(wrong).as("fleets of 20 with a false regression, deviation " + deviation).isLessThanOrEqualTo(3);
        }
    }

    @Test
    void namesPlantedRegressions() {
        List<FleetChange> regressions = FleetComparison.of(fleet(200, 20, 0.1, 10, 1.5, 7), 0).stream()
                .filter(FleetComparisonTest::isRegression).toList();
        assertThat(regressions.stream().filter(change -> number(change) < 10).count()).isGreaterThanOrEqualTo(9);
        assertThat(regressions.stream().filter(change -> number(change) >= 10).count()).isLessThanOrEqualTo(1);
    }

    @Test
    void isInconclusiveOnTwoHosts() {
        List<FleetChange> changes = FleetComparison.of(fleet(200, 2, 0.1, 10, 1.5, 7), 0);
        assertThat(changes).extracting(FleetChange::outcome).containsOnly(Outcome.INCONCLUSIVE);
        assertThat(changes).allSatisfy(change -> assertThat(change.hostsNeeded()).isGreaterThanOrEqualTo(3));
    }

    @Test
    void saysHowManyHostsWouldSettleAChange() {
        FleetChange few = FleetComparison.of(fleet(1, 4, 0.3, 1, 1.3, 1), 0).get(0);
        assertThat(few.outcome()).isEqualTo(Outcome.INCONCLUSIVE);
        FleetChange enough = FleetComparison.of(fleet(1, 2 * few.hostsNeeded(), 0.3, 1, 1.3, 2), 0).get(0);
        assertThat(enough.outcome()).isEqualTo(Outcome.REGRESSED);
    }

    @Test
    void countsNoChangeBelowTenPercentOrTheCores() {
        assertThat(FleetComparison.of(fleet(1, 200, 0.01, 1, 1.05, 3), 0).get(0).outcome())
                .isEqualTo(Outcome.UNCHANGED);
        assertThat(FleetComparison.of(fleet(1, 20, 0.1, 1, 2, 3), 3).get(0).outcome()).isEqualTo(Outcome.UNCHANGED);
        FleetChange doubled = FleetComparison.of(fleet(1, 20, 0.1, 1, 2, 3), 0.1).get(0);
        assertThat(doubled.outcome()).isEqualTo(Outcome.REGRESSED);
        assertThat(doubled.cores()).isCloseTo(2, within(0.5));
        assertThat(doubled.effect()).isCloseTo(1, within(0.25));
    }

    @Test
    void pairsHostsThatAreOnBothSides() {
        List<HostSample> before = new ArrayList<>();
        List<HostSample> after = new ArrayList<>();
        List<HostSample> others = new ArrayList<>();
        for (int host = 0; host < 5; host++) {
            double seconds = 100 * Math.exp(host);
            before.add(new HostSample("h" + host, seconds, 20_000, RECORDED_SECONDS, 1));
            after.add(new HostSample("h" + host, seconds * (1.3 + host * 0.001), 20_000, RECORDED_SECONDS, 1));
            others.add(new HostSample("x" + host, seconds * (1.3 + host * 0.001), 20_000, RECORDED_SECONDS, 1));
        }
        FleetChange paired = change(before, after);
        assertThat(paired.paired()).isTrue();
        assertThat(paired.outcome()).isEqualTo(Outcome.REGRESSED);
        FleetChange apart = change(before, others);
        assertThat(apart.paired()).isFalse();
        assertThat(apart.outcome()).isEqualTo(Outcome.INCONCLUSIVE);
    }

    @Test
    void callsAFindingWithoutSamplesBeforeARegression() {
        List<HostSample> before = new ArrayList<>();
        List<HostSample> after = new ArrayList<>();
        for (int host = 0; host < 4; host++) {
            before.add(new HostSample("a" + host, 0, CPU_SECONDS, RECORDED_SECONDS, 3.6));
            after.add(new HostSample("b" + host, 300 + host, CPU_SECONDS, RECORDED_SECONDS, 3.6));
        }
        assertThat(change(before, after).outcome()).isEqualTo(Outcome.REGRESSED);
    }

    @Test
    void adjustsAsBenjaminiAndHochbergDid() {
        // the example of their paper of 1995, table 1: four of fifteen are rejected at 5 %
        double[] p = {0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262, 0.5719,
            0.6528, 0.7590, 1.0000};
        double[] adjusted = FleetComparison.adjusted(p);
        assertThat(java.util.Arrays.stream(adjusted).filter(value -> value <= 0.05).count()).isEqualTo(4);
        assertThat(adjusted[3]).isCloseTo(0.0095 * 15 / 4, within(1e-12));
    }

    private static FleetChange change(List<HostSample> before, List<HostSample> after) {
        return FleetComparison.of(List.of(new Subject("s", "f", "rule", "place", before, after)), 0).get(0);
    }

    private static boolean isRegression(FleetChange change) {
        return change.outcome() == Outcome.REGRESSED;
    }

    private static int number(FleetChange change) {
        return Integer.parseInt(change.service().substring(1));
    }

    private static List<Subject> fleet(int services, int hosts, double deviation, int changed, double factor,
            long seed) {
        Random random = new Random(seed);
        List<Subject> subjects = new ArrayList<>();
        for (int service = 0; service < services; service++) {
            subjects.add(new Subject("s" + service, "f", "rule", "place", hosts("a", hosts, deviation, 1, random),
                    hosts("b", hosts, deviation, service < changed ? factor : 1, random)));
        }
        return subjects;
    }

    private static List<HostSample> hosts(String prefix, int count, double deviation, double factor, Random random) {
        List<HostSample> hosts = new ArrayList<>();
        for (int host = 0; host < count; host++) {
            double mean = SAMPLES * SHARE * factor * Math.exp(deviation * random.nextGaussian());
            double secondsPerSample = CPU_SECONDS / SAMPLES;
            hosts.add(new HostSample(prefix + host, poisson(mean, random) * secondsPerSample, CPU_SECONDS,
                    RECORDED_SECONDS, secondsPerSample));
        }
        return hosts;
    }

    private static int poisson(double mean, Random random) {
        double limit = Math.exp(-mean);
        int count = 0;
        for (double product = random.nextDouble(); product > limit; product *= random.nextDouble()) {
            count++;
        }
        return count;
    }
}
