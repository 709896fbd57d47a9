package dev.perfhint.rules.model;

import java.util.Locale;
import java.util.Optional;

/**
 * One thing to do about a finding that is no edit of the sources.
 *
 * @param text what to do, lower case, without a final period
 * @param before lines to replace; empty if there are none
 * @param after lines to paste: a flag, a setting, code; empty if there are none
 * @param saving part of the finding's system CPU that it saves, 0..1; empty if none is claimed
 */
public record Advice(Kind kind, String text, Optional<String> before, Optional<String> after, Optional<Range> saving) {
    /** What is to be changed. */
    public enum Kind {
        /** A flag of the JVM. */
        JVM,
        /** A setting of the application or of a library. */
        CONFIG,
        /** A setting of the operating system. */
        OS,
        /** Another call of a library, or another version of it. */
        LIBRARY,
        /** A change of the program's design. */
        DESIGN;

        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** Returns whether nothing but a setting changes. */
        public boolean isConfiguration() {
            return this == JVM || this == CONFIG || this == OS;
        }
    }

    public static Advice of(Kind kind, String text, Range saving) {
        return new Advice(kind, text, Optional.empty(), Optional.empty(), Optional.of(saving));
    }

    public static Advice of(Kind kind, String text, String after, Range saving) {
        return new Advice(kind, text, Optional.empty(), Optional.of(after), Optional.of(saving));
    }

    /** Advice to change the program's design. */
    public static Advice design(String text) {
        return of(Kind.DESIGN, text);
    }

    public static Advice design(String text, String after) {
        return of(Kind.DESIGN, text, after);
    }

    public static Advice design(String text, String after, Range saving) {
        return of(Kind.DESIGN, text, after, saving);
    }

    /** Advice that claims no saving, with lines to paste. */
    public static Advice of(Kind kind, String text, String after) {
        return new Advice(kind, text, Optional.empty(), Optional.of(after), Optional.empty());
    }

    /** Returns the same advice with what it saves. */
    public Advice saving(Range part) {
        return new Advice(kind, text, before, after, Optional.of(part));
    }

    /** Advice that claims no saving. */
    public static Advice of(Kind kind, String text) {
        return new Advice(kind, text, Optional.empty(), Optional.empty(), Optional.empty());
    }
}
