package dev.perfhint.rules.compare;

import dev.perfhint.profile.CpuTotals;
import dev.perfhint.profile.Evidence;
import dev.perfhint.profile.Recording;
import dev.perfhint.rules.Report;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;

/**
 * What changed between two recordings, for each unit of work or of time, and whether that can be chance.
 *
 * @param evidence the grade of all its numbers
 * @param unit what the numbers are for one of: {@code unit of work} or {@code second}
 * @param inSamples true where the sampling interval is unknown, so that samples stand for CPU seconds
 * @param common what all code that is not called different took after ÷ before; empty where nothing is left to tell it
 * @param changes totals first, then by subject and size of the change
 * @param warnings one line each, for the user
 */
public record Comparison(
        Evidence evidence, String unit, boolean inSamples, OptionalDouble common, List<Change> changes,
        List<String> warnings) {
    /** A smaller relative change does not count. */
    public static final double LEAST_RELATIVE = 0.10;
    /** A smaller change, in percent of all CPU before, does not count. */
    public static final double LEAST_POINTS = 1;
    /** Of the longer to the shorter recording; beyond it, time tells little of the work done. */
    private static final double MAX_DURATION_RATIO = 1.5;
    /** What is left of something that is gone, at most. */
    static final double REST = 0.05;

    /** How much was done in the recordings: equal amounts of work in any unit, or nothing to compare by time. */
    public record Work(double before, double after) {}

    public Comparison {
        changes = List.copyOf(changes);
        warnings = List.copyOf(warnings);
    }

    /** Returns whether any row changed. */
    public boolean isDifferent() {
        return changes.stream().anyMatch(change -> change.kind().isDifferent());
    }

    /**
     * Compares two analysed profiles at the best grade that both have.
     *
     * @throws IncomparableException if there is none, or no time is known and no work given
     */
    public static Comparison of(Report before, Report after, Optional<Work> work) throws IncomparableException {
        List<String> warnings = new ArrayList<>();
        Evidence grade = grade(before, after, warnings);
        Side first = new Side(before, grade, work.map(Work::before).orElseGet(() -> seconds(before)), work.isPresent());
        Side second = new Side(after, grade, work.map(Work::after).orElseGet(() -> seconds(after)), work.isPresent());
        if (!(first.load() > 0 && second.load() > 0)) {
            throw new IncomparableException(
                    "a recording does not tell its duration: give --work-before and --work-after");
        }
        boolean known = second.cpu().samples() == 0 || second.cpu().nanos() > 0;
        boolean inSamples = first.cpu().nanos() == 0 || !known;
        if (first.cpu().nanos() > 0 != known && second.cpu().samples() > 0) {
            throw new IncomparableException(
                    "only one of the recordings tells its sampling interval: record both alike");
        }
        if (first.cpu().samples() == 0) {
            throw new IncomparableException("there are no CPU samples before: record for longer");
        }
        if (work.isEmpty()
                && Math.max(first.load(), second.load()) > MAX_DURATION_RATIO * Math.min(first.load(), second.load())) {
            warnings.add(
                    String.format(Locale.ROOT, "the recordings took %.1f and %.1f s: if both did the same work, give"
                    + " --work-before 1 --work-after 1, else how much each did", first.load(), second.load()));
        }
        RowList rows = new RowList(first, second);
        Judgement judgement = new Judgement(first, second, rows.kinds(), work.isPresent());
        List<Change> changes = judgement.changes(rows.rows());
        return new Comparison(grade, work.isPresent() ? "unit of work" : "second", inSamples, judgement.common(),
                changes, warnings);
    }

    private static Evidence grade(Report before, Report after, List<String> warnings) throws IncomparableException {
        List<Evidence> grades =
                new ArrayList<>(CpuTotals.byEvidence(before.profile()).stream().map(CpuTotals::evidence).toList());
        grades.retainAll(CpuTotals.byEvidence(after.profile()).stream().map(CpuTotals::evidence).toList());
        if (CpuTotals.byEvidence(before.profile()).isEmpty() && CpuTotals.byEvidence(after.profile()).isEmpty()) {
            throw new IncomparableException("neither tells system CPU: record both with perfhint record");
        }
        if (grades.isEmpty()) {
            throw new IncomparableException("the evidence differs: " + before.profile().evidence().label() + " before, "
                    + after.profile().evidence().label() + " after: record both with the same engine");
        }
        Set<Long> intervals = new TreeSet<>();
        for (Report report : List.of(before, after)) {
            for (Recording recording : report.profile().recordings()) {
                // real intervals wander by a few percent; a different setting is a factor
                intervals.add(Math.round(Math.log(Math.max(1, recording.intervalNanos())) / Math.log(1.5)));
            }
        }
        if (intervals.size() > 1) {
            warnings.add("the recordings have different sampling intervals: the shorter one disturbs its program more");
        }
        return grades.get(0);
    }

    private static double seconds(Report report) {
        return report.profile().recordings().stream().mapToLong(Recording::durationMillis).sum() / 1e3;
    }

    /** Orders the rows: totals, then each subject's largest changes first. */
    static Comparator<Change> order() {
        return Comparator.comparing(Change::subject)
                .thenComparing(change -> -Math.abs(change.points()))
                .thenComparing(Change::name)
                .thenComparing(Change::id);
    }

    static OptionalDouble relative(double before, double after) {
        return before == 0 ? OptionalDouble.empty() : OptionalDouble.of(after / before - 1);
    }
}
