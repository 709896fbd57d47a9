package dev.perfhint.cli.verify;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The runs of both trees and what follows from them.
 *
 * @param before runs of the unpatched tree, at least one
 * @param after runs of the patched tree, as many
 * @param straceBefore system calls by name; empty if they were not traced
 * @param outputs names of what was compared: standard output, then the listed files
 */
public record Verification(
        List<Run> before,
        List<Run> after,
        Map<String, Long> straceBefore,
        Map<String, Long> straceAfter,
        List<String> outputs) {
    /** A patch must remove at least this share of the counted system calls to be called better. */
    static final double LEAST_GAIN = 0.10;

    /** What the runs prove. Only {@code BETTER} recommends the patch. */
    public enum Verdict {
        BETTER,
        NOT_BETTER,
        OUTPUT_DIFFERS,
        DEADLOCK_SUSPECTED,
        /** The unpatched program's own output differs from run to run, hangs or fails: nothing can be compared. */
        NOT_COMPARABLE
    }

    static Verification of(VerifyOptions options, List<Run> before, List<Run> after,
            Map<String, Long> straceBefore, Map<String, Long> straceAfter) {
        List<String> outputs = new ArrayList<>(List.of("standard output"));
        options.outputs().stream().map(Path::toString).forEach(outputs::add);
        return new Verification(before, after, straceBefore, straceAfter, outputs);
    }

    public Verdict verdict() {
        if (before.stream().anyMatch(Run::timedOut)) {
            return Verdict.NOT_COMPARABLE;
        }
        if (after.stream().anyMatch(Run::timedOut)) {
            return Verdict.DEADLOCK_SUSPECTED;
        }
        if (!unstable().isEmpty()) {
            return Verdict.NOT_COMPARABLE;
        }
        if (!differences().isEmpty()) {
            return Verdict.OUTPUT_DIFFERS;
        }
        return gain() >= LEAST_GAIN ? Verdict.BETTER : Verdict.NOT_BETTER;
    }

    /** Returns the outputs that differ between runs of the unpatched tree. */
    List<String> unstable() {
        return differing(before, before);
    }

    /** Returns the outputs that differ between the trees, the exit code among them. */
    List<String> differences() {
        return differing(before, after);
    }

    private List<String> differing(List<Run> some, List<Run> others) {
        List<String> names = new ArrayList<>();
        if (values(some, others, -1).size() > 1) {
            names.add("exit code");
        }
        for (int i = 0; i < outputs.size(); i++) {
            int index = i;
            if (values(some, others, i).size() > 1) {
                boolean missing = others.stream().anyMatch(run -> run.outputs().get(index).equals(Run.MISSING));
                names.add(outputs.get(i) + (missing ? " (missing)" : ""));
            }
        }
        return names;
    }

    private static Set<Object> values(List<Run> some, List<Run> others, int output) {
        Set<Object> values = new HashSet<>();
        for (List<Run> runs : List.of(some, others)) {
            for (Run run : runs) {
                values.add(output < 0 ? (Object) run.exitCode() : run.outputs().get(output));
            }
        }
        return values;
    }

    /**
     * Returns the share of system calls that the patch removes, negative if it adds some; of all traced ones if traced.
     */
    double gain() {
        double callsBefore = calls(before, straceBefore);
        return callsBefore == 0 ? 0 : 1 - calls(after, straceAfter) / callsBefore;
    }

    private static double calls(List<Run> runs, Map<String, Long> strace) {
        if (!strace.isEmpty()) {
            return strace.values().stream().mapToLong(Long::longValue).sum();
        }
        return stats(runs, Run.Measure.READ_CALLS).map(Stats::median).orElse(0L)
                + stats(runs, Run.Measure.WRITE_CALLS).map(Stats::median).orElse(0L);
    }

    /** Returns the statistics of each measure that every run has, before and after. */
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
        Set<String> names = new HashSet<>(straceBefore.keySet());
        names.addAll(straceAfter.keySet());
        names.stream()
                .filter(name -> change(name) >= 10 && change(name) * 10 >= straceBefore.getOrDefault(name, 0L))
                .sorted((a, b) -> change(a) == change(b) ? a.compareTo(b) : Long.compare(change(b), change(a)))
                .forEach(name -> changed.put(
                        name, new long[] {straceBefore.getOrDefault(name, 0L), straceAfter.getOrDefault(name, 0L)}));
        return changed;
    }

    private long change(String name) {
        return Math.abs(straceBefore.getOrDefault(name, 0L) - straceAfter.getOrDefault(name, 0L));
    }

    private static Optional<Stats> stats(List<Run> runs, Run.Measure measure) {
        if (runs.stream().anyMatch(run -> !run.counts().containsKey(measure))) {
            return Optional.empty();
        }
        return Optional.of(Stats.of(runs.stream().mapToLong(run -> run.counts().get(measure)).toArray()));
    }
}
