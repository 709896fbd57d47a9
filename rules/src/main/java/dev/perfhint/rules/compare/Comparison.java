package dev.perfhint.rules.compare;

import dev.perfhint.profile.CpuTotals;
import dev.perfhint.profile.Evidence;
import dev.perfhint.profile.Gauge;
import dev.perfhint.profile.KernelAccounting;
import dev.perfhint.profile.Recording;
import dev.perfhint.profile.view.KernelScale;
import dev.perfhint.rules.model.Report;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What changed between two recordings, for each run, unit of work or second, and whether that can be chance.
 *
 * @param evidence the grade of all its numbers, the weaker one where the recordings' grades differ
 * @param unit what the numbers are for one of: {@code run}, {@code unit of work} or {@code second}
 * @param inSamples true where the sampling interval is unknown, so that samples stand for CPU seconds
 * @param common what unchanged code took after ÷ before; empty where no large part of the program agrees on it
 * @param moved whether most code moved alike, by that factor: more work or another machine
 * @param measures wall time and what the kernel counted, where whole recordings are compared
 * @param changes totals first, then by subject and size of the change
 * @param warnings one line each, for the user
 */
public record Comparison(
        Evidence evidence, String unit, boolean inSamples, OptionalDouble common, boolean moved,
        List<Measure> measures, List<Change> changes, List<String> warnings) {
    /** A smaller relative change does not count. */
    public static final double MIN_RELATIVE = 0.10;
    /** A smaller change, in percent of all CPU before, does not count. */
    public static final double MIN_POINTS = 1;
    private static final int FEW_SAMPLES = 20;
    /** The unit of recordings from the start of a program to its end. */
    public static final String RUN = "run";
    /** Of the longer to the shorter recording; beyond it, time says little about the work done. */
    private static final double MAX_DURATION_RATIO = 1.5;
    /** What is left of something that is gone, at most. */
    static final double REST = 0.05;

    /** How much was done in the recordings: equal amounts of work in any unit, or nothing to compare by time. */
    public record Work(double before, double after) {}

    public Comparison {
        measures = List.copyOf(measures);
        changes = List.copyOf(changes);
        warnings = List.copyOf(warnings);
    }

    /** Returns whether any row changed. */
    public boolean isDifferent() {
        return changes.stream().anyMatch(change -> change.kind().isDifferent());
    }

    /**
     * Compares two analysed profiles at the best grade that both have, or by all CPU if their grades differ: for each
     * unit of work if that is given, for each run where all recordings are of whole runs, else for each second.
     *
     * @throws IncomparableException if there is no CPU to compare, or no time is known and no work given
     */
    public static Comparison of(Report before, Report after, Optional<Work> work) throws IncomparableException {
        List<String> warnings = new ArrayList<>();
        List<Evidence> grades = grades(before, after, warnings);
        boolean alike = grades.get(0) == grades.get(1) || sameEngine(before, after, grades);
        boolean whole = wholeRuns(before) && wholeRuns(after);
        boolean runs = work.isEmpty() && whole;
        if (work.isPresent() && (isPart(before) || isPart(after))) {
            throw new IncomparableException("the recording " + (isPart(before) ? "before" : "after")
                    + " is of a part of a run, its units of work are of all of it: record both with --engine ctimer");
        }
        Optional<Work> load = runs ? Optional.of(new Work(recordings(before), recordings(after))) : work;
        Optional<KernelAccounting> countedBefore = whole ? KernelScale.accounting(before.profile()) : Optional.empty();
        Optional<KernelAccounting> countedAfter = whole ? KernelScale.accounting(after.profile()) : Optional.empty();
        boolean counted = countedBefore.isPresent() && countedAfter.isPresent();
        Side first = new Side(before, grades.get(0), load.map(Work::before).orElseGet(() -> seconds(before)),
                load.isEmpty(), !alike, counted ? countedBefore : Optional.empty());
        Side second = new Side(after, grades.get(1), load.map(Work::after).orElseGet(() -> seconds(after)),
                load.isEmpty(), !alike, counted ? countedAfter : Optional.empty());
        if (!(first.load() > 0 && second.load() > 0)) {
            throw new IncomparableException("the duration of a recording is unknown: give --work-before, --work-after");
        }
        boolean known = second.cpu().samples() == 0 || second.cpu().nanos() > 0;
        boolean inSamples = first.cpu().nanos() == 0 || !known;
        if (first.cpu().nanos() > 0 != known && second.cpu().samples() > 0) {
            throw new IncomparableException("the sampling interval of one recording is unknown: record both alike");
        }
        if (first.cpu().samples() == 0) {
            throw new IncomparableException("there are no CPU samples before: record for longer");
        }
        if (load.isEmpty()
                && Math.max(first.load(), second.load()) > MAX_DURATION_RATIO * Math.min(first.load(), second.load())) {
            warnings.add(
                    String.format(Locale.ROOT, "compared per second (%.1f and %.1f s recorded); if both "
                                                       + "did the same work, use --work-before 1 --work-after 1",
                            first.load(), second.load()));
        }
        if (load.isEmpty() && (wholeRuns(before) != wholeRuns(after) || isPart(before))) {
            String sides = isPart(before) && isPart(after) ? "both sides are of parts of a run"
                    : "only one side is of whole runs";
            warnings.add(sides + ": compared per second, which says nothing of a fixed job"
                    + (isPart(before) || isPart(after) ? "; record both with --engine ctimer" : ""));
        }
        Judgement judgement = new Judgement(first, second, RowList.of(first, second, alike, counted));
        List<Change> changes = judgement.changes();
        UnchangedCode unchanged = judgement.unchanged();
        return new Comparison(alike ? better(grades) : weaker(grades), runs ? RUN : work.isPresent()
                ? "unit of work" : "second", inSamples,
                unchanged.known() ? OptionalDouble.of(Math.exp(unchanged.log())) : OptionalDouble.empty(),
                unchanged.moved(), runs ? List.of(wallTime(before, after, first, second, changes)) : List.of(), changes,
                warnings);
    }

    private static Measure wallTime(Report before, Report after, Side first, Side second, List<Change> changes) {
        double wallBefore = seconds(before) / first.load();
        double wallAfter = seconds(after) / second.load();
        ChangeKind cpu = changes.get(0).kind();
        boolean agrees = wallAfter < wallBefore ? cpu == ChangeKind.SMALLER : cpu == ChangeKind.LARGER;
        double spread = Significance.WALL * Math.sqrt(1.0 / first.recordings() + 1.0 / second.recordings());
        return Measure.time("wallSeconds", wallBefore, wallAfter, agrees, spread);
    }

    private static boolean wholeRuns(Report report) {
        return report.profile().counts().gauge(Gauge.WHOLE_RUN)
                .filter(gauge -> gauge.events() == report.profile().recordings().size()).isPresent();
    }

    private static boolean isPart(Report report) {
        return Stream.of(Gauge.FROM_NANOS, Gauge.TO_NANOS)
                .anyMatch(name -> report.profile().counts().gauge(name).isPresent());
    }

    private static int recordings(Report report) {
        return report.profile().recordings().size();
    }

    private static Evidence weaker(List<Evidence> grades) {
        return grades.get(0).compareTo(grades.get(1)) >= 0 ? grades.get(0) : grades.get(1);
    }

    private static Evidence better(List<Evidence> grades) {
        return grades.get(0).compareTo(grades.get(1)) <= 0 ? grades.get(0) : grades.get(1);
    }

    /** Returns the grade of each side: the best one that both have, else the best of each. */
    private static List<Evidence> grades(Report before, Report after, List<String> warnings)
            throws IncomparableException {
        List<Evidence> first = grades(before);
        List<Evidence> second = grades(after);
        if (first.isEmpty() || second.isEmpty()) {
            throw new IncomparableException((first.isEmpty() && second.isEmpty() ? "no recording has CPU samples"
                    : "the recording " + (first.isEmpty() ? "before" : "after") + " has no CPU samples")
                    + ": record with perfhint record");
        }
        Set<Long> intervals = new TreeSet<>();
        for (Report report : List.of(before, after)) {
            for (Recording recording : report.profile().recordings()) {
                // real intervals wander by a few percent; a different setting is a factor
                intervals.add(Math.round(Math.log(Math.max(1, recording.intervalNanos())) / Math.log(1.5)));
            }
        }
        Optional<Evidence> common = first.stream().filter(second::contains).findFirst();
        if (common.isPresent()) {
            if (intervals.size() > 1) {
                warnings.add("the recordings have different sampling intervals: the shorter one has more overhead");
            }
            return List.of(common.get(), common.get());
        }
        if (sameEngine(before, after, List.of(first.get(0), second.get(0)))) {
            return List.of(first.get(0), second.get(0));
        }
        warnings.add("different engines: " + engine(before, first.get(0)) + " before, " + engine(after, second.get(0))
                + " after; only CPU time, in total and by application method, is compared; system calls"
                + " and findings are not comparable");
        return List.of(first.get(0), second.get(0));
    }

    /** A program without system CPU has no kernel frames, whatever the engine. */
    private static boolean sameEngine(Report before, Report after, List<Evidence> grades) {
        return engines(before).equals(engines(after)) && (isQuiet(before, grades.get(0)) || isQuiet(after,
                grades.get(1)));
    }

    private static Set<String> engines(Report report) {
        return report.profile().recordings().stream().map(Recording::engine).collect(Collectors.toSet());
    }

    private static boolean isQuiet(Report report, Evidence grade) {
        return grade == Evidence.SYSCALL_STUBS && CpuTotals.byEvidence(report.profile()).stream()
                .filter(total -> total.evidence() == grade).allMatch(total -> total.systemSamples() < FEW_SAMPLES);
    }

    private static List<Evidence> grades(Report report) {
        return CpuTotals.byEvidence(report.profile()).stream().map(CpuTotals::evidence).toList();
    }

    private static String engine(Report report, Evidence grade) {
        return report.profile().recordings().stream().filter(recording -> recording.evidence() == grade)
                .map(Recording::engine).filter(engine -> !engine.isEmpty()).findFirst().orElse("unknown")
                + " (" + grade.label() + ")";
    }

    private static double seconds(Report report) {
        return report.profile().recordings().stream().mapToLong(Recording::durationMillis).sum() / 1e3;
    }

    /** Orders the rows: totals, then each subject's largest changes first. */
    static Comparator<Change> order() {
        return Comparator.comparing(Change::subject)
                .thenComparing(change -> -Math.abs(change.points()))
                .thenComparing(Change::name).thenComparing(Change::id);
    }

    static OptionalDouble relative(double before, double after) {
        return before == 0 ? OptionalDouble.empty() : OptionalDouble.of(after / before - 1);
    }
}
