package dev.perfhint.rules.compare;

import dev.perfhint.profile.Frames;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * What unchanged code took after ÷ before: the methods that agree with each other. Methods with 15 % of the CPU that
 * took the same are taken for it; else methods with half of it that moved alike, and all CPU with them, which is more
 * work or another machine.
 *
 * @param log logarithm of the factor, 0 where nothing agrees
 * @param variance of its error
 * @param known whether enough of the program agrees
 * @param moved whether it is that half of the CPU and moved
 */
record UnchangedCode(double log, double variance, boolean known, boolean moved) {
    private static final double SHARE_AT_REST = 0.15;
    private static final double SHARE_MOVED = 0.5;
    /** What methods of one program differ by in two runs, as a logarithm. */
    private static final double TOLERANCE = 0.05;
    private static final double MAX_SAMPLING = 0.15;
    /** Variance of what machines differ by where code took the same: better known than from few samples. */
    private static final double STILL = 2 * Significance.RUN_ALIKE * Significance.RUN_ALIKE;

    /**
     * One method.
     *
     * @param weight its share of all CPU, the mean of both sides
     * @param log of after ÷ before
     */
    private record Moved(double weight, double log, double variance, double before, double after) {
        boolean agrees(double centre) {
            return Math.abs(log - centre) <= TOLERANCE + Math.min(MAX_SAMPLING, Math.sqrt(variance));
        }
    }

    static UnchangedCode of(Side before, Side after, List<Row> rows) {
        // the JVM's own threads do the same in every run, whatever the program does
        List<Row> code = rows.stream()
                .filter(row -> row.subject() == Subject.METHOD && !row.name().equals(Frames.NO_JAVA)).toList();
        double allBefore = code.stream().mapToDouble(row -> before.rate(row.before())).sum();
        double allAfter = code.stream().mapToDouble(row -> after.rate(row.after())).sum();
        List<Moved> methods = new ArrayList<>();
        for (Row row : code) {
            double first = before.rate(row.before());
            double second = after.rate(row.after());
            double weight = (share(first, allBefore) + share(second, allAfter)) / 2;
            methods.add(new Moved(weight, Math.log(after.positiveRate(row.after()) / before.positiveRate(row.before())),
                    row.before().relativeVariance() + row.after().relativeVariance(), first, second));
        }
        List<Moved> still = methods.stream().filter(method -> method.agrees(0)).toList();
        if (share(still) >= SHARE_AT_REST) {
            return measured(still, false);
        }
        double centre = median(methods);
        List<Moved> alike = methods.stream().filter(method -> method.agrees(centre)).toList();
        double all = Math.log(after.positiveRate(after.cpu()) / before.positiveRate(before.cpu()));
        if (alike.size() > 1 && share(alike) >= SHARE_MOVED && all / centre >= SHARE_MOVED) {
            return measured(alike, true);
        }
        return new UnchangedCode(0, Significance.UNKNOWN_REST * Significance.UNKNOWN_REST, false, false);
    }

    private static UnchangedCode measured(List<Moved> methods, boolean moved) {
        double first = methods.stream().mapToDouble(Moved::before).sum();
        double second = methods.stream().mapToDouble(Moved::after).sum();
        double weights = share(methods);
        double sampling = methods.stream().mapToDouble(method -> method.weight * method.weight * method.variance).sum()
                / (weights * weights);
        return new UnchangedCode(Math.log(second / first),
                moved ? sampling : sampling * STILL / (sampling + STILL), true, moved);
    }

    private static double share(double part, double all) {
        return all == 0 ? 0 : part / all;
    }

    private static double share(List<Moved> methods) {
        return methods.stream().filter(method -> method.before > 0 && method.after > 0)
                .mapToDouble(Moved::weight).sum();
    }

    private static double median(List<Moved> methods) {
        double half = methods.stream().mapToDouble(Moved::weight).sum() / 2;
        double sum = 0;
        for (Moved method : methods.stream().sorted(Comparator.comparingDouble(Moved::log)).toList()) {
            sum += method.weight;
            if (sum >= half) {
                return method.log;
            }
        }
        return 0;
    }
}
