package dev.perfhint.source.proof;

/** The typestate of the buffer. */
enum Phase {
    /** Not created yet. */
    ABSENT,
    /** Open, holds nothing. */
    CLEAN,
    /** Open, may hold bytes that a raw stream would have passed on (input: may have read ahead). */
    DIRTY,
    /** Open while an error in writing is on its way to its handler. */
    FAILING,
    /** Open after a write whose error was caught. */
    FAILED,
    CLOSED;

    boolean isOpen() {
        return this != ABSENT && this != CLOSED;
    }

    boolean holdsBytes() {
        return this == DIRTY || this == FAILING || this == FAILED;
    }
}
