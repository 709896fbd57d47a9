package dev.perfhint.rules.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;

/**
 * Judges rows against the rest of the program. A difference counts if it is significant over all rows and reaches both
 * least effects; it is denied if an interval of 95 % around the change as measured lies within one of them; else it is
 * inconclusive.
 *
 * <p>Rows that have less than a point of all CPU on either side cannot reach the least effect and are left out.
 */
final class Judgement {
    private static final double LEAST_SHARE = 0.1;
    private static final double SMALL_POINTS = 5;

    private final Side before;
    private final Side after;
    private final Kinds kinds;
    private final boolean perWork;
    private final CommonShift common;
    private final Totals totals;
    private OptionalDouble factor = OptionalDouble.empty();

    Judgement(Side before, Side after, Kinds kinds, boolean perWork) {
        this.before = before;
        this.after = after;
        this.kinds = kinds;
        this.perWork = perWork;
        this.common = new CommonShift(before, after, kinds, perWork);
        this.totals = new Totals(before, after, kinds, common);
    }

    /** A row and how far it moved against the rest. */
    private record Judged(Row row, Shift own, Shift expected, double chance) {
        double againstRest() {
            return own.log() - expected.log();
        }
    }

    List<Change> changes(List<Row> all) {
        List<Row> rows = all.stream().filter(this::isLargeEnough).toList();
        List<Judged> judged = new ArrayList<>();
        for (Row row : rows) {
            judged.add(withCallers(judge(row, Set.of())));
        }
        double[] adjusted = Significance.holm(judged.stream().mapToDouble(Judged::chance).toArray());
        List<Judged> different = new ArrayList<>();
        for (int i = 0; i < adjusted.length; i++) {
            if (!rows.get(i).isTotal() && adjusted[i] < Significance.LEVEL && isLarge(judged.get(i))) {
                different.add(judged.get(i));
            }
        }
        different = withoutUnmoved(different);
        Set<Part.Key> changed = parts(different);
        factor = common.share(changed) < LEAST_SHARE ? OptionalDouble.empty()
                : OptionalDouble.of(Math.exp(common.rest(changed).log()));
        List<Change> changes = new ArrayList<>();
        for (int i = 0; i < adjusted.length; i++) {
            Judged one = judged.get(i);
            if (one.row().isTotal()) {
                changes.add(total(one, adjusted[i], changed, rows.size()));
            } else {
                ChangeKind kind = different.contains(one) ? direction(one) : undecided(one.row());
                changes.add(change(one.row(), OptionalDouble.of(Math.expm1(one.againstRest())), adjusted[i], kind));
            }
        }
        changes.sort(Comparison.order());
        return changes;
    }

    /** Returns what all that is not called different took after ÷ before; empty where there is too little of it. */
    OptionalDouble common() {
        return factor;
    }

    private boolean isLargeEnough(Row row) {
        return row.isTotal() || row.subject() == Subject.FINDING
                || points(Math.max(before.rate(row.before()), after.rate(row.after()))) >= Comparison.LEAST_POINTS;
    }

    /** @param excluded further parts that are no rest */
    private Judged judge(Row row, Set<Part.Key> excluded) {
        if (row.isTotal()) {
            Shift own = common.between(row.before(), row.after());
            double error = Math.sqrt(own.variance() + Significance.SPEED * Significance.SPEED);
            return new Judged(row, own, new Shift(0, Significance.SPEED * Significance.SPEED),
                    Significance.twoSided(own.log() / error));
        }
        Set<Part.Key> noRest = new TreeSet<>(row.parts());
        noRest.addAll(excluded);
        Set<Part.Key> rest = common.closestRest(noRest, row.kernel());
        // what is left after exclusions is too little to tell it
        double dispersionBefore = excluded.isEmpty() ? before.dispersion(row.parts(), rest) : 1;
        double dispersionAfter = excluded.isEmpty() ? after.dispersion(row.parts(), rest) : 1;
        Amount first = amount(row, before, row.before()).with(dispersionBefore);
        Amount second = amount(row, after, row.after()).with(dispersionAfter);
        Shift own = common.between(first, second).lessCertain(unexplained(row));
        Shift expected = common.of(noRest, row.kernel(), dispersionBefore, dispersionAfter);
        // what is not reported is below the threshold: if that is more than the other side has, nothing is known
        boolean reversed = row.subject() == Subject.FINDING
                && (row.before() == Amount.NONE || row.after() == Amount.NONE)
                && (row.after() == Amount.NONE) != own.minus(expected).log() < 0;
        return new Judged(row, own, expected, reversed ? 1
                : Significance.twoSided(own.minus(expected).standardErrors()));
    }

    /** Where the compiler may move a method's CPU to its caller, both together must have changed as well. */
    private Judged withCallers(Judged one) {
        Row row = one.row();
        if (row.kernel() || row.isTotal() || row.parts().stream().noneMatch(kinds::isInlining)) {
            return one;
        }
        Row all = new Row(row.subject(), row.name(), row.id(), row.finding(), row.before(), row.after(),
                kinds.userUnderSame(row.parts()), false);
        return new Judged(row, one.own(), one.expected(), Math.max(one.chance(), judge(all, Set.of()).chance()));
    }

    /**
     * Returns the CPU to judge a row by: for a finding all that its calls took, because how a profiler divides a call
     * between user and system differs from run to run.
     */
    private static Amount amount(Row row, Side side, Amount shown) {
        return switch (row.subject()) {
            case FINDING -> shown == Amount.NONE ? side.silent() : side.sum(row.parts());
            case METHOD -> side.sum(row.parts());
            default -> shown;
        };
    }

    private double unexplained(Row row) {
        double variance = Math.pow(Significance.BETWEEN_RUNS, 2)
                * (1.0 / before.recordings() + 1.0 / after.recordings());
        if (!row.kernel()) {
            return variance + common.ofCompiler(row.parts());
        }
        boolean small = points(Math.max(before.rate(row.before()), after.rate(row.after()))) < SMALL_POINTS;
        return small ? variance + Math.pow(Significance.SMALL_CALLS, 2) : variance;
    }

    private boolean isLarge(Judged one) {
        double expected = Math.exp(one.expected().log());
        double change = after.rate(one.row().after()) / expected - before.rate(one.row().before());
        return Math.abs(Math.expm1(one.againstRest())) >= Comparison.LEAST_RELATIVE
                && Math.abs(points(change)) >= Comparison.LEAST_POINTS;
    }

    /**
     * Leaves out rows that only seem to move because others do, which are most of their rest: it needs a rest without
     * those others that tells so at odds of 50 to 1. Else the ends of a ratio are both named.
     */
    private List<Judged> withoutUnmoved(List<Judged> different) {
        Set<Part.Key> changed = parts(different);
        List<Judged> moved = new ArrayList<>();
        for (Judged one : different) {
            Judged alone = judge(one.row(), changed);
            double variance = alone.own().variance() + alone.expected().variance();
            double odds =
                    (Math.pow(alone.againstRest(), 2) - Math.pow(alone.againstRest() - one.againstRest(), 2)) / (2
                            * variance)
                    + (perWork ? steady(one.own().log() - one.againstRest()) - steady(one.own().log()) : 0);
            if (odds > -Significance.ODDS) {
                moved.add(one);
            }
        }
        return moved.isEmpty() ? different : moved;
    }

    /** Returns the logarithm of how likely a machine is to shift everything by this: every other one does not. */
    private static double steady(double shift) {
        double still = 2 * Significance.BETWEEN_RUNS;
        return Math.log(Math.exp(-Math.pow(shift / still, 2) / 2) / still
                + Math.exp(-Math.pow(shift / Significance.SPEED, 2) / 2) / Significance.SPEED);
    }

    private static Set<Part.Key> parts(List<Judged> rows) {
        Set<Part.Key> parts = new TreeSet<>();
        rows.stream().filter(one -> one.row().subject() != Subject.SYSCALL)
                .forEach(one -> parts.addAll(one.row().parts()));
        return parts;
    }

    private Change total(Judged one, double chance, Set<Part.Key> changed, int rows) {
        double own = Math.expm1(one.own().log());
        if (chance < Significance.LEVEL && Math.abs(own) >= Comparison.LEAST_RELATIVE) {
            return change(one.row(), OptionalDouble.empty(), chance, own < 0 ? ChangeKind.SMALLER : ChangeKind.LARGER);
        }
        Totals.Explained explained = totals.explained(one.row(), changed);
        double adjusted = Math.min(1, explained.chance() * rows);
        if (adjusted < Significance.LEVEL && Math.abs(explained.relative()) >= Comparison.LEAST_RELATIVE
                && Math.abs(points(explained.change())) >= Comparison.LEAST_POINTS) {
            return change(one.row(), OptionalDouble.of(explained.relative()), adjusted,
                    explained.change() < 0 ? ChangeKind.SMALLER : ChangeKind.LARGER);
        }
        return change(one.row(), OptionalDouble.empty(), chance, undecided(one.row()));
    }

    /**
     * Gone is what has next to nothing left, against the rest or as measured: what is not reported is not known better.
     */
    private ChangeKind direction(Judged one) {
        double rateBefore = before.rate(one.row().before());
        double rateAfter = after.rate(one.row().after());
        if (one.againstRest() < 0) {
            boolean gone = Math.exp(one.againstRest()) < Comparison.REST || rateAfter < rateBefore * Comparison.REST;
            return gone ? ChangeKind.GONE : ChangeKind.SMALLER;
        }
        boolean fresh = Math.exp(-one.againstRest()) < Comparison.REST || rateBefore < rateAfter * Comparison.REST;
        return fresh ? ChangeKind.NEW : ChangeKind.LARGER;
    }

    private ChangeKind undecided(Row row) {
        double rateBefore = before.rate(row.before());
        double rateAfter = after.rate(row.after());
        if (rateBefore == 0 && rateAfter == 0) {
            return ChangeKind.SAME;
        }
        double betweenRuns = Math.pow(Significance.BETWEEN_RUNS, 2);
        double first = row.before().relativeVariance() + betweenRuns / before.recordings();
        double second = row.after().relativeVariance() + betweenRuns / after.recordings();
        double factor = Math.exp(Significance.INTERVAL * Math.sqrt(first + second));
        double ratio = rateBefore == 0 ? 1 : rateAfter / rateBefore;
        boolean withinRelative = rateBefore > 0 && ratio * factor < 1 + Comparison.LEAST_RELATIVE
                && ratio / factor > 1 - Comparison.LEAST_RELATIVE;
        double margin = Significance.INTERVAL * Math.hypot(before.positiveRate(row.before()) * Math.sqrt(first),
                after.positiveRate(row.after()) * Math.sqrt(second));
        boolean withinPoints = points(Math.abs(rateAfter - rateBefore) + margin) < Comparison.LEAST_POINTS;
        return withinRelative || withinPoints ? ChangeKind.SAME : ChangeKind.INCONCLUSIVE;
    }

    private Change change(Row row, OptionalDouble againstRest, double chance, ChangeKind kind) {
        double rateBefore = before.rate(row.before());
        double rateAfter = after.rate(row.after());
        return new Change(row.subject(), row.name(), row.id(), row.finding(), rateBefore, rateAfter,
                row.before().samples(), row.after().samples(), Comparison.relative(rateBefore, rateAfter), againstRest,
                points(rateAfter - rateBefore), chance, kind);
    }

    private double points(double rate) {
        double all = before.rate(before.cpu());
        return all == 0 ? 0 : rate / all * 100;
    }
}
