package dev.perfhint.source.fix;

import dev.perfhint.source.Fix;
import dev.perfhint.source.edit.TextEdits;
import dev.perfhint.source.file.Edit;
import dev.perfhint.source.file.Encodings;
import dev.perfhint.source.file.SourceException;
import dev.perfhint.source.file.SourceFile;
import dev.perfhint.source.file.Sources;
import dev.perfhint.source.patch.DiffApplication;
import dev.perfhint.source.patch.FileChange;
import dev.perfhint.source.patch.Journal;
import dev.perfhint.source.patch.PatchHeading;
import dev.perfhint.source.patch.StateDirectory;
import dev.perfhint.source.patch.UnifiedDiff;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The new content of the files that a set of fixes changes. */
public final class Patch {
    private final Sources sources;
    private final List<FileChange> changes;
    private final List<String> heading;

    Patch(Sources sources, Map<SourceFile, String> texts) {
        this(sources, texts, List.of());
    }

    /** Takes lines that the diff begins with: what each fix does and what it assumes. */
    Patch(Sources sources, Map<SourceFile, String> texts, List<String> heading) {
        this.sources = sources;
        this.heading = List.copyOf(heading);
        List<FileChange> list = new ArrayList<>();
        texts.forEach((file, text) -> {
            if (!text.equals(file.text())) {
                list.add(new FileChange(
                        file.path(), FileChange.name(sources, file.path()), bytes(file, file.text()), bytes(file, text),
                        file.isAbsent()));
            }
        });
        this.changes = List.copyOf(list);
    }

    /** Returns what fixes that were checked together change, with a heading of what each does. */
    public static Patch of(Sources sources, List<Fix> fixes) {
        return new Patch(sources, texts(sources, fixes), PatchHeading.of(sources, fixes));
    }

    /** Returns what one fix alone changes. */
    public static Patch of(Sources sources, Fix fix) {
        return new Patch(sources, texts(sources, List.of(fix)));
    }

    /** Returns the new text of each file that the fixes change. */
    static Map<SourceFile, String> texts(Sources sources, List<Fix> fixes) {
        Map<Path, Set<Edit>> edits = new TreeMap<>();
        fixes.stream().flatMap(fix -> fix.edits().stream())
                .forEach(edit -> edits.computeIfAbsent(edit.file(), key -> new LinkedHashSet<>()).add(edit));
        Map<SourceFile, String> texts = new LinkedHashMap<>();
        edits.forEach((path, set) -> sources.file(path)
                .ifPresent(file -> texts.put(file, TextEdits.apply(file.text(), set))));
        return texts;
    }

    public boolean isEmpty() {
        return changes.isEmpty();
    }

    /** Returns the changed files, sorted by path. */
    public List<Path> files() {
        return changes.stream().map(FileChange::file).toList();
    }

    /** Returns the changes with their old and new bytes. */
    public List<FileChange> changes() {
        return changes;
    }

    /** Returns a diff that {@code git apply} takes at the source base; empty without a change. */
    public byte[] unifiedDiff() {
        byte[] diff = UnifiedDiff.of(changes);
        return diff.length == 0 ? diff : PatchHeading.above(diff, heading);
    }

    /**
     * Changes the files, all or none.
     *
     * @throws SourceException if a file has changed meanwhile, is outside the source roots or cannot be written; then
     *     every file still has its old content
     */
    public void apply() throws SourceException {
        journal(sources).apply(changes);
    }

    /**
     * Finishes or rolls back an earlier run that was killed while it changed files.
     *
     * @return what was done, one line each
     */
    public static List<String> recover(Sources sources) throws SourceException {
        return journal(sources).recover();
    }

    /** Returns whether an earlier run was killed while it changed files of these sources. */
    public static boolean isPending(Sources sources) {
        return journal(sources).isPending();
    }

    private static Journal journal(Sources sources) {
        return Journal.of(StateDirectory.ofUser(), sources.base(), sources.roots());
    }

    /**
     * Applies the diff as it is written to copies of the files on disk.
     *
     * @return what is wrong, by file: it does not apply, or gives other bytes than {@link #apply} does
     */
    Map<Path, String> verify() {
        Map<Path, String> wrong = new TreeMap<>();
        for (FileChange change : changes) {
            try {
                Map<Path, byte[]> results = DiffApplication.apply(UnifiedDiff.of(List.of(change)), sources.base());
                boolean same = results.size() == 1
                        && Arrays.equals(results.values().iterator().next(), change.after())
                        && isSame(results.keySet().iterator().next(), change);
                if (!same) {
                    wrong.put(change.file(), "its patch does not reproduce the edited file");
                }
            } catch (SourceException refused) {
                wrong.put(change.file(), "its patch does not apply: " + refused.getMessage());
            } catch (IOException gone) {
                wrong.put(change.file(), "its patch does not apply: " + change.file() + " cannot be read any more");
            }
        }
        return wrong;
    }

    private static boolean isSame(Path file, FileChange change) throws IOException {
        return change.create()
                ? file.getFileName().equals(change.file().getFileName())
                        && Files.isSameFile(file.getParent(), change.file().getParent())
                : Files.isSameFile(file, change.file());
    }

    private static byte[] bytes(SourceFile file, String text) {
        try {
            return Encodings.encode(file.hasByteOrderMark() ? "\uFEFF" + text : text, file.charset());
        } catch (CharacterCodingException impossible) {
            throw new IllegalStateException("an edit of " + file + " is not ASCII", impossible);
        }
    }
}
