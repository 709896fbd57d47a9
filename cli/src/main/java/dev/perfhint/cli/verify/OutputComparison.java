package dev.perfhint.cli.verify;

import dev.perfhint.cli.output.Figures;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Compares what runs put out with what the program does without the patch.
 *
 * @param base runs without the patch, at least one; what differs among them is compared with nothing, but of a text
 *     with as many lines in each of them the lines that stay the same are
 */
record OutputComparison(List<Run> base) {
    private static final String EXIT_CODE = "exit code";
    private static final int MAX_NAMED = 3;

    /** Returns what differs from run to run without the patch: it proves nothing against a fix. */
    Set<String> unstable() {
        Set<String> names = new LinkedHashSet<>();
        if (base.stream().map(Run::exitCode).distinct().count() > 1) {
            names.add(EXIT_CODE);
        }
        for (String name : names(base)) {
            if (values(name).stream().distinct().count() > 1 && changingLines(name).isEmpty()) {
                names.add(name);
            }
        }
        return names;
    }

    /** Returns how many lines of which texts differ from run to run: {@code standard output (2 of 14 lines)}. */
    List<String> partlyUnstable() {
        List<String> partly = new ArrayList<>();
        for (String name : names(base)) {
            changingLines(name).filter(lines -> !lines.isEmpty()).ifPresent(lines -> partly.add(name + " ("
                    + lines.size() + " of " + values(name).get(0).lines().size() + " lines)"));
        }
        return partly;
    }

    /** Returns what stays the same from run to run, and is compared besides the exit code. */
    List<String> compared() {
        Set<String> unstable = unstable();
        return names(base).stream().filter(name -> !unstable.contains(name)).toList();
    }

    /** Returns the files among the unstable whose length is the same in each of several runs, and is compared. */
    Set<String> lengths() {
        Set<String> names = new LinkedHashSet<>(unstable());
        Run.STREAMS.forEach(names::remove);
        names.removeIf(name -> values(name).stream().map(Produced::text).distinct().count() > 1
                || values(name).stream().map(Produced::withoutNumbers).distinct().count() == 1);
        return names;
    }

    /** Returns how many outputs are not compared, {@code 3 files}; empty if all are. */
    Optional<String> left() {
        Set<String> unstable = unstable();
        boolean files = unstable.stream().allMatch(name -> values(name).stream().anyMatch(Produced::isFile))
                && Run.STREAMS.stream().noneMatch(unstable::contains);
        return unstable.isEmpty() ? Optional.empty()
                : Optional.of(Figures.plural(unstable.size(), files ? "file" : "output"));
    }

    /** Returns whether runs without the patch end, with one exit code, and put out something that stays the same. */
    boolean isPossible() {
        Set<String> unstable = unstable();
        boolean something = unstable.isEmpty()
                || compared().stream().anyMatch(name -> values(name).get(0).isContent());
        return base.stream().noneMatch(Run::hung) && !unstable.contains(EXIT_CODE) && something;
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
        Set<String> lengths = lengths();
        for (String name : names(List.of(first, run))) {
            Produced before = value(first, name);
            Produced after = value(run, name);
            boolean compared = !unstable.contains(name)
                    || lengths.contains(name) && !before.text().equals(after.text());
            if (!before.equals(after) && compared
                    && !sameBut(changingLines(name).orElse(Set.of()), before, after)) {
                differences.add(name + " " + change(before, after));
            }
        }
        return differences;
    }

    /** Returns the differences as one line; a run that was killed differs by that. */
    Optional<String> failure(Run run) {
        if (run.hung()) {
            return Optional.of("hangs: " + run.hang().get());
        }
        List<String> differences = differences(run);
        if (differences.isEmpty()) {
            return Optional.empty();
        }
        String more = differences.size() > MAX_NAMED ? " and " + (differences.size() - MAX_NAMED) + " more" : "";
        return Optional.of(String.join(", ", differences.subList(0, Math.min(MAX_NAMED, differences.size()))) + more);
    }

    /** Returns the lines, from 0, that differ among runs without the patch; empty where it is no such text. */
    private Optional<Set<Integer>> changingLines(String name) {
        List<Produced> values = values(name);
        int lines = values.get(0).lines().size();
        Set<Integer> changing = new HashSet<>();
        for (Produced value : values) {
            if (value.lines().size() != lines) {
                return Optional.empty();
            }
            for (int i = 0; i < lines; i++) {
                if (!value.lines().get(i).equals(values.get(0).lines().get(i))) {
                    changing.add(i);
                }
            }
        }
        boolean apart = changing.isEmpty() && values.stream().distinct().count() > 1;
        return apart || lines > 0 && changing.size() == lines ? Optional.empty() : Optional.of(changing);
    }

    private static boolean sameBut(Set<Integer> changing, Produced one, Produced other) {
        if (changing.isEmpty() || one.lines().size() != other.lines().size()) {
            return false;
        }
        for (int i = 0; i < one.lines().size(); i++) {
            if (!changing.contains(i) && !one.lines().get(i).equals(other.lines().get(i))) {
                return false;
            }
        }
        return true;
    }

    /** Returns streams first, then files by name. */
    private static Set<String> names(List<Run> runs) {
        Set<String> all = new TreeSet<>();
        runs.forEach(run -> all.addAll(run.outputs().keySet()));
        Set<String> names = new LinkedHashSet<>(Run.STREAMS);
        names.retainAll(all);
        names.addAll(all);
        return names;
    }

    private List<Produced> values(String name) {
        return base.stream().map(run -> value(run, name)).toList();
    }

    private static Produced value(Run run, String name) {
        return run.outputs().getOrDefault(name, Produced.MISSING);
    }

    private static String change(Produced before, Produced after) {
        if (!before.text().equals(after.text())) {
            return before.text() + " → " + after.text();
        }
        for (int i = 0; i < Math.min(before.lines().size(), after.lines().size()); i++) {
            if (!before.lines().get(i).equals(after.lines().get(i))) {
                return "differs (" + before.text() + ", line " + (i + 1) + ")";
            }
        }
        return "differs (" + before.text() + ")";
    }
}
