package dev.perfhint.rules.compare;

import java.util.Locale;

/** What became of something between two recordings. */
public enum ChangeKind {
    /** Next to nothing of it is left. */
    GONE,
    SMALLER,
    /** Any change is below the least effect that counts. */
    SAME,
    LARGER,
    /** There was next to nothing of it. */
    NEW,
    /** The recordings are too short, too few or too uneven to tell. */
    INCONCLUSIVE;

    /** Returns the name used in outputs. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns whether this says that something changed. */
    public boolean isDifferent() {
        return this != SAME && this != INCONCLUSIVE;
    }
}
