package dev.perfhint.cli.calibrate;

import java.util.Arrays;

/**
 * Mann and Whitney's rank test of two small samples, exact without ties, and the interval that goes with it: nothing
 * is assumed of how the values scatter.
 *
 * @param pValue chance of such ranks where both samples are of the same values
 * @param low of the 95 % interval of the ratio of the second to the first; {@code NaN} where they are too few for one
 */
record RankTest(double pValue, double low, double high) {
    private static final double LEVEL = 0.05;

    static RankTest of(double[] first, double[] second) {
        int pairs = first.length * second.length;
        double[] ratios = new double[pairs];
        double greater = 0;
        for (int i = 0; i < pairs; i++) {
            double one = first[i / second.length];
            double other = second[i % second.length];
            ratios[i] = other / one;
            greater += other > one ? 1 : other == one ? 0.5 : 0;
        }
        Arrays.sort(ratios);
        double[] chances = chances(first.length, second.length);
        int least = (int) Math.floor(Math.min(greater, pairs - greater));
        double below = 0;
        int outside = 0;
        double chance = 0;
        for (int rank = 0; rank < chances.length; rank++) {
            below += chances[rank];
            outside = 2 * below <= LEVEL ? rank + 1 : outside;
            chance += rank <= least ? 2 * chances[rank] : 0;
        }
        return outside == 0 ? new RankTest(Math.min(1, chance), Double.NaN, Double.NaN)
                : new RankTest(Math.min(1, chance), ratios[outside - 1], ratios[pairs - outside]);
    }

    /** Returns the chance of each number of pairs in which the second is greater. */
    private static double[] chances(int first, int second) {
        double[][] counts = new double[first + 1][first * second + 1];
        counts[0][0] = 1;
        for (int value = 1; value <= first + second; value++) {
            for (int taken = Math.min(value, first); taken > 0; taken--) {
                // the value is of the first sample: the values below it that are not are pairs
                int others = value - taken;
                if (others <= second) {
                    for (int pairs = counts[taken].length - 1; pairs >= others; pairs--) {
                        counts[taken][pairs] += counts[taken - 1][pairs - others];
                    }
                }
            }
        }
        double all = Arrays.stream(counts[first]).sum();
        return Arrays.stream(counts[first]).map(count -> count / all).toArray();
    }
}
