package dev.perfhint.cli.record;

import dev.perfhint.cli.CliException;

/** Recording could not start or its result is not there: perfhint failed, and not the command that it starts. */
public final class RecordException extends CliException {
    private static final long serialVersionUID = 1L;
    private static final int FAILED_BEFORE_START = 125;

    public RecordException(String message) {
        this(message, null);
    }

    public RecordException(String message, Throwable cause) {
        super(message, cause, FAILED_BEFORE_START);
    }
}
