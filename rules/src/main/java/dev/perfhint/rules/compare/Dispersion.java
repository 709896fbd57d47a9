package dev.perfhint.rules.compare;

/**
 * Measures how much less evenly samples fall than independent ones would, from their counts in slices of time.
 *
 * <p>The mean square of successive differences is used, not the variance: a start-up phase or one change of load is no
 * noise. It is taken for slices, pairs of slices and fours, and the largest counts, so that bursts of several slices
 * are seen.
 */
final class Dispersion {
    private static final int MIN_BLOCKS = 8;
    private static final int MAX_BLOCK = 4;

    private Dispersion() {}

    /**
     * Returns the factor on the variance of a Poisson count; at least 1, and 1 where there are too few slices.
     *
     * @param counts samples in each slice
     * @param slices how many of them the recording filled entirely
     */
    static double of(long[] counts, int slices) {
        double largest = 1;
        for (int block = 1; block <= MAX_BLOCK && slices / block >= MIN_BLOCKS; block *= 2) {
            largest = Math.max(largest, ofBlocks(counts, slices / block, block));
        }
        return largest;
    }

    private static double ofBlocks(long[] counts, int blocks, int size) {
        double squares = 0;
        double variances = 0;
        for (int i = 1; i < blocks; i++) {
            double count = sum(counts, i * size, size);
            double previous = sum(counts, (i - 1) * size, size);
            squares += (count - previous) * (count - previous);
            variances += count + previous;
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
