package dev.perfhint.cli.calibrate;

import dev.perfhint.rules.compare.Significance;
import java.util.ArrayList;
import java.util.List;

/**
 * How a primitive's cost differs between two JVMs, by the medians of its processes.
 *
 * @param ratio second median to first
 * @param low of the 95 % interval of the ratio; {@code NaN} with few processes
 * @param different whether it cannot be chance: a rank test, 5 % over all primitives by Holm's method, an interval that
 *     is on the same side as the ratio, and {@link #MIN_DIFFERENCE} apart
 */
public record CostDifference(String primitive, double ratio, double low, double high, double pValue,
        boolean different) {
    /** What two builds of one JVM may differ by, or two places of its code in memory. */
    static final double MIN_DIFFERENCE = 0.05;

    /** Returns the differences of the primitives that both were measured with. */
    public static List<CostDifference> of(JvmCosts first, JvmCosts second) {
        List<CostDifference> all = new ArrayList<>();
        first.primitives().forEach((name, times) -> {
            PrimitiveTimes others = second.primitives().get(name);
            if (others != null && times.percentile(50) > 0) {
                RankTest test = RankTest.of(medians(times), medians(others));
                all.add(new CostDifference(name, others.percentile(50) / times.percentile(50), test.low(), test.high(),
                        test.pValue(), false));
            }
        });
        double[] adjusted = Significance.holm(all.stream().mapToDouble(CostDifference::pValue).toArray());
        for (int i = 0; i < adjusted.length; i++) {
            CostDifference each = all.get(i);
            boolean apart = each.ratio() >= 1 + MIN_DIFFERENCE && each.low() > 1
                    || each.ratio() <= 1 / (1 + MIN_DIFFERENCE) && each.high() < 1;
            all.set(i, new CostDifference(each.primitive(), each.ratio(), each.low(), each.high(), each.pValue(),
                    adjusted[i] <= Significance.LEVEL && apart));
        }
        return all;
    }

    private static double[] medians(PrimitiveTimes times) {
        return times.roundMedians().stream().mapToDouble(Double::doubleValue).toArray();
    }
}
