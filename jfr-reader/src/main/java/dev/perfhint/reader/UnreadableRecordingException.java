package dev.perfhint.reader;

/** Nothing in a recording could be used. The message is one line that names the file and what to do. */
public final class UnreadableRecordingException extends Exception {
    private static final long serialVersionUID = 1L;

    public UnreadableRecordingException(String message) {
        super(message);
    }

    public UnreadableRecordingException(String message, Throwable cause) {
        super(message, cause);
    }
}
