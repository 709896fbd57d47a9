package dev.perfhint.rules.compare;

import java.util.OptionalDouble;

/**
 * A number of whole recordings, in the comparison's unit: wall time, and what the kernel itself counted.
 *
 * @param name {@code wallSeconds}, {@code userSeconds}, {@code systemSeconds} ...
 */
public record Measure(String name, double before, double after, ChangeKind kind) {
    public OptionalDouble relative() {
        return Comparison.relative(before, after);
    }

    /**
     * Judges wall time.
     *
     * @param agrees whether CPU time changed in the same direction, which suffices
     * @param deviation of the logarithm of after ÷ before, between runs of one program
     */
    static Measure time(String name, double before, double after, boolean agrees, double deviation) {
        double log = before > 0 && after > 0 ? Math.log(after / before) : 0;
        if (Math.abs(after - before) < Comparison.MIN_RELATIVE * before) {
            return new Measure(name, before, after, ChangeKind.SAME);
        }
        boolean different = agrees || Significance.twoSided(log / deviation) < Significance.LEVEL;
        ChangeKind direction = after < before ? ChangeKind.SMALLER : ChangeKind.LARGER;
        return new Measure(name, before, after, different ? direction : ChangeKind.INCONCLUSIVE);
    }
}
