package dev.perfhint.cli.mcp;

/** A call that is answered by one sentence: what is wrong with it, or why it failed, and what to do. */
final class RefusedCallException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    RefusedCallException(String message) {
        super(message);
    }
}
