package dev.perfhint.source;

/** How certain a fix is, best first. */
public enum Applicability {
    /** A buffer round one stream that meets the sentences of {@code docs/reference/fix-safety.md}. */
    SAFE,
    /** Compiles and is very likely right, but has hazards to review; needs {@code --unsafe-fixes}. */
    UNSAFE,
    /** A sketch or design change; never applied. */
    DISPLAY;

    /** Returns the weaker of the two. */
    public Applicability and(Applicability other) {
        return compareTo(other) >= 0 ? this : other;
    }

    /** Returns the name used on the command line and in JSON. */
    public String label() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }
}
