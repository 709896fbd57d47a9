package dev.perfhint.rules.compare;

/**
 * An estimate of the logarithm of after ÷ before.
 *
 * @param variance of the estimate's error
 */
record Shift(double log, double variance) {
    /** Returns the mean of both, each weighted by its certainty. */
    Shift and(Shift other) {
        double weight = other.variance / (variance + other.variance);
        return new Shift(weight * log + (1 - weight) * other.log, variance * weight);
    }

    Shift minus(Shift other) {
        return new Shift(log - other.log, variance + other.variance);
    }

    Shift lessCertain(double moreVariance) {
        return new Shift(log, variance + moreVariance);
    }

    double standardErrors() {
        return log / Math.sqrt(variance);
    }
}
