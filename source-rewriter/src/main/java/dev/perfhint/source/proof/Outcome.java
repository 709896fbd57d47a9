package dev.perfhint.source.proof;

import dev.perfhint.source.Applicability;
import dev.perfhint.source.Edit;
import dev.perfhint.source.Guard;
import java.util.List;

/**
 * What could be proven about a wrap and what not.
 *
 * @param reasons why it is not safe, one line each, by line of the source; empty if safe
 * @param guards what it rests on
 * @param inspected every use of the stream's variables with its meaning
 * @param flushes statements that the fix must add
 */
public record Outcome(
        Applicability applicability,
        List<String> reasons,
        List<Guard> guards,
        List<String> inspected,
        List<FlushPoint> flushes) {
    public Outcome {
        reasons = List.copyOf(reasons);
        guards = List.copyOf(guards);
        inspected = List.copyOf(inspected);
        flushes = List.copyOf(flushes);
    }

    /** Returns the insertions of the flushes. */
    public List<Edit> edits() {
        return flushes.stream().map(FlushPoint::edit).toList();
    }
}
