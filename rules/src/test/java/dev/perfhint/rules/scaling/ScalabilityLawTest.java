package dev.perfhint.rules.scaling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.perfhint.rules.scaling.ScalabilityLaw.Point;
import dev.perfhint.rules.scaling.ShareTrend.Counted;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScalabilityLawTest {
    private static List<Point> points(ScalabilityLaw law, double... loads) {
        List<Point> points = new ArrayList<>();
        for (double load : loads) {
            points.add(new Point(load, law.throughput(load)));
        }
        return points;
    }

    @Test
    void findsTheCoefficientsOfExactPoints() {
        ScalabilityLaw law = ScalabilityLaw.fit(points(new ScalabilityLaw(995.6, 0.02671, 0.000769, 0), 1, 4, 8, 12, 20, 32, 48)).orElseThrow();
        assertThat(law.unit()).isCloseTo(995.6, within(1e-6));
        assertThat(law.contention()).isCloseTo(0.02671, within(1e-9));
        assertThat(law.coherency()).isCloseTo(0.000769, within(1e-9));
        assertThat(law.peakLoad().orElseThrow()).isCloseTo(Math.sqrt((1 - 0.02671) / 0.000769), within(1e-4));
        assertThat(law.relativeError()).isLessThan(1e-9);
    }

    @Test
    void linearThroughputHasNoPeak() {
        ScalabilityLaw law = ScalabilityLaw.fit(points(new ScalabilityLaw(100, 0, 0, 0), 1, 2, 4, 8)).orElseThrow();
        assertThat(law.contention()).isCloseTo(0, within(1e-9));
        assertThat(law.coherency()).isCloseTo(0, within(1e-9));
        assertThat(law.throughput(100)).isCloseTo(10_000, within(1e-3));
    }

    @Test
    void coefficientsAreNeverNegative() {
        // faster than linear: no such law
        ScalabilityLaw law = ScalabilityLaw.fit(List.of(new Point(1, 100), new Point(2, 210), new Point(4, 430), new Point(8, 880))).orElseThrow();
        assertThat(law.contention()).isZero();
        assertThat(law.coherency()).isZero();
        assertThat(law.relativeError()).isPositive();
    }

    @ParameterizedTest
    @CsvSource({"FALLS, 1000, 700, 450, 300", "FALLS, 1000, 990, 950, 800", "FLAT, 1000, 1030, 1010, 990",
            "RISES, 100, 190, 360, 640", "PEAKS, 100, 190, 250, 200"})
    void namesTheCurveAndGivesNoCoefficientBeyondItsMeaning(Curve curve, double one, double two, double four, double eight) {
        List<Point> points = List.of(new Point(1, one), new Point(2, two), new Point(4, four), new Point(8, eight));
        assertThat(Curve.of(points)).isEqualTo(curve);
        ScalabilityLaw.fit(points).ifPresent(law -> {
            assertThat(law.contention()).isBetween(0.0, 1.0);
            assertThat(law.coherency()).isNotNegative();
            assertThat(law.relativeError()).isLessThan(0.15);
        });
    }

    @Test
    void fitsNoneThatErrsMuch() {
        assertThat(ScalabilityLaw.fit(List.of(new Point(1, 100), new Point(2, 900), new Point(4, 100), new Point(8, 900))))
                .isEmpty();
    }

    @Test
    void threeLoadsAreTooFew() {
        assertThatThrownBy(() -> ScalabilityLaw.fit(points(new ScalabilityLaw(1, 0, 0, 0), 1, 2, 2, 3))).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void unmovedSharesAreSeldomCalledGrowing() {
        Random random = new Random(7);
        int flagged = 0;
        for (int repeat = 0; repeat < 1000; repeat++) {
            List<Counted> counts = new ArrayList<>();
            for (double load : new double[] {2, 5, 10}) {
                int hits = 0;
                for (int i = 0; i < 800; i++) {
                    hits += random.nextDouble() < 0.3 ? 1 : 0;
                }
                counts.add(new Counted(load, 1, hits, 800));
            }
            flagged += Math.abs(ShareTrend.signedChance(counts)) < 0.05 ? 1 : 0;
        }
        assertThat(flagged).isLessThan(50);
        double chance = ShareTrend.signedChance(List.of(new Counted(2, 1, 160, 800), new Counted(5, 1, 280, 800), new Counted(10, 1, 400, 800)));
        assertThat(chance).isBetween(0.0, 0.001);
        assertThat(ShareTrend.signedChance(List.of(new Counted(2, 1, 400, 800), new Counted(10, 1, 160, 800)))).isNegative();
    }
}
