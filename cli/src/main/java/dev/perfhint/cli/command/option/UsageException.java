package dev.perfhint.cli.command.option;

/** The user asked for something that cannot be done. The message is one line that says what and where; exit code 2. */
public final class UsageException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public UsageException(String message) {
        super(message);
    }
}
