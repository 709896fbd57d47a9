package dev.perfhint.cli.verify;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Compares what runs put out with what the program does without the patch.
 *
 * @param base runs without the patch, at least one; what differs among them is compared with nothing
 */
record OutputComparison(List<Run> base) {
    private static final String EXIT_CODE = "exit code";
    private static final int MAX_NAMED = 3;

    /** Returns what differs from run to run without the patch: it proves nothing against a fix. */
    Set<String> unstable() {
        Set<String> names = new TreeSet<>();
        if (base.stream().map(Run::exitCode).distinct().count() > 1) {
            names.add(EXIT_CODE);
        }
        for (String name : names(base)) {
            if (base.stream().map(run -> value(run, name)).distinct().count() > 1) {
                names.add(name);
            }
        }
        return names;
    }

    /** Returns whether runs without the patch end, with one exit code, and put out something that stays the same. */
    boolean isPossible() {
        Set<String> unstable = unstable();
        return base.stream().noneMatch(Run::timedOut)
                && !unstable.contains(EXIT_CODE)
                && !unstable.containsAll(names(base));
    }

    /** Returns what differs in a run with a patch, each with before and after; empty if nothing does. */
    List<String> differences(Run run) {
        Set<String> unstable = unstable();
        Run first = base.get(0);
        List<String> differences = new ArrayList<>();
        if (run.exitCode() != first.exitCode() && !unstable.contains(EXIT_CODE)) {
            differences.add(EXIT_CODE + " " + first.exitCode() + " → " + run.exitCode()
                    + (run.exitCode() == 0 || run.complaint().isEmpty() ? "" : " (" + run.complaint() + ")"));
        }
        for (String name : names(List.of(first, run))) {
            String before = value(first, name);
            String after = value(run, name);
            if (!before.equals(after) && !unstable.contains(name)) {
                differences.add(name + " " + change(shown(before), shown(after)));
            }
        }
        return differences;
    }

    /** Returns the differences as one line; a run that was killed differs by that. */
    Optional<String> failure(Run run) {
        if (run.timedOut()) {
            return Optional.of("does not end within the time limit");
        }
        List<String> differences = differences(run);
        if (differences.isEmpty()) {
            return Optional.empty();
        }
        String more = differences.size() > MAX_NAMED ? " and " + (differences.size() - MAX_NAMED) + " more" : "";
        return Optional.of(String.join(", ", differences.subList(0, Math.min(MAX_NAMED, differences.size()))) + more);
    }

    private static Set<String> names(List<Run> runs) {
        Set<String> names = new TreeSet<>();
        runs.forEach(run -> names.addAll(run.outputs().keySet()));
        return names;
    }

    private static String value(Run run, String name) {
        return run.outputs().getOrDefault(name, Run.MISSING);
    }

    private static String change(String before, String after) {
        return before.equals(after) ? "differs (" + before + ")" : before + " → " + after;
    }

    /** Fingerprints end with a hash, which is not shown. */
    private static String shown(String value) {
        return value.replaceFirst(" \\(\\p{XDigit}+\\)$", "");
    }
}
