package dev.perfhint.rules.model;

import java.util.Locale;

/** What is to be done about a part of the system CPU. */
public enum AccountVerdict {
    /** A finding with an edit. */
    FIX,
    /** A flag, a setting of the application or of the operating system. */
    CONFIGURE,
    /** Advice without an edit. */
    REDESIGN,
    /** Needed for the work done. */
    INHERENT,
    /** Caused by neighbours, interrupts or the profiler. */
    ENVIRONMENT,
    /** Under 1 % of the system CPU each and 5 % together. */
    SMALL,
    /** Not classified by any table or rule. */
    UNKNOWN;

    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
