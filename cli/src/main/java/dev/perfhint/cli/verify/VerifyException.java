package dev.perfhint.cli.verify;

/** A verification could not be made. The message is one line: what, and what to do. */
public final class VerifyException extends Exception {
    private static final long serialVersionUID = 1L;

    public VerifyException(String message) {
        super(message);
    }

    public VerifyException(String message, Throwable cause) {
        super(message, cause);
    }
}
