package dev.perfhint.source;

import java.util.List;
import java.util.Optional;

/**
 * The result of following a stream backwards along a recorded stack.
 *
 * @param creation where the stream is made; empty if it was not found
 * @param steps how it was followed, one line each, for {@code --explain-fix}
 * @param note why nothing was found, or a doubt about what was; empty if there is none
 * @param changed whether nothing was found because the sources are no longer those of the recorded program
 */
public record Trace(Optional<Creation> creation, List<String> steps, String note, boolean changed) {
    public Trace {
        steps = List.copyOf(steps);
    }
}
