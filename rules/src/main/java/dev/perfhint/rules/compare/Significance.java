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
    /**
     * Standard deviation between runs of one part against the rest that no sampling error explains: layout, compiler.
     */
    static final double BETWEEN_RUNS = 0.015;
    /**
     * Standard deviation of the logarithm of the CPU that the same work takes in two recordings, on a virtual machine.
     */
    static final double SPEED = 0.3;
    /** A factor of 2.5 between two recordings of the same work is no machine's. */
    static final double LARGEST_SPEED = 3 * SPEED;
    /** Standard deviation between user and kernel code, or two sorts of user code, where the machine did not change. */
    static final double KINDS = 0.045;
    /** The same where it did, for a shift of 1. */
    static final double KINDS_SLOPE = 0.65;
    /** Standard deviation between two sorts of kernel code where the machine changed, for a shift of 1. */
    static final double KERNEL_SLOPE = 0.05;
    /** Standard deviation of user code that calls other methods: which of them are inlined differs from run to run. */
    static final double COMPILER = 0.4;
    /**
     * Standard deviation of kernel code below 5 % of all CPU: opening files waits for what others do to the file
     * system.
     */
    static final double SMALL_CALLS = 0.3;
    /** Standard deviation of the JVM's own threads: when they compile and collect is no work of the program. */
    static final double JVM_THREADS = 0.1;
    /** Logarithm of the odds at which a row that moved apart from another is taken to be the one that did not move. */
    static final double ODDS = 4;

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
