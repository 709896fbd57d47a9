package dev.perfhint.source;

import java.util.List;

/**
 * What was proven about a repair.
 *
 * @param reasons why it is not {@code safe}; empty for {@code safe}
 * @param guards what it rests on: proven, assumed or doubted
 * @param inspected other uses of the stream's variables with the verdict on each, one line each
 * @param edits additions the repair needs to be right, such as flushes; they stand outside the wrapping edits
 */
public record Verdict(
        Applicability applicability,
        List<String> reasons,
        List<Guard> guards,
        List<String> inspected,
        List<Edit> edits) {
    public Verdict {
        reasons = List.copyOf(reasons);
        guards = List.copyOf(guards);
        inspected = List.copyOf(inspected);
        edits = List.copyOf(edits);
    }
}
