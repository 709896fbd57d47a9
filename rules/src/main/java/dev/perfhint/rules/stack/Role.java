package dev.perfhint.rules.stack;

/** What a frame does between a native I/O call and the code that asked for it. */
enum Role {
    FILE_OUT,
    FILE_IN,
    RANDOM_READ,
    RANDOM_WRITE,
    RANDOM_SEEK,
    CHANNEL_READ,
    CHANNEL_WRITE,
    CHANNEL_SEEK,
    SOCKET_CHANNEL,
    SOCKET_OUT,
    SOCKET_IN,
    STREAM_OUT,
    STREAM_IN,
    POSITION,
    INNER,
    PASS,
    WRAPPER,
    BUFFER,
    BLOCK,
    BLOCK_FLUSH,
    CONSOLE,
    FLUSH,
    AUTO,
    CLOSE,
    PRINT,
    TEXT,
    BULK,
    ATTRIBUTE,
    METADATA,
    WALK,
    SYNC,
    /** A JDK method of which nothing is known: whoever stands above it did not make the I/O call himself. */
    OPAQUE,
    /** Not the JDK's code. */
    OUTSIDE;

    /** Returns whether this is the class that makes the system call. */
    boolean isRaw() {
        return compareTo(POSITION) <= 0 || this == SYNC;
    }
}
