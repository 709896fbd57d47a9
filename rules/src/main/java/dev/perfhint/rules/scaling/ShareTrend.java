package dev.perfhint.rules.scaling;

import dev.perfhint.rules.compare.Significance;
import java.util.ArrayList;
import java.util.List;

/**
 * How the share of a part of system CPU moves with the load: a line through the log odds over the logarithm of the
 * load, weighted by what sampling and the differences between runs let each share err.
 */
final class ShareTrend {
    /** Standard deviation of the log odds of one part between runs of the same load, beyond sampling. */
    static final double BETWEEN_RUNS = 0.1;
    /** Samples of a thread follow each other: their variance is that of independent ones times this. */
    static final double DISPERSION = 2;
    static final double INTERVAL = 1.96;

    /**
     * A share at one load.
     *
     * @param runs the recordings that were counted together, 1 or more
     */
    record Counted(double load, int runs, long samples, long all) {
        double share() {
            return all == 0 ? 0 : (double) samples / all;
        }

        /** Half of the width of the 95 % interval of the share. */
        double error() {
            double odds = BETWEEN_RUNS / Math.sqrt(runs) * share() * (1 - share());
            double sampling = all == 0 ? 0 : DISPERSION * Math.max(share() * (1 - share()), 0.25 / all) / all;
            return INTERVAL * Math.sqrt(sampling + odds * odds);
        }

        private double logOdds() {
            return Math.log((samples + 0.5) / (all - samples + 0.5));
        }

        private double variance() {
            return DISPERSION * (1 / (samples + 0.5) + 1 / (all - samples + 0.5)) + BETWEEN_RUNS * BETWEEN_RUNS / runs;
        }
    }

    private ShareTrend() {}

    /**
     * Returns the chance of so steep a line where the share does not move with the load, with the sign of the slope.
     */
    static double signedChance(List<Counted> counts) {
        double weights = 0;
        double meanX = 0;
        double meanY = 0;
        for (Counted count : counts) {
            double weight = 1 / count.variance();
            weights += weight;
            meanX += weight * Math.log(count.load());
            meanY += weight * count.logOdds();
        }
        meanX /= weights;
        meanY /= weights;
        double covariance = 0;
        double spread = 0;
        for (Counted count : counts) {
            double x = Math.log(count.load()) - meanX;
            covariance += x * (count.logOdds() - meanY) / count.variance();
            spread += x * x / count.variance();
        }
        double slope = covariance / spread;
        double chance = Significance.twoSided(slope * Math.sqrt(spread));
        return Math.copySign(Math.max(chance, Double.MIN_NORMAL), slope);
    }

    /** Returns the chances of several trends, adjusted for their number. */
    static List<Double> adjusted(List<Double> signed) {
        double[] holm = Significance.holm(signed.stream().mapToDouble(Math::abs).toArray());
        List<Double> adjusted = new ArrayList<>();
        for (double chance : holm) {
            adjusted.add(chance);
        }
        return adjusted;
    }
}
