package dev.perfhint.source.edit;

import dev.perfhint.source.file.Edit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/** Orders, compares and applies edits of one file's characters. */
public final class TextEdits {
    private static final Comparator<Edit> ORDER = Comparator.comparing((Edit edit) -> edit.file().toString())
            .thenComparingInt(Edit::startOffset).thenComparingInt(Edit::endOffset).thenComparing(Edit::text);

    private TextEdits() {}

    /** Returns the edits by file and place, equal ones once. */
    public static List<Edit> ordered(Collection<Edit> edits) {
        return edits.stream().distinct().sorted(ORDER).toList();
    }

    /** Returns the text with the edits of this file applied; they must not overlap. */
    public static String apply(String text, Collection<Edit> edits) {
        StringBuilder result = new StringBuilder(text.length() + 256);
        int from = 0;
        for (Edit edit : ordered(edits)) {
            if (edit.startOffset() < from) {
                throw new IllegalArgumentException("edits overlap at line " + edit.startLine() + " of " + edit.file());
            }
            result.append(text, from, edit.startOffset()).append(edit.text());
            from = edit.endOffset();
        }
        return result.append(text, from, text.length()).toString();
    }

    /** Returns whether both cannot be applied together: they share characters, or insert other text at one place. */
    public static boolean conflict(Edit one, Edit other) {
        if (one.equals(other) || !one.file().equals(other.file())) {
            return false;
        }
        if (isImport(one) && isImport(other)) {
            return false;
        }
        boolean sameStart = one.startOffset() == other.startOffset();
        if (isInsertion(one) && isInsertion(other)) {
            return sameStart;
        }
        if (isInsertion(one) || isInsertion(other)) {
            Edit insertion = isInsertion(one) ? one : other;
            Edit replacement = isInsertion(one) ? other : one;
            return replacement.startOffset() < insertion.startOffset()
                    && insertion.startOffset() < replacement.endOffset();
        }
        return one.startOffset() < other.endOffset() && other.startOffset() < one.endOffset();
    }

    /** Returns whether an edit of the text would take a comment away. */
    public static boolean removesComment(String text, Edit edit) {
        return Lines.hasComment(text.substring(edit.startOffset(), edit.endOffset()));
    }

    /** Returns whether any two of the edits conflict. */
    public static boolean conflicting(Collection<Edit> edits) {
        List<Edit> all = new ArrayList<>(ordered(edits));
        for (int i = 0; i < all.size(); i++) {
            for (int j = i + 1; j < all.size(); j++) {
                if (conflict(all.get(i), all.get(j))) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean isInsertion(Edit edit) {
        return edit.startOffset() == edit.endOffset();
    }

    private static boolean isImport(Edit edit) {
        return isInsertion(edit) && edit.text().strip().matches("import [\\w.$]+;");
    }
}
