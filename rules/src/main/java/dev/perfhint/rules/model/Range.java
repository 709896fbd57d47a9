package dev.perfhint.rules.model;

/** A share that is known within bounds, both 0..1. */
public record Range(double low, double high) {
    // what a remedy itself costs, and what the JIT makes of the rest, differs by program: corpus/libraries/savings.md
    private static final double POINTS = 0.1;
    private static final double PART = 1 / 3.0;

    /** Returns the bounds of a saving of which the calls are counted: ten points, or a third of a smaller one. */
    public static Range around(double expected) {
        double error = Math.min(POINTS, PART * expected);
        return new Range(expected - error, Math.min(1, expected + error));
    }
}
