package dev.perfhint.rules.compare;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The significance test of a comparison. Its numbers are documented in {@code docs/compare.md}. */
public final class Significance {
    /** Chance that a comparison of two recordings of the same program calls anything different, over all its rows. */
    public static final double LEVEL = 0.05;
    /** Two-sided 95 % of the normal distribution, for the interval that must lie within the least effect. */
    static final double INTERVAL = 1.96;
    /** Standard deviation between runs of one program that no sampling error explains: caches, layout, compiler. */
    static final double BETWEEN_RUNS = 0.015;

    private Significance() {}

    /** Returns the chance of a deviation of at least this many standard errors, in either direction. */
    static double twoSided(double standardErrors) {
        return complementaryError(Math.abs(standardErrors) / Math.sqrt(2));
    }

    /**
     * Adjusts the chances of several tests by Holm's method: comparing the results with the level keeps the chance of any
     * false alarm below it, however the tests depend on each other.
     */
    static double[] holm(double[] chances) {
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < chances.length; i++) {
            order.add(i);
        }
        order.sort(Comparator.comparingDouble(i -> chances[i]));
        double[] adjusted = new double[chances.length];
        double running = 0;
        for (int rank = 0; rank < order.size(); rank++) {
            int i = order.get(rank);
            running = Math.max(running, Math.min(1, chances[i] * (chances.length - rank)));
            adjusted[i] = running;
        }
        return adjusted;
    }

    /** Numerical Recipes' Chebyshev fit of erfc for x of 0 or more; relative error below 1.2e-7. */
    private static double complementaryError(double x) {
        double t = 1 / (1 + x / 2);
        double polynomial = -1.26551223 + t * (1.00002368 + t * (0.37409196 + t * (0.09678418 + t * (-0.18628806
                + t * (0.27886807 + t * (-1.13520398 + t * (1.48851587 + t * (-0.82215223 + t * 0.17087277))))))));
        return t * Math.exp(-x * x + polynomial);
    }
}
