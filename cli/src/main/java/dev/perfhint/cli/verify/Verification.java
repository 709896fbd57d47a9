package dev.perfhint.cli.verify;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The runs without and with the fixes that pass, and what follows from them.
 *
 * @param before runs of the unpatched tree, at least one
 * @param after runs with the fixes that pass; with all where none does, empty where these do not build
 * @param straceBefore the system calls of a part of a run
 * @param names the fixes
 * @param passed indices of those that pass together
 * @param failed what differs with each of those that fail
 * @param untried why each of the others could not be run
 * @param patch the fixes that pass
 * @param classes what JVMs were given for them in place of their own, by internal name; empty after a build
 * @param runs of the program in all
 * @param wallMillis in all, builds included
 * @param searchMillis of it, for the search of fixes that fail
 */
public record Verification(
        List<Run> before,
        List<Run> after,
        Strace.Calls straceBefore,
        Strace.Calls straceAfter,
        List<String> names,
        List<Integer> passed,
        Map<Integer, String> failed,
        Map<Integer, String> untried,
        byte[] patch,
        Map<String, byte[]> classes,
        int runs,
        long wallMillis,
        long searchMillis) {
    /** A patch must remove at least this share of the counted system calls to be called better. */
    static final double MIN_GAIN = 0.10;

    /** What the runs prove. Only {@code BETTER} recommends the patch. */
    public enum Verdict {
        BETTER,
        NOT_BETTER,
        OUTPUT_DIFFERS,
        HANGS,
        /** No fix could be run. */
        UNTRIED,
        /** The unpatched program's own output differs from run to run, hangs or fails: nothing can be compared. */
        NOT_COMPARABLE
    }

    /**
     * A share of the calls that are removed.
     *
     * @param calls which ones, as the table names them
     */
    record Gain(String calls, double share) {}

    public Verdict verdict() {
        if (!comparison().isPossible()) {
            return Verdict.NOT_COMPARABLE;
        }
        if (passed.isEmpty() && failed.isEmpty()) {
            return Verdict.UNTRIED;
        }
        if (after.stream().anyMatch(Run::hung)) {
            return Verdict.HANGS;
        }
        if (after.isEmpty() || !differences().isEmpty()) {
            return Verdict.OUTPUT_DIFFERS;
        }
        return gain().share() >= MIN_GAIN && cpu() != CpuChange.MORE ? Verdict.BETTER : Verdict.NOT_BETTER;
    }

    /** Returns whether the fixes that pass put out the same, so that their patch is worth keeping. */
    public boolean isPassed() {
        return !passed.isEmpty() && (verdict() == Verdict.BETTER || verdict() == Verdict.NOT_BETTER);
    }

    /** Returns whether all fixes pass, fewer system calls remain and CPU time does not rise. */
    public boolean isRecommended() {
        return failed.isEmpty() && untried.isEmpty() && verdict() == Verdict.BETTER;
    }

    /** Returns the files that differ from run to run without the patch, and are not compared or by length alone. */
    public Set<String> uncompared() {
        Set<String> files = comparison().unstable();
        Run.STREAMS.forEach(files::remove);
        return files;
    }

    /** Returns the outputs that are compared, at least some lines of each. */
    public Set<String> compared() {
        return new HashSet<>(comparison().compared());
    }

    OutputComparison comparison() {
        return new OutputComparison(before);
    }

    /** Returns what differs in any run with the fixes. */
    List<String> differences() {
        return after.stream().flatMap(run -> comparison().differences(run).stream()).distinct().toList();
    }

    /** Returns the share of all calls that the patch removes; of reads and writes where that alone is enough. */
    Gain gain() {
        Gain all = new Gain("system calls",
                gain(median(before, Run.Measure.ALL_CALLS), median(after, Run.Measure.ALL_CALLS)));
        boolean counted = measures().containsKey(Run.Measure.ALL_CALLS);
        Gain moving = new Gain("read and write calls", gain(calls(before), calls(after)));
        return counted && (all.share() >= MIN_GAIN || moving.share() < MIN_GAIN) ? all : moving;
    }

    /** Returns whether the runs with the fixes take less CPU than those without. */
    CpuChange cpu() {
        CpuChange change = CpuChange.of(cpuMillis(false), cpuMillis(true));
        boolean few = Math.min(before.size(), after.size()) < CpuChange.MIN_RUNS;
        return few && change == CpuChange.MORE ? CpuChange.NONE : change;
    }

    private static double gain(Optional<Long> before, Optional<Long> after) {
        return before.isEmpty() || after.isEmpty() || before.get() == 0 ? 0 : 1 - (double) after.get() / before.get();
    }

    /** Returns the read and write calls of a run with the fixes, or without them. */
    public Optional<Long> calls(boolean fixed) {
        return calls(fixed ? after : before);
    }

    private static Optional<Long> calls(List<Run> runs) {
        return median(runs, Run.Measure.READ_CALLS)
                .flatMap(reads -> median(runs, Run.Measure.WRITE_CALLS).map(writes -> reads + writes));
    }

    /** Returns user and system CPU of a run with the fixes, or without them. */
    public Optional<Long> cpuNanos(boolean fixed) {
        return cpuMillis(fixed).map(stats -> stats.median() * 1_000_000);
    }

    private static Optional<Long> median(List<Run> runs, Run.Measure measure) {
        return stats(runs, measure).map(Stats::median);
    }

    /** Returns the statistics of each measure that was taken before and after. */
    Map<Run.Measure, Stats[]> measures() {
        Map<Run.Measure, Stats[]> table = new EnumMap<>(Run.Measure.class);
        for (Run.Measure measure : Run.Measure.values()) {
            Optional<Stats> first = stats(before, measure);
            Optional<Stats> second = stats(after, measure);
            if (first.isPresent() && second.isPresent()) {
                table.put(measure, new Stats[] {first.get(), second.get()});
            }
        }
        return table;
    }

    /**
     * Returns the traced system calls whose number changed by a tenth and by ten at least, by the size of the change.
     */
    Map<String, long[]> changedCalls() {
        Map<String, long[]> changed = new LinkedHashMap<>();
        Set<String> calls = new HashSet<>(straceBefore.calls().keySet());
        calls.addAll(straceAfter.calls().keySet());
        calls.stream()
                .filter(name -> change(name) >= 10 && change(name) * 10 >= count(straceBefore, name))
                .sorted(Comparator.comparingLong(this::change).reversed().thenComparing(Comparator.naturalOrder()))
                .forEach(name ->
                        changed.put(name, new long[] {count(straceBefore, name), count(straceAfter, name)}));
        return changed;
    }

    private long change(String name) {
        return Math.abs(count(straceBefore, name) - count(straceAfter, name));
    }

    private static long count(Strace.Calls strace, String name) {
        return strace.calls().getOrDefault(name, 0L);
    }

    /** Returns user and system CPU of the runs with the fixes, or without them, in milliseconds. */
    Optional<Stats> cpuMillis(boolean fixed) {
        List<Long> values = (fixed ? after : before).stream().map(Run::counts)
                .filter(counts -> counts.containsKey(Run.Measure.USER_MILLIS))
                .map(counts -> counts.get(Run.Measure.USER_MILLIS) + counts.get(Run.Measure.SYSTEM_MILLIS)).toList();
        return values.isEmpty() ? Optional.empty()
                : Optional.of(Stats.of(values.stream().mapToLong(Long::longValue).toArray()));
    }

    private static Optional<Stats> stats(List<Run> runs, Run.Measure measure) {
        List<Long> values = new ArrayList<>();
        runs.forEach(run -> Optional.ofNullable(run.counts().get(measure)).ifPresent(values::add));
        return values.isEmpty() ? Optional.empty()
                : Optional.of(Stats.of(values.stream().mapToLong(Long::longValue).toArray()));
    }
}
