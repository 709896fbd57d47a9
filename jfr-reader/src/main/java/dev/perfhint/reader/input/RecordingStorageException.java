package dev.perfhint.reader.input;

/**
 * A recording could not be read because its storage failed: no such file, no permission, a broken connection. Says
 * nothing about its content: to read it again may succeed.
 */
public final class RecordingStorageException extends UnreadableRecordingException {
    private static final long serialVersionUID = 1L;

    RecordingStorageException(String message, Throwable cause) {
        super(message, cause);
    }
}
