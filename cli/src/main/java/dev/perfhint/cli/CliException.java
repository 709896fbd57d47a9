package dev.perfhint.cli;

/** A command cannot do what it was asked to. The message is one line: what, where, and what to do. */
public class CliException extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private static final int USAGE = 2;

    private final int exitCode;

    public CliException(String message) {
        this(message, null);
    }

    public CliException(String message, Throwable cause) {
        this(message, cause, USAGE);
    }

    protected CliException(String message, Throwable cause, int exitCode) {
        super(message, cause);
        this.exitCode = exitCode;
    }

    /** Returns the code that perfhint ends with. */
    public int exitCode() {
        return exitCode;
    }
}
