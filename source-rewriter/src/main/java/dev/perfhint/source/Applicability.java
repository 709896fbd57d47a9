package dev.perfhint.source;

/** How certain a fix is, best first. Start at {@code SAFE} and downgrade on every doubt. */
public enum Applicability {
    /** Proven: same bytes, same order, same errors to the same caller, nobody waits for buffered bytes. */
    SAFE,
    /** Compiles and is very likely right, but something could not be proven; needs {@code --unsafe-fixes}. */
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
