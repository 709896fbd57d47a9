package dev.perfhint.source.file;

/** The given sources cannot be used at all. The message is one line that names the path and what to do. */
public final class SourceException extends Exception {
    private static final long serialVersionUID = 1L;

    public SourceException(String message) {
        super(message);
    }

    public SourceException(String message, Throwable cause) {
        super(message, cause);
    }
}
