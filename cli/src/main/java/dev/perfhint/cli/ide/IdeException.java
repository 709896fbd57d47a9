package dev.perfhint.cli.ide;

/** An editor's file could not be written or deleted. The message is one line: what, and what to do. */
public final class IdeException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    IdeException(String message) {
        super(message);
    }
}
