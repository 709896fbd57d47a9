package dev.perfhint.rules.compare;

import dev.perfhint.profile.CpuTotals;
import dev.perfhint.profile.Evidence;
import dev.perfhint.profile.Recording;
import dev.perfhint.rules.Finding;
import dev.perfhint.rules.Report;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What changed between two recordings, for each unit of work or of time, and whether that can be chance.
 *
 * @param evidence the grade of all its numbers
 * @param unit what the numbers are for one of: {@code unit of work} or {@code second}
 * @param inSamples true where the sampling interval is unknown, so that samples stand for CPU seconds
 * @param changes totals first, then by subject and size of the change
 * @param warnings one line each, for the user
 */
public record Comparison(
        Evidence evidence, String unit, boolean inSamples, List<Change> changes, List<String> warnings) {
    /** A smaller relative change does not count. */
    public static final double LEAST_RELATIVE = 0.10;
    /** A smaller change, in percent of all CPU before, does not count. */
    public static final double LEAST_POINTS = 1;

    private static final double REST = 0.05;

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
            throw new IncomparableException("a recording does not tell its duration: give --work-before and --work-after");
        }
        boolean inSamples = first.cpu().nanos() == 0 || second.cpu().nanos() == 0;
        if (inSamples && first.cpu().nanos() != second.cpu().nanos()) {
            throw new IncomparableException("only one of the recordings tells its sampling interval: record both alike");
        }
        if (first.cpu().samples() == 0) {
            throw new IncomparableException("there are no CPU samples before: record for longer");
        }
        List<Change> changes = new Judgement(first, second).changes(pairs(first, second));
        return new Comparison(grade, work.isPresent() ? "unit of work" : "second", inSamples, changes, warnings);
    }

    private static Evidence grade(Report before, Report after, List<String> warnings) throws IncomparableException {
        List<Evidence> grades = new ArrayList<>(CpuTotals.byEvidence(before.profile()).stream().map(CpuTotals::evidence).toList());
        grades.retainAll(CpuTotals.byEvidence(after.profile()).stream().map(CpuTotals::evidence).toList());
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

    /** Two amounts to compare. */
    record Pair(Subject subject, String name, String id, Optional<Finding> finding, Amount before, Amount after) {
        static Pair of(Subject subject, String name, Amount before, Amount after) {
            return new Pair(subject, name, "", Optional.empty(), before, after);
        }
    }

    private static List<Pair> pairs(Side before, Side after) {
        List<Pair> pairs = new ArrayList<>();
        pairs.add(Pair.of(Subject.CPU, "", before.cpu(), after.cpu()));
        pairs.add(Pair.of(Subject.SYSTEM, "", before.system(), after.system()));
        Map<String, Finding> rest = new TreeMap<>(after.findings());
        Map<String, Finding> unmatched = new TreeMap<>();
        before.findings().forEach((id, finding) -> {
            Finding same = rest.remove(id);
            if (same == null) {
                unmatched.put(id, finding);
            } else {
                pairs.add(pair(Optional.of(finding), Optional.of(same), before, after));
            }
        });
        // the sources may be those of one side only: then the other side's findings have no creation
        unmatched.values().forEach(finding -> {
            Optional<Finding> same = rest.values().stream().filter(each -> sameSite(each, finding)).findFirst();
            same.ifPresent(each -> rest.remove(each.id()));
            pairs.add(pair(Optional.of(finding), same, before, after));
        });
        rest.values().forEach(finding -> pairs.add(pair(Optional.empty(), Optional.of(finding), before, after)));
        add(pairs, Subject.SYSCALL, before.syscalls(), after.syscalls());
        add(pairs, Subject.METHOD, before.methods(), after.methods());
        return pairs;
    }

    private static boolean sameSite(Finding one, Finding other) {
        return one.rule().equals(other.rule())
                && one.site().className().equals(other.site().className())
                && one.site().methodName().equals(other.site().methodName());
    }

    private static Pair pair(Optional<Finding> first, Optional<Finding> second, Side before, Side after) {
        Finding shown = first.filter(finding -> finding.created().isPresent() || second.isEmpty())
                .or(() -> second.filter(finding -> finding.created().isPresent() || first.isEmpty()))
                .or(() -> first)
                .orElseThrow();
        return new Pair(Subject.FINDING, name(shown), shown.id(), Optional.of(shown),
                amount(before, first), amount(after, second));
    }

    // a finding that is not reported may still have had a little CPU
    private static Amount amount(Side side, Optional<Finding> finding) {
        return finding.map(side::of).orElse(Amount.NONE);
    }

    private static String name(Finding finding) {
        return finding.rule() + " in " + finding.created().orElse(finding.site()).className() + "."
                + finding.created().orElse(finding.site()).methodName();
    }

    private static void add(List<Pair> pairs, Subject subject, Map<String, Amount> before, Map<String, Amount> after) {
        for (String name : union(before.keySet(), after.keySet())) {
            pairs.add(Pair.of(subject, name, before.getOrDefault(name, Amount.NONE), after.getOrDefault(name, Amount.NONE)));
        }
    }

    private static Set<String> union(Set<String> first, Set<String> second) {
        Set<String> union = new TreeSet<>(first);
        union.addAll(second);
        return union;
    }

    /** Orders the rows: totals, then each subject's largest changes first. */
    static Comparator<Change> order() {
        return Comparator.comparing(Change::subject)
                .thenComparing(change -> -Math.abs(change.points()))
                .thenComparing(Change::name)
                .thenComparing(Change::id);
    }

    /** A total is never gone: the program still runs. */
    static ChangeKind direction(Subject subject, double before, double after) {
        boolean total = subject == Subject.CPU || subject == Subject.SYSTEM;
        if (after < before) {
            return after < REST * before && !total ? ChangeKind.GONE : ChangeKind.SMALLER;
        }
        return before < REST * after && !total ? ChangeKind.NEW : ChangeKind.LARGER;
    }

    static OptionalDouble relative(double before, double after) {
        return before == 0 ? OptionalDouble.empty() : OptionalDouble.of(after / before - 1);
    }
}
