package dev.perfhint.rules.stack;

/**
 * How many bytes one I/O call moves, and how that is known.
 *
 * @param bytes mean or fixed number of bytes; an upper limit for {@link Known#AT_MOST}; 0 if it is only known to be
 *     small
 */
public record Size(double bytes, Known known) {
    /** Where the number comes from, strongest first. */
    public enum Known {
        /** An agent saw each call. */
        OBSERVED,
        /** The JDK method moves exactly this many bytes. */
        EXACT,
        /** The JDK method moves no more than this in one call. */
        AT_MOST,
        /** File or socket events of the same call site. */
        EVENTS,
        /** A constant in the source. */
        SOURCE,
        /** What such calls move as a rule: a default buffer, a short text. */
        DEFAULT,
        /** The source writes a text of unknown length. */
        TEXT,
        NOT
    }

    public static final Size NONE = new Size(0, Known.NOT);
    static final Size BYTE = new Size(1, Known.EXACT);

    /** Returns whether the number may carry a claim; a text of unknown length may not. */
    public boolean isEvidence() {
        return known.compareTo(Known.DEFAULT) <= 0;
    }

    /** Returns whether nothing is known. */
    public boolean isUnknown() {
        return known == Known.NOT;
    }

    static Size parse(String cell) {
        return switch (cell.charAt(0)) {
            case '<' -> new Size(Integer.parseInt(cell.substring(1)), Known.AT_MOST);
            case '~' -> new Size(Integer.parseInt(cell.substring(1)), Known.DEFAULT);
            default -> new Size(Integer.parseInt(cell), Known.EXACT);
        };
    }
}
