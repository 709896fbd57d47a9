package dev.perfhint.rules.compare;

/**
 * Tells how much more or less evenly samples fall than independent ones would, from their counts in slices of time.
 *
 * <p>The mean square of successive differences is used, not the variance: a start-up phase or one change of load is no
 * noise. It is taken for slices, pairs of slices and fours, and the largest counts, so that bursts of several slices
 * are seen.
 */
final class Dispersion {
    /**
     * Samples at a fixed interval of a program in long phases are up to ten times more certain than independent ones.
     */
    private static final double LEAST = 0.25;
    private static final int LEAST_BLOCKS = 8;
    private static final int LARGEST_BLOCK = 4;

    private Dispersion() {}

    /**
     * Returns the factor on the variance of a Poisson count; at least 1, and 1 where there are too few slices.
     *
     * @param counts samples in each slice
     * @param weights how much of the load fell into each slice: equal for time
     * @param slices how many of them the recording filled entirely
     */
    static double of(long[] counts, long[] weights, int slices) {
        double largest = 1;
        for (int block = 1; block <= LARGEST_BLOCK && slices / block >= LEAST_BLOCKS; block *= 2) {
            largest = Math.max(largest, ofBlocks(counts, weights, slices / block, block));
        }
        return largest;
    }

    /**
     * Returns the factor on the variance that the ratio of two counts would have if both were Poisson; at least a
     * quarter, and 1 where there are too few slices or samples.
     */
    static double ofRatio(long[] counts, long[] others, int slices) {
        if (slices < 2 * LEAST_BLOCKS || sum(counts, 0, slices) == 0 || sum(others, 0, slices) == 0) {
            return 1;
        }
        double largest = LEAST;
        for (int block = 1; block <= LARGEST_BLOCK && slices / block >= LEAST_BLOCKS; block *= 2) {
            largest = Math.max(largest, ofRatioBlocks(counts, others, slices / block, block));
        }
        return largest;
    }

    // the residuals of the ratio estimator: Poisson counts would give them the variance count + ratio^2 x other
    private static double ofRatioBlocks(long[] counts, long[] others, int blocks, int size) {
        double all = sum(counts, 0, blocks * size);
        double allOthers = sum(others, 0, blocks * size);
        double ratio = all / allOthers;
        double squares = 0;
        double previous = Double.NaN;
        for (int i = 0; i < blocks; i++) {
            double residual = sum(counts, i * size, size) - ratio * sum(others, i * size, size);
            if (i > 0) {
                squares += (residual - previous) * (residual - previous);
            }
            previous = residual;
        }
        double expected = (all + ratio * ratio * allOthers) / blocks;
        return squares / (2 * (blocks - 1) * expected);
    }

    private static double ofBlocks(long[] counts, long[] weights, int blocks, int size) {
        double squares = 0;
        double variances = 0;
        double previousRate = Double.NaN;
        double previousVariance = 0;
        for (int i = 0; i < blocks; i++) {
            double count = sum(counts, i * size, size);
            double weight = sum(weights, i * size, size);
            if (weight == 0) {
                continue;
            }
            double rate = count / weight;
            double variance = count / (weight * weight);
            if (!Double.isNaN(previousRate)) {
                squares += (rate - previousRate) * (rate - previousRate);
                variances += variance + previousVariance;
            }
            previousRate = rate;
            previousVariance = variance;
        }
        return variances == 0 ? 1 : squares / variances;
    }

    private static double sum(long[] counts, int from, int size) {
        double sum = 0;
        for (int i = from; i < from + size; i++) {
            sum += counts[i];
        }
        return sum;
    }
}
