package dev.perfhint.reader.input;

/** Bytes of a chunk that cannot be what they should be. Never leaves the reader: it becomes a warning. */
public final class MalformedChunkException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public MalformedChunkException(String message) {
        super(message, null, false, false);
    }
}
