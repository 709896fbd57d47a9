package dev.perfhint.source.fix;

import dev.perfhint.source.Applicability;
import dev.perfhint.source.Checks;
import dev.perfhint.source.Fix;
import dev.perfhint.source.FixRequest;
import dev.perfhint.source.compile.CompileCheck;
import dev.perfhint.source.edit.TextEdits;
import dev.perfhint.source.file.Edit;
import dev.perfhint.source.file.SourceException;
import dev.perfhint.source.file.SourceFile;
import dev.perfhint.source.file.Sources;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;

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

    /**
     * Selects, applies to copies, asks again and compiles until nothing more is rejected.
     *
     * @param requests what each fix answers; one without is not asked for again
     */
    public static FixSet check(
            Sources sources, List<Fix> inRankOrder, boolean includeUnsafe, Map<Fix, FixRequest> requests) {
        List<Fix> results = withOneClassEach(inRankOrder);
        List<Optional<FixRequest>> asked =
                inRankOrder.stream().map(fix -> Optional.ofNullable(requests.get(fix))).toList();
        Map<Integer, List<String>> passed = new HashMap<>();
        while (true) {
            List<Integer> selected = select(sources, results, asked, includeUnsafe);
            Map<SourceFile, String> texts = texts(sources, results, selected);
            Patch patch = new Patch(sources, texts);
            if (selected.isEmpty()) {
                return new FixSet(results, patch, List.of());
            }
            Set<String> notes = new LinkedHashSet<>();
            List<SourceFile> java = texts.keySet().stream().filter(SourceFile::isJava).toList();
            CompileCheck check = CompileCheck.of(sources, java, Dependents.of(sources, texts));
            // compiled while the other checks run
            CompletableFuture<CompileCheck.Result> compiling =
                    CompletableFuture.supplyAsync(() -> check.compile(texts));
            boolean done = verified(sources, results, selected, asked, texts, patch, passed)
                    && compiled(sources, results, selected, check, compiling.join(), notes)
                    && selected.stream().allMatch(i -> mayApply(results.get(i), includeUnsafe));
            if (done) {
                Patch joint = Patch.of(sources, selected.stream().map(results::get).toList());
                return new FixSet(results, joint, List.copyOf(notes));
            }
        }
    }

    /** Of a class that fixes add in a short and in a whole form, all get the whole one. */
    private static List<Fix> withOneClassEach(List<Fix> fixes) {
        Map<Path, Edit> whole = new HashMap<>();
        fixes.stream().flatMap(fix -> fix.edits().stream()).filter(Edit::create).forEach(edit ->
                whole.merge(edit.file(), edit, (one, two) -> two.text().length() > one.text().length() ? two : one));
        List<Fix> changed = new ArrayList<>();
        for (Fix fix : fixes) {
            List<Edit> edits = fix.edits().stream()
                    .map(edit -> edit.create() ? whole.get(edit.file()) : edit).toList();
            changed.add(edits.equals(fix.edits()) ? fix : fix.with(edits));
        }
        return changed;
    }

    /** Returns those that may be applied; one that overlaps an earlier one, or buffers its stream too, names that. */
    private static List<Integer> select(Sources sources, List<Fix> results, List<Optional<FixRequest>> asked,
            boolean includeUnsafe) {
        List<Integer> selected = new ArrayList<>();
        for (int i = 0; i < results.size(); i++) {
            Fix fix = results.get(i);
            if (!mayApply(fix, includeUnsafe)) {
                continue;
            }
            int own = i;
            List<String> winners = selected.stream()
                    .filter(at -> overlap(fix, results.get(at)) || buffersAgain(asked.get(own), asked.get(at))
                            && !results.get(at).edits().containsAll(fix.edits()))
                    .map(at -> results.get(at).id()).toList();
            results.set(i, fix.with(fix.applicability(), fix.reasons(), winners, fix.checks(), fix.edits()));
            if (winners.isEmpty()) {
                List<Edit> others = selected.stream().flatMap(at -> results.get(at).edits().stream()).toList();
                List<Edit> broken = Fixer.broken(sources, fix.edits(), others);
                results.set(i, broken.size() == fix.edits().size() ? results.get(i) : results.get(i).with(broken));
                selected.add(i);
            }
        }
        return selected;
    }

    /** Returns whether both put a buffer round the stream that is created at one place. */
    private static boolean buffersAgain(Optional<FixRequest> one, Optional<FixRequest> other) {
        return one.isPresent() && other.isPresent()
                && one.get().repair().isBuffer() && other.get().repair().isBuffer()
                && one.get().creation() != null && other.get().creation() != null
                && one.get().creation().place().equals(other.get().creation().place());
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

    /**
     * Rejects what does not apply, does not parse or would be changed again; returns whether all passed.
     *
     * @param passed the texts with which a fix was asked again, for those that would not be changed again
     */
    private static boolean verified(
            Sources sources, List<Fix> results, List<Integer> selected, List<Optional<FixRequest>> asked,
            Map<SourceFile, String> texts, Patch patch, Map<Integer, List<String>> passed) {
        Map<Path, String> wrong = new TreeMap<>(patch.verify());
        texts.forEach((file, text) -> {
            if (!file.accepts(text)) {
                wrong.put(file.path(), "does not parse with the edit");
            }
        });
        Map<Integer, String> failed = new TreeMap<>();
        for (int i : selected) {
            results.get(i).edits().forEach(edit -> {
                if (wrong.containsKey(edit.file())) {
                    failed.put(i, wrong.get(edit.file()));
                }
            });
        }
        if (failed.isEmpty()) {
            List<Edit> edits = selected.stream().flatMap(i -> results.get(i).edits().stream()).distinct().toList();
            try {
                SecondRun again = new SecondRun(sources, texts, edits);
                for (int i : selected) {
                    List<String> own = texts.entrySet().stream()
                            .filter(each -> results.get(i).edits().stream()
                                    .anyMatch(edit -> edit.file().equals(each.getKey().path())))
                            .map(Map.Entry::getValue).toList();
                    if (!own.equals(passed.put(i, own))
                            && asked.get(i).filter(request -> again.editsAgain(request, results.get(i))).isPresent()) {
                        failed.put(i, "a second run would change the same place again");
                    }
                }
            } catch (SourceException unparsable) {
                selected.forEach(i -> failed.put(i, unparsable.getMessage()));
            }
        }
        failed.forEach((i, why) -> results.set(i, rejected(results.get(i), why)));
        return failed.isEmpty();
    }

    /** Rejects what compiles worse than before; returns whether all passed. */
    private static boolean compiled(
            Sources sources, List<Fix> results, List<Integer> selected, CompileCheck check, CompileCheck.Result joint,
            Set<String> notes) {
        if (!joint.worse().isEmpty()) {
            oneByOne(sources, results, selected, check, joint);
            return false;
        }
        selected.forEach(i -> results.set(i, checked(results.get(i), check)));
        notes.addAll(check.notes());
        return true;
    }

    /** Sets aside the fixes of files that got worse and adds them again, in rank order, all but those that do harm. */
    private static void oneByOne(
            Sources sources, List<Fix> results, List<Integer> selected, CompileCheck check, CompileCheck.Result joint) {
        Set<Path> changed = texts(sources, results, selected).keySet().stream().map(SourceFile::path)
                .collect(Collectors.toSet());
        boolean inEdited = changed.containsAll(joint.files());
        List<Integer> accepted = new ArrayList<>(selected);
        accepted.removeIf(i -> results.get(i).edits().stream().anyMatch(edit -> joint.files().contains(edit.file())));
        if (!inEdited && !check.compile(texts(sources, results, accepted)).worse().isEmpty()) {
            accepted.clear();
        }
        List<Integer> left = new ArrayList<>(selected);
        left.removeAll(accepted);
        new Bisection(sources, results, accepted, check, inEdited).split(left);
        if (accepted.size() == selected.size()) {
            // a compiler that answers differently each time is not trusted: without this the caller would ask for ever
            selected.forEach(i -> results.set(i, rejected(results.get(i), "does not compile the same way twice")));
        }
    }

    /**
     * Adds fixes to the accepted ones, as many together as compile.
     *
     * @param inEdited whether what does not compile stands in files that fixes change: then no others are compiled
     */
    private record Bisection(
            Sources sources, List<Fix> results, List<Integer> accepted, CompileCheck check, boolean inEdited) {
        /** Accepts the fixes together where they compile, else half by half; one alone that does not is rejected. */
        private void add(List<Integer> part) {
            List<Integer> trial = new ArrayList<>(accepted);
            trial.addAll(part);
            Map<SourceFile, String> texts = texts(sources, results, trial);
            CompileCheck.Result result = inEdited
                    ? check.compile(texts, texts(sources, results, part).keySet()) : check.compile(texts);
            if (result.worse().isEmpty()) {
                accepted.addAll(part);
            } else if (part.size() == 1) {
                int i = part.get(0);
                results.set(i, rejected(results.get(i), "does not compile with the edit: " + result.worse().get(0)));
            } else {
                split(part);
            }
        }

        /** Halves fixes that are known not to compile together: where the first half does, the second is split. */
        private void split(List<Integer> part) {
            if (part.size() < 2) {
                part.forEach(i -> add(List.of(i)));
                return;
            }
            List<Integer> first = part.subList(0, part.size() / 2);
            List<Integer> second = part.subList(part.size() / 2, part.size());
            add(first);
            if (accepted.containsAll(first) && second.size() > 1) {
                split(second);
            } else {
                add(second);
            }
        }
    }

    private static Fix checked(Fix fix, CompileCheck check) {
        Checks.Compiled compiled = fix.edits().stream()
                .map(Edit::file).distinct()
                .map(file -> check.compiled(file, fix.edits())).max(Enum::compareTo).orElse(Checks.Compiled.NO);
        List<String> reasons = new ArrayList<>(fix.reasons());
        Applicability applicability = fix.applicability();
        if (compiled == Checks.Compiled.NO) {
            applicability = applicability.and(Applicability.UNSAFE);
            fix.edits().stream()
                    .map(Edit::file).distinct()
                    .filter(file -> check.compiled(file, fix.edits()) == Checks.Compiled.NO)
                    .forEach(file -> reasons.add("not compiled: " + check.whyNot(file)));
        }
        return fix.with(applicability, reasons, fix.conflictsWith(), new Checks(true, compiled, true), fix.edits());
    }

    /** A rejected fix is not offered: it has one reason and no edits. */
    private static Fix rejected(Fix fix, String why) {
        return fix.with(Applicability.DISPLAY, List.of(why), List.of(), Checks.NONE, List.of());
    }

    private static Map<SourceFile, String> texts(Sources sources, List<Fix> fixes, List<Integer> selected) {
        return Patch.texts(sources, selected.stream().map(fixes::get).toList());
    }
}
