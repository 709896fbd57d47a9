package dev.perfhint.rules.compare;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** The significance test of a comparison. Its numbers are documented in {@code docs/guide/compare.md}. */
public final class Significance {
    /** Chance that a comparison of two recordings of the same program calls anything different, over all its rows. */
    public static final double LEVEL = 0.05;
    /** Two-sided 95 % of the normal distribution. */
    static final double INTERVAL = 1.96;
    /** Standard deviation of the logarithm of all CPU or wall time that the same work takes, for each recording. */
    static final double RUN = 0.1;
    /** The same where unchanged code took the same in both recordings: the machine was as fast. */
    static final double RUN_ALIKE = 0.05;
    /** The same of one recording on a machine that slows all code alike: a virtual machine's neighbours. */
    static final double MACHINE = 0.25;
    /** The same of wall time where CPU time did not change: other programs on a full machine stretch it 2.5 times. */
    static final double WALL = 0.5;
    /** Standard deviation of kernel code against the rest of the program, for each recording. */
    static final double KERNEL = 0.035;
    /** The same of user code: which methods are inlined differs from run to run. */
    static final double COMPILER = 0.15;
    /** The same of what is below 5 % of all CPU. */
    static final double SMALL = 0.3;
    /** Standard deviation of what unchanged code took, where no part of the program agrees on it. */
    static final double UNKNOWN_REST = 0.15;

    private Significance() {}

    /** Returns the chance of a deviation of at least this many standard errors, in either direction. */
    public static double twoSided(double standardErrors) {
        return complementaryError(Math.abs(standardErrors) / Math.sqrt(2));
    }

    /**
     * Adjusts the chances of several tests by Holm's method: comparing the results with the level keeps the chance of
     * any false alarm below it, however the tests depend on each other.
     */
    public static double[] holm(double[] chances) {
        return holm(chances, chances.length);
    }

    private static double[] holm(double[] chances, int tests) {
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < chances.length; i++) {
            order.add(i);
        }
        order.sort(Comparator.comparingDouble(i -> chances[i]));
        double[] adjusted = new double[chances.length];
        double running = 0;
        for (int rank = 0; rank < order.size(); rank++) {
            int i = order.get(rank);
            running = Math.max(running, Math.min(1, chances[i] * (tests - rank)));
            adjusted[i] = running;
        }
        return adjusted;
    }

    /**
     * Adjusts the chances of several tests as {@link #holm} does, without those that could not get below the level
     * whatever their samples say (Tarone 1990): they cannot be false alarms, so the others need not pay for them.
     *
     * @param least the smallest chance that each test can have, from its number of samples
     */
    static double[] adjusted(double[] chances, double[] least) {
        int tests = 1;
        while (reaching(least, tests).length > tests) {
            tests++;
        }
        int[] tested = reaching(least, tests);
        double[] adjusted = new double[chances.length];
        Arrays.fill(adjusted, 1);
        double[] holm = holm(Arrays.stream(tested).mapToDouble(i -> chances[i]).toArray(), tests);
        for (int i = 0; i < tested.length; i++) {
            adjusted[tested[i]] = holm[i];
        }
        return adjusted;
    }

    private static int[] reaching(double[] least, int tests) {
        return IntStream.range(0, least.length).filter(i -> least[i] <= LEVEL / tests).toArray();
    }

    /** Numerical Recipes' Chebyshev fit of erfc for x of 0 or more; relative error below 1.2e-7. */
    private static double complementaryError(double x) {
        double t = 1 / (1 + x / 2);
        double polynomial = -1.26551223 + t * (1.00002368 + t * (0.37409196 + t * (0.09678418 + t * (-0.18628806
                + t * (0.27886807 + t * (-1.13520398 + t * (1.48851587 + t * (-0.82215223 + t * 0.17087277))))))));
        return t * Math.exp(-x * x + polynomial);
    }
}
