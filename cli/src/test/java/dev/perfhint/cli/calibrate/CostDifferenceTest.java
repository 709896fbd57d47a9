package dev.perfhint.cli.calibrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.perfhint.cli.CliException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CostDifferenceTest {
    private static final int PRIMITIVES = 28;

    /** Rounds whose medians scatter by a twelfth; the last primitive costs {@code factor} times as much. */
    private static JvmCosts jvm(Random random, int rounds, double factor) {
        JvmCosts costs = new JvmCosts("/jdk");
        for (int round = 0; round < rounds; round++) {
            List<String> lines = new ArrayList<>();
            for (int i = 0; i < PRIMITIVES; i++) {
                double nanos = 1000 * Math.exp(0.08 * random.nextGaussian()) * (i == PRIMITIVES - 1 ? factor : 1);
                lines.add("primitive-" + i + "\t" + nanos + ":10");
            }
            costs.add(lines);
        }
        return costs;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 5, 8})
    void callsAtMostOnePrimitiveOfTheSameJvmDifferent(int rounds) {
        Random random = new Random(1);
        int flagged = 0;
        for (int i = 0; i < 200; i++) {
            long different = CostDifference.of(jvm(random, rounds, 1), jvm(random, rounds, 1)).stream()
                    .filter(CostDifference::different).count();
            assertThat(different).isLessThanOrEqualTo(1);
            flagged += different;
        }
        assertThat(flagged).isLessThanOrEqualTo(20);
    }

    @Test
    void findsAPlantedDifference() {
        List<CostDifference> differences = CostDifference.of(jvm(new Random(2), 8, 1), jvm(new Random(3), 8, 1.6));
        assertThat(differences).filteredOn(CostDifference::different).extracting(CostDifference::primitive)
                .containsExactly("primitive-27");
        CostDifference planted = differences.get(PRIMITIVES - 1);
        assertThat(planted.low()).isLessThan(1.6);
        assertThat(planted.high()).isGreaterThan(1.6);
    }

    @Test
    void callsNothingDifferentThatIsTooLittleToMatter() {
        JvmCosts one = new JvmCosts("/one");
        JvmCosts other = new JvmCosts("/other");
        for (int round = 0; round < 8; round++) {
            one.add(List.of("lseek\t100.0" + round + ":5"));
            other.add(List.of("lseek\t103.0" + round + ":5"));
        }
        CostDifference difference = CostDifference.of(one, other).get(0);
        assertThat(difference.pValue()).isLessThan(0.001);
        assertThat(difference.different()).isFalse();
    }

    /** Exact chances of Mann and Whitney's tables. */
    @Test
    void knowsTheDistributionOfRanks() {
        double[] low = {1, 2, 3, 4};
        double[] high = {5, 6, 7, 8};
        assertThat(RankTest.of(low, high).pValue()).isCloseTo(2 / 70.0, within(1e-9));
        assertThat(RankTest.of(low, low).pValue()).isEqualTo(1);
        assertThat(RankTest.of(new double[] {1, 2, 3}, new double[] {4, 5, 6}).low()).isNaN();
        assertThat(RankTest.of(low, high).low()).isCloseTo(5 / 4.0, within(1e-9));
        assertThat(RankTest.of(low, high).high()).isCloseTo(8, within(1e-9));
    }

    @Test
    void mergesRoundsExactly() {
        JvmCosts costs = new JvmCosts("/jdk");
        costs.add(List.of("jvm\tServer VM\t17.0.1\text4", "lseek\t1.0:98 7.0:1"));
        costs.add(List.of("lseek\t1.0:99 3.0:1 9.0:1"));
        PrimitiveTimes times = costs.primitives().get("lseek");
        assertThat(times.samples()).isEqualTo(200);
        assertThat(times.percentile(99)).isEqualTo(3);
        assertThat(times.percentile(98.5)).isEqualTo(1);
        assertThat(times.max()).isEqualTo(9);
        assertThat(times.best()).isEqualTo(1);
        assertThat(times.mean()).isCloseTo(216 / 200.0, within(1e-9));
        assertThat(times.deviation()).isCloseTo(Math.sqrt((197 * 0.08 * 0.08 + 1.92 * 1.92 + 5.92 * 5.92 + 7.92 * 7.92) / 199), within(1e-9));
        assertThat(costs.rounds()).isEqualTo(2);
    }

    @Test
    void refusesWhatIsNoTime() {
        assertThatThrownBy(() -> new JvmCosts("/jdk").add(List.of("lseek\tfast")))
                .isInstanceOf(CliException.class).hasMessageContaining("/jdk: the measurement printed something else");
    }
}
