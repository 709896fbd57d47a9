package dev.perfhint.source;

import dev.perfhint.source.patch.FileChange;
import dev.perfhint.source.patch.Journal;
import dev.perfhint.source.patch.UnifiedDiff;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The new content of the files that a set of fixes changes. */
public final class Patch {
    private final Sources sources;
    private final List<FileChange> changes;

    Patch(Sources sources, Map<SourceFile, String> texts) {
        this.sources = sources;
        List<FileChange> list = new ArrayList<>();
        texts.forEach((file, text) -> {
            if (!text.equals(file.text())) {
                list.add(new FileChange(
                        file.path(), sources.relative(file.path()), bytes(file, file.text()), bytes(file, text)));
            }
        });
        this.changes = List.copyOf(list);
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
        return UnifiedDiff.of(changes);
    }

    /**
     * Changes the files, all or none.
     *
     * @throws SourceException if a file has changed meanwhile, is outside the source roots or cannot be written; then
     *     every file still has its old content
     */
    public void apply() throws SourceException {
        Journal.apply(sources.base(), sources.roots(), changes);
    }

    /**
     * Finishes or rolls back an earlier run that was killed while it changed files.
     *
     * @return what was done, one line each
     */
    public static List<String> recover(Path base) throws SourceException {
        return Journal.recover(base);
    }

    private static byte[] bytes(SourceFile file, String text) {
        try {
            return Encodings.encode(file.hasByteOrderMark() ? "\uFEFF" + text : text, file.charset());
        } catch (CharacterCodingException impossible) {
            throw new IllegalStateException("an edit of " + file + " is not ASCII", impossible);
        }
    }
}
