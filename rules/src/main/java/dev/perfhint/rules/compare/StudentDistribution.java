package dev.perfhint.rules.compare;

/** Student's t distribution, by Lentz's continued fraction, and what its test needs of a sample. */
public final class StudentDistribution {
    private static final double TINY = 1e-300;
    private static final double[] LANCZOS = {76.18009172947146, -86.50532032941677, 24.01409824083091,
        -1.231739572450155, 0.1208650973866179e-2, -0.5395239384953e-5};

    private StudentDistribution() {}

    /** Returns the probability of a value at least as far from 0, on either side. */
    public static double twoSided(double t, double degrees) {
        if (Double.isInfinite(t)) {
            return 0;
        }
        return incompleteBeta(degrees / (degrees + t * t), degrees / 2, 0.5);
    }

    /** Returns the value that is exceeded on either side with this probability. */
    public static double quantile(double twoSided, double degrees) {
        double low = 0;
        double high = 1000;
        for (int i = 0; i < 100; i++) {
            double middle = (low + high) / 2;
            if (twoSided(middle, degrees) > twoSided) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return (low + high) / 2;
    }

    public static double mean(double[] values) {
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        return sum / values.length;
    }

    /** Returns the variance of what the values are a sample of. */
    public static double variance(double[] values) {
        double mean = mean(values);
        double squares = 0;
        for (double value : values) {
            squares += (value - mean) * (value - mean);
        }
        return squares / (values.length - 1);
    }

    private static double incompleteBeta(double x, double a, double b) {
        if (x <= 0 || x >= 1) {
            return x <= 0 ? 0 : 1;
        }
        double front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x));
        return x < (a + 1) / (a + b + 2) ? front * fraction(x, a, b) / a : 1 - front * fraction(1 - x, b, a) / b;
    }

    private static double fraction(double x, double a, double b) {
        double c = 1;
        double d = 1 / nonZero(1 - (a + b) * x / (a + 1));
        double value = d;
        for (int m = 1; m <= 300; m++) {
            double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
            d = 1 / nonZero(1 + even * d);
            c = nonZero(1 + even / c);
            value *= d * c;
            double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
            d = 1 / nonZero(1 + odd * d);
            c = nonZero(1 + odd / c);
            value *= d * c;
            if (Math.abs(d * c - 1) < 1e-12) {
                return value;
            }
        }
        return value;
    }

    private static double nonZero(double value) {
        return Math.abs(value) < TINY ? TINY : value;
    }

    private static double logGamma(double x) {
        double sum = 1.000000000190015;
        for (int i = 0; i < LANCZOS.length; i++) {
            sum += LANCZOS[i] / (x + i + 1);
        }
        double base = x + 5.5;
        return (x + 0.5) * Math.log(base) - base + Math.log(2.5066282746310005 * sum / x);
    }
}
