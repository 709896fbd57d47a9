package dev.perfhint.rules.model;

import java.util.Optional;

/** Decides which findings do not count. */
public interface Suppressor {
    /** Returns why the finding does not count; empty if it does. */
    Optional<Suppression> suppression(Finding finding);
}
