package dev.perfhint.rules.model;

import java.util.Locale;

/**
 * How sure a finding is: by its samples, by the grade of evidence, and by how the size of its calls is known. A finding
 * of low confidence is named with what would settle it; no fix is asked for and nothing fails on it.
 */
public enum Confidence {
    /** At least 100 samples of a grade that measures system CPU; the size of the calls is known where it matters. */
    HIGH,
    /** At least 20 samples, and a share above the floor within its sampling error. */
    MEDIUM,
    /** Fewer samples, a share that may be below the floor, or a sign that no call was counted for. */
    LOW;

    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
