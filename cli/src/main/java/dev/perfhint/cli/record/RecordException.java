package dev.perfhint.cli.record;

/** Recording could not start or its result is not there. The message is one line: what, and what to do. */
public final class RecordException extends Exception {
    private static final long serialVersionUID = 1L;

    public RecordException(String message) {
        super(message);
    }

    public RecordException(String message, Throwable cause) {
        super(message, cause);
    }
}
