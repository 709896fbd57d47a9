package dev.perfhint.rules.compare;

/**
 * CPU of one thing in one recording.
 *
 * @param dispersion variance of its samples over time, in units of what independent samples would have
 */
record Amount(long samples, long nanos, double dispersion) {
    static final Amount NONE = new Amount(0, 0, 1);

    Amount and(Amount other) {
        return new Amount(samples + other.samples, nanos + other.nanos, dispersion);
    }

    /** Returns the relative variance of the samples; half a sample stands for none. */
    double relativeVariance() {
        return dispersion / Math.max(samples, 0.5);
    }
}
