package dev.perfhint.source;

import dev.perfhint.source.compile.CompileCheck;
import dev.perfhint.source.edit.TextEdits;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** The fixes of one run after their joint check, and the patch of those that may be applied. */
public final class FixSet {
    private final List<Fix> fixes;
    private final Patch patch;
    private final List<String> notes;

    private FixSet(List<Fix> fixes, Patch patch, List<String> notes) {
        this.fixes = List.copyOf(fixes);
        this.patch = patch;
        this.notes = List.copyOf(notes);
    }

    /** Returns all fixes in the order given, with their checks; one that failed its check has no edits left. */
    public List<Fix> fixes() {
        return fixes;
    }

    /** Returns the joint result of the selected fixes. */
    public Patch patch() {
        return patch;
    }

    /** Returns what limits the checks, such as a class path that is not complete; one line each. */
    public List<String> notes() {
        return notes;
    }

    static FixSet check(Sources sources, List<Fix> inRankOrder, boolean includeUnsafe) {
        List<Fix> results = new ArrayList<>(inRankOrder);
        List<Integer> selected = new ArrayList<>();
        for (int i = 0; i < results.size(); i++) {
            Fix fix = results.get(i);
            if (!mayApply(fix, includeUnsafe)) {
                continue;
            }
            List<String> winners = new ArrayList<>();
            for (int earlier : selected) {
                if (overlap(fix, results.get(earlier))) {
                    winners.add(results.get(earlier).id());
                }
            }
            if (winners.isEmpty()) {
                selected.add(i);
            } else {
                results.set(i, conflicting(fix, winners));
            }
        }
        return compiled(sources, results, selected, includeUnsafe);
    }

    private static boolean mayApply(Fix fix, boolean includeUnsafe) {
        return !fix.edits().isEmpty()
                && (fix.applicability() == Applicability.SAFE
                        || includeUnsafe && fix.applicability() == Applicability.UNSAFE);
    }

    private static boolean overlap(Fix one, Fix other) {
        return one.edits().stream()
                .anyMatch(edit -> other.edits().stream().anyMatch(each -> TextEdits.conflict(edit, each)));
    }

    private static FixSet compiled(
            Sources sources, List<Fix> results, List<Integer> selected, boolean includeUnsafe) {
        Set<String> notes = new LinkedHashSet<>();
        List<Integer> accepted = new ArrayList<>(selected);
        if (!selected.isEmpty()) {
            Map<SourceFile, String> texts = texts(sources, results, selected);
            CompileCheck check = CompileCheck.of(sources, List.copyOf(texts.keySet()), Dependents.of(sources, texts));
            CompileCheck.Result joint = check.compile(texts);
            if (joint.worse().isEmpty()) {
                selected.forEach(i -> results.set(i, checked(results.get(i), check)));
            } else {
                accepted = oneByOne(sources, results, selected, check, joint);
            }
            notes.addAll(check.notes());
        }
        accepted.removeIf(i -> !mayApply(results.get(i), includeUnsafe));
        return new FixSet(results, new Patch(sources, texts(sources, results, accepted)), List.copyOf(notes));
    }

    /** Sets aside the fixes of files that got worse and adds them again one by one, in rank order. */
    private static List<Integer> oneByOne(
            Sources sources, List<Fix> results, List<Integer> selected, CompileCheck check, CompileCheck.Result joint) {
        List<Integer> accepted = new ArrayList<>(selected);
        accepted.removeIf(i -> results.get(i).edits().stream()
                .anyMatch(edit -> joint.files().contains(edit.file().toString())));
        if (!check.compile(texts(sources, results, accepted)).worse().isEmpty()) {
            accepted.clear();
        }
        accepted.forEach(i -> results.set(i, checked(results.get(i), check)));
        for (int i : selected) {
            if (accepted.contains(i)) {
                continue;
            }
            List<Integer> trial = new ArrayList<>(accepted);
            trial.add(i);
            CompileCheck.Result result = check.compile(texts(sources, results, trial));
            if (result.worse().isEmpty()) {
                accepted.add(i);
                results.set(i, checked(results.get(i), check));
            } else {
                results.set(i, rejected(results.get(i), result.worse().get(0)));
            }
        }
        return accepted;
    }

    private static Fix checked(Fix fix, CompileCheck check) {
        Checks.Compiled compiled = fix.edits().stream()
                .map(Edit::file)
                .distinct()
                .map(check::compiled)
                .max(Enum::compareTo)
                .orElse(Checks.Compiled.NO);
        List<String> reasons = new ArrayList<>(fix.reasons());
        Applicability applicability = fix.applicability();
        if (compiled == Checks.Compiled.NO) {
            applicability = applicability.and(Applicability.UNSAFE);
            reasons.add("not compiled: " + check.whyNot());
        }
        return copy(fix, applicability, reasons, fix.conflictsWith(), new Checks(true, compiled, true), fix.edits());
    }

    private static Fix conflicting(Fix fix, List<String> winners) {
        return copy(fix, fix.applicability(), fix.reasons(), winners, fix.checks(), fix.edits());
    }

    private static Fix rejected(Fix fix, String diagnostic) {
        List<String> reasons = new ArrayList<>(fix.reasons());
        reasons.add("does not compile with the edit: " + diagnostic);
        return copy(fix, Applicability.DISPLAY, reasons, fix.conflictsWith(), Checks.NONE, List.of());
    }

    private static Fix copy(
            Fix fix,
            Applicability applicability,
            List<String> reasons,
            List<String> conflictsWith,
            Checks checks,
            List<Edit> edits) {
        return new Fix(
                fix.id(),
                applicability,
                fix.title(),
                reasons.stream().distinct().toList(),
                fix.proven(),
                fix.inspected(),
                fix.requires(),
                conflictsWith,
                checks,
                edits);
    }

    /** Returns the new text of each file that the fixes change. */
    private static Map<SourceFile, String> texts(Sources sources, List<Fix> fixes, List<Integer> selected) {
        Map<Path, Set<Edit>> edits = new TreeMap<>();
        for (int i : selected) {
            fixes.get(i).edits().forEach(edit ->
                    edits.computeIfAbsent(edit.file(), key -> new LinkedHashSet<>()).add(edit));
        }
        Map<SourceFile, String> texts = new java.util.LinkedHashMap<>();
        edits.forEach((path, set) -> {
            Optional<SourceFile> file = sources.file(path);
            file.ifPresent(source -> texts.put(source, TextEdits.apply(source.text(), set)));
        });
        return texts;
    }
}
