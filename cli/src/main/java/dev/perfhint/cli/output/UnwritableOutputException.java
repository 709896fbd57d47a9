package dev.perfhint.cli.output;

/** An output cannot be written. The message is one line that names it. */
public final class UnwritableOutputException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public UnwritableOutputException(String message) {
        super(message);
    }
}
