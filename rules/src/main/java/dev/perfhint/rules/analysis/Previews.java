package dev.perfhint.rules.analysis;

import dev.perfhint.rules.model.FixSaving;
import dev.perfhint.source.Fix;
import dev.perfhint.source.file.Edit;
import dev.perfhint.source.file.SourceFile;
import dev.perfhint.source.file.Sources;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Shows a fix as whole lines of the user's own file, before and after: from its first edit's line to its last's, or the
 * edited lines only where that is too much.
 */
final class Previews {
    private static final int MAX_CHARACTERS = 4_000;
    private static final String LEFT_OUT = "\n[...]\n";

    private Previews() {}

    /** Returns the lines of the first file that the fix edits, of an added one if there is no other. */
    static Optional<FixSaving.Preview> of(Fix fix, Sources sources) {
        List<SourceFile> files = fix.edits().stream().flatMap(edit -> sources.file(edit.file()).stream()).toList();
        return files.stream().filter(file -> !file.isAbsent()).findFirst().or(() -> files.stream().findFirst())
                .flatMap(file -> {
                    List<Edit> edits = fix.edits().stream().filter(edit -> edit.file().equals(file.path())).toList();
                    return lines(file.text(), edits.stream().filter(edit -> !addsImport(edit)).toList(), edits);
                });
    }

    // imports stand far from what they are for
    private static boolean addsImport(Edit edit) {
        return edit.startOffset() == edit.endOffset() && edit.text().stripLeading().startsWith("import ");
    }

    private static Optional<FixSaving.Preview> lines(String text, List<Edit> code, List<Edit> all) {
        List<Edit> shown = code.isEmpty() ? all : code;
        if (shown.get(shown.size() - 1).endOffset() > text.length()) {
            return Optional.empty();
        }
        boolean whole = lineEnd(text, shown.get(shown.size() - 1)) - lineStart(text, shown.get(0)) <= MAX_CHARACTERS;
        List<String> before = new ArrayList<>();
        List<String> after = new ArrayList<>();
        int from = 0;
        for (int to = 1; to <= shown.size(); to++) {
            boolean ends = to == shown.size()
                    || !whole && lineStart(text, shown.get(to)) > lineEnd(text, shown.get(to - 1)) + 1;
            if (ends) {
                List<Edit> part = shown.subList(from, to);
                before.add(text.substring(lineStart(text, part.get(0)), lineEnd(text, part.get(part.size() - 1))));
                after.add(edited(text, part));
                from = to;
            }
        }
        String old = String.join(LEFT_OUT, before).stripTrailing();
        String changed = String.join(LEFT_OUT, after).stripTrailing();
        return old.length() > MAX_CHARACTERS || old.equals(changed)
                ? Optional.empty() : Optional.of(new FixSaving.Preview(old, changed));
    }

    private static String edited(String text, List<Edit> part) {
        StringBuilder after = new StringBuilder();
        int at = lineStart(text, part.get(0));
        for (Edit edit : part) {
            after.append(text, at, edit.startOffset()).append(edit.text());
            at = edit.endOffset();
        }
        return after.append(text, at, lineEnd(text, part.get(part.size() - 1))).toString();
    }

    private static int lineStart(String text, Edit edit) {
        return text.lastIndexOf('\n', edit.startOffset() - 1) + 1;
    }

    private static int lineEnd(String text, Edit edit) {
        int newline = text.indexOf('\n', edit.endOffset());
        return newline < 0 ? text.length() : newline;
    }
}
