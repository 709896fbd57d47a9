package dev.perfhint.rules.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** Against the table of Student's distribution, two-sided. */
class StudentDistributionTest {
    @Test
    void givesTheTablesQuantiles() {
        assertThat(StudentDistribution.quantile(0.05, 1)).isCloseTo(12.706, within(0.001));
        assertThat(StudentDistribution.quantile(0.05, 4)).isCloseTo(2.776, within(0.001));
        assertThat(StudentDistribution.quantile(0.05, 30)).isCloseTo(2.042, within(0.001));
        assertThat(StudentDistribution.quantile(0.01, 10)).isCloseTo(3.169, within(0.001));
    }

    @Test
    void givesTheTablesProbabilities() {
        assertThat(StudentDistribution.twoSided(2.228, 10)).isCloseTo(0.05, within(1e-4));
        assertThat(StudentDistribution.twoSided(0, 7)).isEqualTo(1);
        assertThat(StudentDistribution.twoSided(Double.POSITIVE_INFINITY, 7)).isZero();
        assertThat(StudentDistribution.twoSided(1, 1)).isCloseTo(0.5, within(1e-9));
    }
}
