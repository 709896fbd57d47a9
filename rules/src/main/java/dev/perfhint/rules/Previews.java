package dev.perfhint.rules;

import dev.perfhint.source.Edit;
import dev.perfhint.source.Fix;
import dev.perfhint.source.Sources;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Shows a fix as whole lines of the user's own file, before and after: from its first edit's line to its last's. */
final class Previews {
    private static final int MAX_CHARACTERS = 4_000;

    private Previews() {}

    /** Returns the lines of the first file that the fix edits; empty if it has no edits. */
    static Optional<FixSaving.Preview> of(Fix fix, Sources sources) {
        if (fix.edits().isEmpty()) {
            return Optional.empty();
        }
        Path file = fix.edits().get(0).file();
        List<Edit> edits = fix.edits().stream().filter(edit -> edit.file().equals(file)).toList();
        return sources.file(file)
                .flatMap(source ->
                        lines(source.text(), edits.stream().filter(edit -> !addsImport(edit)).toList(), edits));
    }

    // imports stand far from what they are for
    private static boolean addsImport(Edit edit) {
        return edit.startOffset() == edit.endOffset() && edit.text().stripLeading().startsWith("import ");
    }

    private static Optional<FixSaving.Preview> lines(String text, List<Edit> code, List<Edit> all) {
        List<Edit> shown = code.isEmpty() ? all : code;
        int start = text.lastIndexOf('\n', shown.get(0).startOffset() - 1) + 1;
        int lastEnd = shown.get(shown.size() - 1).endOffset();
        int newline = text.indexOf('\n', lastEnd);
        int end = newline < 0 ? text.length() : newline;
        if (end - start > MAX_CHARACTERS || lastEnd > text.length()) {
            return Optional.empty();
        }
        StringBuilder after = new StringBuilder();
        int at = start;
        for (Edit edit : shown) {
            after.append(text, at, edit.startOffset()).append(edit.text());
            at = edit.endOffset();
        }
        after.append(text, at, end);
        return Optional.of(
                new FixSaving.Preview(text.substring(start, end).stripTrailing(), after.toString().stripTrailing()));
    }
}
