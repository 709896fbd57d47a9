package dev.perfhint.cli.calibrate;

/** Student's t distribution with whole degrees of freedom (Abramowitz and Stegun, 26.7.3 and 26.7.4). */
final class StudentT {
    private static final double MAX_T = 1e6;

    private StudentT() {}

    /** Returns the chance of a value above {@code t}, which is not negative. */
    static double tail(double t, int freedoms) {
        double angle = Math.atan(t / Math.sqrt(freedoms));
        double cosine = Math.cos(angle);
        boolean odd = freedoms % 2 == 1;
        double term = odd ? cosine : 1;
        double sum = freedoms == 1 ? 0 : term;
        for (int i = odd ? 3 : 2; i < freedoms; i += 2) {
            term *= cosine * cosine * (i - 1) / i;
            sum += term;
        }
        double between = odd ? 2 / Math.PI * (angle + Math.sin(angle) * sum) : Math.sin(angle) * sum;
        return Math.max(0, (1 - between) / 2);
    }

    /** Returns the value that is exceeded with this chance, at most a half. */
    static double quantile(double tail, int freedoms) {
        double low = 0;
        double high = MAX_T;
        for (int i = 0; i < 100; i++) {
            double middle = (low + high) / 2;
            if (tail(middle, freedoms) > tail) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return high;
    }
}
