package dev.perfhint.source.edit;

import dev.perfhint.source.Hazard;
import dev.perfhint.source.file.Edit;
import java.util.List;

/**
 * A change of the raw program after which a buffer is right, or saves something: both are one fix, never a safe
 * one.
 *
 * @param title what it adds to the wrap's title
 * @param reasons what it changes by itself, one line each
 * @param closes whether nothing else closes the stream, so that the buffer alone would lose bytes
 */
public record Preparation(String title, List<Edit> edits, List<Hazard> reasons, boolean closes) {
    public Preparation {
        edits = TextEdits.ordered(edits);
        reasons = List.copyOf(reasons);
    }
}
