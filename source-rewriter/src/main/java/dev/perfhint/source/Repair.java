package dev.perfhint.source;

/** The forms of repair a rule can ask for. */
public enum Repair {
    /** Wrap the creation of a file output stream in a {@code BufferedOutputStream}. */
    BUFFER_FILE_OUTPUT,
    /** Wrap the creation of a file input stream in a {@code BufferedInputStream}. */
    BUFFER_FILE_INPUT,
    /** Wrap a socket's output stream, with the flushes that keep the peer served. */
    BUFFER_SOCKET_OUTPUT,
    /** Wrap a socket's input stream. */
    BUFFER_SOCKET_INPUT,
    /** Put a buffer under a {@code PrintStream} on a file. */
    BUFFER_PRINT_STREAM,
    /** Collect what a hot loop prints to {@code System.out}. */
    BATCH_STANDARD_OUTPUT,
    /** Read or write a {@code RandomAccessFile} in blocks. */
    BLOCK_RANDOM_ACCESS,
    /** Drop a flush for each record, or move it to the end. */
    DROP_FLUSH,
    /** Group syncs; shown only, it is a durability contract. */
    GROUP_SYNC,
    /** Replace a copy loop by {@code transferTo} or give it a larger buffer. */
    ENLARGE_COPY,
    /** Read attributes once, or let {@code Files.find} pass them. */
    READ_ATTRIBUTES_ONCE,
    /** Let a logging library's file appender write when its buffer is full: a change of its configuration. */
    BUFFER_LOG_APPENDER
}
