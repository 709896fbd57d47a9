package dev.perfhint.rules.compare;

import java.util.ArrayList;
import java.util.List;

/**
 * Judges pairs of amounts. A difference counts if it is significant over all rows and reaches both least effects; it is
 * denied if an interval of 95 % around it lies within one of them; else it is inconclusive.
 *
 * <p>Rows that have less than a point of all CPU on either side cannot reach the least effect and are left out.
 */
final class Judgement {
    private final Side before;
    private final Side after;
    private final double allBefore;

    Judgement(Side before, Side after) {
        this.before = before;
        this.after = after;
        this.allBefore = before.rate(before.cpu());
    }

    List<Change> changes(List<Comparison.Pair> pairs) {
        List<Comparison.Pair> rows = new ArrayList<>();
        for (Comparison.Pair pair : pairs) {
            boolean total = pair.subject() == Subject.CPU || pair.subject() == Subject.SYSTEM;
            if (total || pair.subject() == Subject.FINDING
                    || points(Math.max(before.rate(pair.before()), after.rate(pair.after()))) >= Comparison.LEAST_POINTS) {
                rows.add(pair);
            }
        }
        double[] chances = new double[rows.size()];
        for (int i = 0; i < chances.length; i++) {
            chances[i] = chance(rows.get(i));
        }
        double[] adjusted = Significance.holm(chances);
        List<Change> changes = new ArrayList<>();
        for (int i = 0; i < chances.length; i++) {
            changes.add(change(rows.get(i), adjusted[i]));
        }
        changes.sort(Comparison.order());
        return changes;
    }

    private Change change(Comparison.Pair pair, double chance) {
        double rateBefore = before.rate(pair.before());
        double rateAfter = after.rate(pair.after());
        return new Change(pair.subject(), pair.name(), pair.id(), pair.finding(), rateBefore, rateAfter,
                pair.before().samples(), pair.after().samples(), Comparison.relative(rateBefore, rateAfter),
                points(rateAfter - rateBefore), chance, kind(pair, rateBefore, rateAfter, chance));
    }

    private ChangeKind kind(Comparison.Pair pair, double rateBefore, double rateAfter, double chance) {
        double points = points(rateAfter - rateBefore);
        boolean large = Math.abs(points) >= Comparison.LEAST_POINTS
                && Math.abs(rateAfter - rateBefore) >= Comparison.LEAST_RELATIVE * rateBefore;
        if (large && chance < Significance.LEVEL) {
            return Comparison.direction(pair.subject(), rateBefore, rateAfter);
        }
        if (rateBefore == 0 && rateAfter == 0) {
            return ChangeKind.SAME;
        }
        double factor = Math.exp(Significance.INTERVAL * standardError(pair));
        double ratio = rateBefore == 0 ? 1 : rateAfter / rateBefore;
        boolean withinRelative = rateBefore > 0 && ratio * factor < 1 + Comparison.LEAST_RELATIVE
                && ratio / factor > 1 - Comparison.LEAST_RELATIVE;
        double margin = Significance.INTERVAL * Math.hypot(error(rateBefore, before, pair.before()), error(rateAfter, after, pair.after()));
        boolean withinPoints = points(Math.abs(rateAfter - rateBefore) + margin) < Comparison.LEAST_POINTS;
        return withinRelative || withinPoints ? ChangeKind.SAME : ChangeKind.INCONCLUSIVE;
    }

    /** Returns the chance of so large a difference if nothing changed. */
    private double chance(Comparison.Pair pair) {
        // What is not reported as a finding was below the threshold, not at zero.
        Amount first = pair.subject() == Subject.FINDING && pair.before() == Amount.NONE ? before.silent() : pair.before();
        Amount second = pair.subject() == Subject.FINDING && pair.after() == Amount.NONE ? after.silent() : pair.after();
        double rateBefore = rate(before, first);
        double rateAfter = rate(after, second);
        if (rateBefore == rateAfter) {
            return 1;
        }
        boolean reversed = rateAfter < rateBefore != before.rate(pair.before()) > after.rate(pair.after());
        double error = standardError(Comparison.Pair.of(pair.subject(), "", first, second));
        return reversed ? 1 : Significance.twoSided(Math.log(rateAfter / rateBefore) / error);
    }

    // half a sample stands for none, so that the logarithm exists
    private static double rate(Side side, Amount amount) {
        double rate = side.rate(amount);
        Amount all = side.cpu();
        return rate > 0 ? rate : all.samples() == 0 ? 0.5 / side.load() : side.rate(all) / all.samples() / 2;
    }

    private double standardError(Comparison.Pair pair) {
        double betweenRuns = Significance.BETWEEN_RUNS * Significance.BETWEEN_RUNS;
        return Math.sqrt(pair.before().relativeVariance() + pair.after().relativeVariance()
                + betweenRuns / before.recordings() + betweenRuns / after.recordings());
    }

    private static double error(double rate, Side side, Amount amount) {
        double variance = amount.relativeVariance() + Significance.BETWEEN_RUNS * Significance.BETWEEN_RUNS / side.recordings();
        return (rate > 0 ? rate : rate(side, amount)) * Math.sqrt(variance);
    }

    private double points(double rate) {
        return allBefore == 0 ? 0 : rate / allBefore * 100;
    }
}
