package dev.perfhint.cli.calibrate;

import dev.perfhint.rules.compare.StudentDistribution;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * How a primitive's cost differs between two JVMs. Compares the medians of rounds: samples of one round share a JVM,
 * its compiled code and the state of the machine, and say little about another.
 *
 * @param ratio second cost to first, by the geometric mean of the medians
 * @param low of the 95 % interval of the ratio; {@code NaN} with a single round
 * @param different whether it cannot be chance: Welch's test on the logarithms, 5 % over all primitives by Holm's
 *     method, and {@link #MIN_DIFFERENCE} apart
 */
public record CostDifference(String primitive, double ratio, double low, double high, double pValue,
        boolean different) {
    /** What two builds of one JVM may differ by, or two places of its code in memory. */
    static final double MIN_DIFFERENCE = 0.05;
    private static final double LEVEL = 0.05;

    /** Returns the differences of the primitives that both were measured with. */
    public static List<CostDifference> of(JvmCosts first, JvmCosts second) {
        List<CostDifference> all = new ArrayList<>();
        first.primitives().forEach((name, times) -> {
            PrimitiveTimes others = second.primitives().get(name);
            if (others != null && positive(times) && positive(others)) {
                all.add(of(name, logs(times), logs(others)));
            }
        });
        List<CostDifference> byChance = new ArrayList<>(all);
        byChance.sort(Comparator.comparingDouble(CostDifference::pValue));
        for (int i = 0; i < byChance.size() && byChance.get(i).pValue() <= LEVEL / (byChance.size() - i); i++) {
            CostDifference found = byChance.get(i);
            if (Math.abs(Math.log(found.ratio())) >= Math.log1p(MIN_DIFFERENCE)) {
                all.set(all.indexOf(found),
                        new CostDifference(found.primitive(), found.ratio(), found.low(), found.high(),
                        found.pValue(), true));
            }
        }
        return all;
    }

    private static boolean positive(PrimitiveTimes times) {
        return times.roundMedians().stream().allMatch(median -> median > 0);
    }

    private static double[] logs(PrimitiveTimes times) {
        return times.roundMedians().stream().mapToDouble(Math::log).toArray();
    }

    private static CostDifference of(String name, double[] first, double[] second) {
        double difference = StudentDistribution.mean(second) - StudentDistribution.mean(first);
        if (first.length < 2 || second.length < 2) {
            return new CostDifference(name, Math.exp(difference), Double.NaN, Double.NaN, 1, false);
        }
        double one = StudentDistribution.variance(first) / first.length;
        double other = StudentDistribution.variance(second) / second.length;
        double error = Math.sqrt(one + other);
        // the smaller number of freedoms is never too bold
        int freedoms = Math.min(first.length, second.length) - 1;
        if (error > 0) {
            freedoms = Math.max(freedoms, (int) ((one + other) * (one + other)
                    / (one * one / (first.length - 1) + other * other / (second.length - 1))));
        }
        double chance = error > 0 ? StudentDistribution.twoSided(Math.abs(difference) / error, freedoms)
                : difference == 0 ? 1 : 0;
        double width = error * StudentDistribution.quantile(0.05, freedoms);
        return new CostDifference(name, Math.exp(difference), Math.exp(difference - width),
                Math.exp(difference + width), chance, false);
    }
}
