package dev.perfhint.cli.select;

/** What is to count cannot be told; the message is one line that says why. */
public final class SelectionException extends RuntimeException {
    public SelectionException(String message) {
        super(message);
    }
}
