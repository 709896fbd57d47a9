package dev.perfhint.cli.command;

/** The user asked for something that cannot be done. The message is one line that says what and where; exit code 2. */
final class UsageException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UsageException(String message) {
        super(message);
    }
}
