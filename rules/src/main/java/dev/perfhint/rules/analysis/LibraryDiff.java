package dev.perfhint.rules.analysis;

import dev.perfhint.source.Fix;
import dev.perfhint.source.file.Sources;
import dev.perfhint.source.fix.Patch;
import dev.perfhint.source.patch.FileChange;
import dev.perfhint.source.patch.UnifiedDiff;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * Writes a fix of a library's sources, read from a jar, as a diff for its maintainers, with the names that the jar has.
 */
final class LibraryDiff {
    private static final String INSIDE = "!/";

    private LibraryDiff() {}

    /** Returns a paragraph for the report with the diff; empty where the fix is not one of sources in jars alone. */
    static Optional<String> of(Fix fix, Sources sources) {
        boolean archived = !fix.edits().isEmpty()
                && fix.edits().stream().allMatch(edit -> sources.isArchived(edit.file()));
        if (!archived) {
            return Optional.empty();
        }
        List<FileChange> changes = Patch.of(sources, fix).changes().stream()
                .map(change -> new FileChange(
                        change.file(), inJar(change.name()), change.before(), change.after(), change.create()))
                .toList();
        String diff = new String(UnifiedDiff.of(changes), StandardCharsets.UTF_8);
        return Optional.of("\nPerfhint would " + fix.title()
                + "; against the jar of sources, not compiled:\n\n```diff\n" + diff + "```\n");
    }

    private static String inJar(String name) {
        return name.substring(name.indexOf(INSIDE) + INSIDE.length());
    }
}
