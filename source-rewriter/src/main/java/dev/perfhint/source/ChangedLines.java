package dev.perfhint.source;

import com.github.difflib.DiffUtils;
import com.github.difflib.patch.AbstractDelta;
import java.util.BitSet;
import java.util.List;

/** The lines of a text that are new or different against an older one. Line ends do not count as a difference. */
public final class ChangedLines {
    private ChangedLines() {}

    /** Returns the numbers of the changed lines, 1-based. */
    public static BitSet of(String before, String after) {
        BitSet changed = new BitSet();
        for (AbstractDelta<String> delta : DiffUtils.diff(lines(before), lines(after)).getDeltas()) {
            int first = delta.getTarget().getPosition() + 1;
            changed.set(first, first + delta.getTarget().size());
        }
        return changed;
    }

    private static List<String> lines(String text) {
        return List.of(text.split("\r\n|\n|\r", -1));
    }
}
