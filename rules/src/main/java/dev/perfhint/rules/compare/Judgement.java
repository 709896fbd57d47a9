package dev.perfhint.rules.compare;

import dev.perfhint.rules.model.Finding;
import dev.perfhint.rules.model.Site;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Judges rows. A row changed if it did so both as measured and against the unchanged code, in the same direction: by
 * at least both least effects, and by more than chance over all rows. It is the same if it is not, and the samples
 * suffice to deny a change; else it is inconclusive.
 *
 * <p>Rows that have less than a point of all CPU on either side cannot reach the least effect and are left out.
 */
final class Judgement {
    private static final double SMALL_POINTS = 5;
    /** Samples that stand for none, so that a logarithm exists. */
    private static final double NONE = 0.5;
    /** Up to which interval of 95 % a total that is measured as unchanged is called so. */
    private static final double MAX_SAMPLING = 0.2;

    private final Side before;
    private final Side after;
    private final List<Row> rows;
    private final UnchangedCode unchanged;

    Judgement(Side before, Side after, List<Row> all) {
        this.before = before;
        this.after = after;
        this.unchanged = UnchangedCode.of(before, after, all);
        this.rows = all.stream().filter(this::isLargeEnough).toList();
    }

    UnchangedCode unchanged() {
        return unchanged;
    }

    List<Change> changes() {
        List<Row> parts = rows.stream().filter(row -> !row.isTotal()).toList();
        double[] chances = parts.stream().mapToDouble(this::chance).toArray();
        double[] adjusted = Significance.adjusted(chances, parts.stream().mapToDouble(this::leastChance).toArray());
        List<Change> changes = new ArrayList<>();
        for (int i = 0; i < adjusted.length; i++) {
            boolean different = adjusted[i] < Significance.LEVEL && isLarge(parts.get(i));
            changes.add(change(parts.get(i), adjusted[i], different));
        }
        List<Change> explaining = List.copyOf(changes);
        rows.stream().filter(Row::isTotal).forEach(row -> changes.add(total(row, explaining)));
        changes.sort(Comparison.order());
        return changes;
    }

    private boolean isLargeEnough(Row row) {
        return row.isTotal() || row.subject() == Subject.FINDING
                || points(Math.max(before.rate(row.before()), after.rate(row.after()))) >= Comparison.MIN_POINTS;
    }

    /** Returns the chance that a row moved that far, measured against unchanged code, although it is the same. */
    private double chance(Row row) {
        // a finding that is not reported may have had what is just not reported
        Optional<Site> site = row.finding().map(Finding::site);
        Amount first = site.filter(each -> row.before() == Amount.NONE).map(before::silent).orElse(row.before());
        Amount second = site.filter(each -> row.after() == Amount.NONE).map(after::silent).orElse(row.after());
        double measured = log(first, second);
        double moved = measured - unchanged.log();
        if (moved * log(row.before(), row.after()) <= 0) {
            return 1;
        }
        double variance = first.relativeVariance() + second.relativeVariance()
                + ofRuns(unexplained(row, Math.max(before.rate(first), after.rate(second))));
        return Math.max(Significance.twoSided(measured / Math.sqrt(variance)),
                Significance.twoSided(moved / Math.sqrt(variance + unchanged.variance())));
    }

    /** Returns the chance that the row's samples would have if all of them were on one side: what it can reach. */
    private double leastChance(Row row) {
        long samples = row.before().samples() + row.after().samples();
        if (row.subject() == Subject.FINDING || samples == 0) {
            return 0;
        }
        double rate = before.rate(row.before()) + after.rate(row.after());
        double variance = 1.0 / samples + 1 / NONE + ofRuns(unexplained(row, rate));
        return Significance.twoSided(Math.log(samples / NONE) / Math.sqrt(variance));
    }

    private double unexplained(Row row, double rate) {
        return points(rate) < SMALL_POINTS ? Significance.SMALL
                : row.kernel() ? Significance.KERNEL : Significance.COMPILER;
    }

    private boolean isLarge(Row row) {
        double factor = Math.exp(unchanged.log());
        double first = before.rate(row.before());
        double second = after.rate(row.after());
        return isLarge(first, second) && isLarge(first * factor, second);
    }

    private boolean isLarge(double first, double second) {
        return Math.abs(second - first) >= Comparison.MIN_RELATIVE * first
                && Math.abs(points(second - first)) >= Comparison.MIN_POINTS;
    }

    /** A total is different by more than two runs of a program differ, or by what the changed rows explain. */
    private Change total(Row row, List<Change> parts) {
        double spread = spread(row);
        double variance = row.before().relativeVariance() + row.after().relativeVariance() + ofRuns(spread);
        double chance = Significance.twoSided(log(row.before(), row.after()) / Math.sqrt(variance));
        boolean large = isLarge(before.rate(row.before()), after.rate(row.after()));
        if (large && chance >= Significance.LEVEL) {
            List<Subject> subjects = row.subject() == Subject.CPU ? List.of(Subject.METHOD)
                    : List.of(Subject.SYSCALL, Subject.FINDING);
            for (Subject subject : subjects) {
                List<Change> changed = parts.stream()
                        .filter(part -> part.subject() == subject && part.kind().isDifferent()).toList();
                double explained = changed.stream()
                        .mapToDouble(part -> part.after() - part.before() * Math.exp(unchanged.log())).sum();
                double moved = after.rate(row.after()) - before.rate(row.before());
                if (explained * moved > 0 && isLarge(before.rate(row.before()), before.rate(row.before())
                        + explained)) {
                    chance = Math.min(chance, changed.stream().mapToDouble(Change::chance).min().orElse(1));
                }
            }
        }
        return change(row, chance, large && chance < Significance.LEVEL);
    }

    /** The JVM's own system time, of its start, compilers and collector, differs more than the program's. */
    private double spread(Row total) {
        double moved = points(Math.abs(after.rate(total.after()) - before.rate(total.before())));
        if (total.subject() == Subject.SYSTEM && moved < SMALL_POINTS) {
            return Significance.SMALL;
        }
        return unchanged.moved() ? Significance.MACHINE : unchanged.known() ? Significance.RUN_ALIKE : Significance.RUN;
    }

    private Change change(Row row, double chance, boolean different) {
        double first = before.rate(row.before());
        double second = after.rate(row.after());
        OptionalDouble againstRest = row.isTotal() ? OptionalDouble.empty()
                : OptionalDouble.of(Math.expm1(log(row.before(), row.after()) - unchanged.log()));
        return new Change(row.subject(), row.name(), row.id(), row.finding(), first, second, row.before().samples(),
                row.after().samples(), Comparison.relative(first, second), againstRest, points(second - first), chance,
                different ? direction(first, second, row.isTotal()) : undecided(row));
    }

    private static ChangeKind direction(double first, double second, boolean total) {
        if (second < first) {
            return second < first * Comparison.REST && !total ? ChangeKind.GONE : ChangeKind.SMALLER;
        }
        return first < second * Comparison.REST && !total ? ChangeKind.NEW : ChangeKind.LARGER;
    }

    private ChangeKind undecided(Row row) {
        double first = before.rate(row.before());
        double second = after.rate(row.after());
        double sampling = Significance.INTERVAL
                * Math.sqrt(row.before().relativeVariance() + row.after().relativeVariance());
        double margin = Significance.INTERVAL * Math.hypot(
                before.positiveRate(row.before()) * Math.sqrt(row.before().relativeVariance()),
                after.positiveRate(row.after()) * Math.sqrt(row.after().relativeVariance()));
        if (row.isTotal()) {
            boolean small = Math.abs(second - first) < Comparison.MIN_RELATIVE * first;
            return small && sampling < MAX_SAMPLING ? ChangeKind.SAME : ChangeKind.INCONCLUSIVE;
        }
        boolean withinRelative = first > 0 && second > 0
                && Math.abs(Math.log(second / first)) + sampling < Math.log1p(Comparison.MIN_RELATIVE);
        boolean withinPoints = points(Math.abs(second - first) + margin) < Comparison.MIN_POINTS;
        return withinRelative || withinPoints ? ChangeKind.SAME : ChangeKind.INCONCLUSIVE;
    }

    private double ofRuns(double deviation) {
        return deviation * deviation * (1.0 / before.recordings() + 1.0 / after.recordings());
    }

    private double log(Amount first, Amount second) {
        return Math.log(after.positiveRate(second) / before.positiveRate(first));
    }

    private double points(double rate) {
        double all = before.rate(before.cpu());
        return all == 0 ? 0 : rate / all * 100;
    }
}
