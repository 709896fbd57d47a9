package dev.perfhint.source;

import java.util.Map;
import java.util.Optional;

/**
 * What was observed that concerns a fix. It ranks and refutes, and never makes a fix safe: the path that did not run
 * was not observed.
 *
 * @param standing by the id of a kind of hazard, what speaks against it, in words
 * @param refutation what the fix would have broken in the observed run; empty if nothing
 */
public record ObservedFacts(Map<String, String> standing, Optional<String> refutation) {
    public static final ObservedFacts NONE = new ObservedFacts(Map.of(), Optional.empty());

    public ObservedFacts {
        standing = Map.copyOf(standing);
    }
}
