package dev.perfhint.reader.input;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/**
 * Nothing in a recording could be used. The message is one line that names the recording once, and what to do. Where
 * not the content is to blame but the storage, it is a {@link RecordingStorageException}.
 */
public class UnreadableRecordingException extends Exception {
    private static final long serialVersionUID = 1L;

    public UnreadableRecordingException(String message) {
        super(message);
    }

    public UnreadableRecordingException(String message, Throwable cause) {
        super(message, cause);
    }

    /** Returns the exception for a recording that the system did not let us read. */
    public static UnreadableRecordingException of(String path, IOException e) {
        return e instanceof TooLargeException ? new UnreadableRecordingException(path + ": " + reason(e), e)
                : new RecordingStorageException(path + ": " + reason(e), e);
    }

    // the message of a FileSystemException repeats the file's name
    private static String reason(IOException e) {
        if (e instanceof NoSuchFileException) {
            return "no such file";
        }
        if (e instanceof AccessDeniedException) {
            return "not readable by this user";
        }
        String reason = e instanceof FileSystemException system ? system.getReason() : e.getMessage();
        return reason == null || reason.isEmpty() ? e.getClass().getSimpleName()
                : Character.toLowerCase(reason.charAt(0)) + reason.substring(1);
    }
}
