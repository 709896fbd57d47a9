package dev.perfhint.rules.scaling;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Gunther's Universal Scalability Law, throughput = unit · N ÷ (1 + contention · (N − 1)
 * + coherency · N · (N − 1)),
 * fitted by least squares of the relative errors of N ÷ throughput, in which it is linear. Coefficients are not
 * negative.
 *
 * @param unit throughput of load 1
 * @param contention the part of the work that only one can do at a time, 0 to 1
 * @param relativeError root of the mean squared relative error of the throughput; an exact fit of few points proves
 *     little
 */
public record ScalabilityLaw(double unit, double contention, double coherency, double relativeError) {
    /** Three coefficients fit any three points. */
    public static final int MIN_LOADS = 4;

    /** A law that errs more says nothing. */
    private static final double MAX_ERROR = 0.15;

    /** A throughput at a load. */
    public record Point(double load, double throughput) {}

    /**
     * Fits at least {@link #MIN_LOADS} points of different loads; empty where no law with coefficients that mean
     * something comes near.
     */
    public static Optional<ScalabilityLaw> fit(List<Point> points) {
        if (points.stream().mapToDouble(Point::load).distinct().count() < MIN_LOADS) {
            throw new IllegalArgumentException("fewer than " + MIN_LOADS + " loads");
        }
        Optional<ScalabilityLaw> best = Optional.empty();
        // of the subsets of coefficients that may be zero, the best one without negative ones
        for (boolean[] used
                : new boolean[][] {{true, true, true}, {true, true, false}, {true, false, true},
                        {true, false, false}}) {
            double[] linear = leastSquares(points, used);
            if (linear[0] <= 0 || linear[1] < 0 || linear[2] < 0 || linear[1] > linear[0]) {
                continue;
            }
            ScalabilityLaw law = new ScalabilityLaw(1 / linear[0], linear[1] / linear[0], linear[2] / linear[0], 0);
            ScalabilityLaw judged = new ScalabilityLaw(law.unit, law.contention, law.coherency, law.error(points));
            if (judged.relativeError < best.map(ScalabilityLaw::relativeError).orElse(MAX_ERROR) - 1e-12) {
                best = Optional.of(judged);
            }
        }
        return best;
    }

    /** Returns the throughput that the law predicts. */
    public double throughput(double load) {
        return unit * load / (1 + contention * (load - 1) + coherency * load * (load - 1));
    }

    /** Returns the load of the highest throughput; empty where it grows without end. */
    public OptionalDouble peakLoad() {
        return coherency > 0 && contention < 1 ? OptionalDouble.of(Math.sqrt((1 - contention) / coherency))
                : OptionalDouble.empty();
    }

    private double error(List<Point> points) {
        double sum = 0;
        for (Point point : points) {
            double relative = throughput(point.load()) / point.throughput() - 1;
            sum += relative * relative;
        }
        return Math.sqrt(sum / points.size());
    }

    /** Solves the normal equations of the weighted linear form; unused coefficients are 0. */
    private static double[] leastSquares(List<Point> points, boolean[] used) {
        double[][] matrix = new double[3][4];
        for (Point point : points) {
            double n = point.load();
            double[] x = {1, n - 1, n * (n - 1)};
            double y = n / point.throughput();
            for (int i = 0; i < 3; i++) {
                for (int j = 0; j < 3; j++) {
                    matrix[i][j] += x[i] * x[j] / (y * y);
                }
                matrix[i][3] += x[i] / y;
            }
        }
        for (int i = 0; i < 3; i++) {
            if (!used[i]) {
                for (int j = 0; j < 3; j++) {
                    matrix[i][j] = 0;
                    matrix[j][i] = 0;
                }
                matrix[i][i] = 1;
                matrix[i][3] = 0;
            }
        }
        return solve(matrix);
    }

    /** Gauss-Jordan elimination with row exchange. */
    private static double[] solve(double[][] matrix) {
        int size = matrix.length;
        for (int column = 0; column < size; column++) {
            int pivot = column;
            for (int row = column + 1; row < size; row++) {
                pivot = Math.abs(matrix[row][column]) > Math.abs(matrix[pivot][column]) ? row : pivot;
            }
            double[] exchanged = matrix[column];
            matrix[column] = matrix[pivot];
            matrix[pivot] = exchanged;
            for (int row = 0; row < size; row++) {
                double factor = row == column ? 0 : matrix[row][column] / matrix[column][column];
                for (int k = column; factor != 0 && k <= size; k++) {
                    matrix[row][k] -= factor * matrix[column][k];
                }
            }
        }
        double[] solution = new double[size];
        for (int i = 0; i < size; i++) {
            solution[i] = matrix[i][size] / matrix[i][i];
        }
        return solution;
    }
}
