package dev.perfhint.reader;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** Nothing in a recording could be used. The message is one line that names the file and what to do. */
public final class UnreadableRecordingException extends Exception {
    private static final long serialVersionUID = 1L;

    public UnreadableRecordingException(String message) {
        super(message);
    }

    public UnreadableRecordingException(String message, Throwable cause) {
        super(message, cause);
    }

    /** Returns the exception for a recording that the system did not let us read. */
    static UnreadableRecordingException of(String path, IOException e) {
        return new UnreadableRecordingException(path + ": " + reason(e), e);
    }

    /** Returns the exception for a recording that needs more memory than the JVM may take. */
    static UnreadableRecordingException of(String path, OutOfMemoryError e) {
        return new UnreadableRecordingException(path + ": does not fit into a heap of "
                + (Runtime.getRuntime().maxMemory() >> 20) + " MB; PERFHINT_JAVA_OPTS=-Xmx4g gives it more", e);
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
