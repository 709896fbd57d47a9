package dev.perfhint.rules.compare;

/** Two recordings cannot be compared. The message is one line: why, and what to do. */
public final class IncomparableException extends Exception {
    private static final long serialVersionUID = 1L;

    public IncomparableException(String message) {
        super(message);
    }
}
