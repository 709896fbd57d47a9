package dev.perfhint.source.proof;

import java.util.HashMap;
import java.util.Map;

/** The states in which control leaves a piece of code other than at its end, as bit masks of {@link Flow}. */
final class Jumps {
    int thrown;
    int returned;
    final Map<String, Integer> breaks = new HashMap<>();
    final Map<String, Integer> continues = new HashMap<>();
    /** First line at which an exception may leave with unflushed bytes, 0 if none. */
    int dirtyThrowLine;

    void thrown(int mask, int line) {
        thrown |= mask;
        if ((mask & Flow.HOLDING) != 0 && dirtyThrowLine == 0) {
            dirtyThrowLine = line;
        }
    }

    int takeBreak(String label) {
        Integer mask = breaks.remove(label);
        return mask == null ? 0 : mask;
    }

    int takeContinue(String label) {
        Integer mask = continues.remove(label);
        return mask == null ? 0 : mask;
    }
}
