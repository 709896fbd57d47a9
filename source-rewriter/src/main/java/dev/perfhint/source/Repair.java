package dev.perfhint.source;

/** The kinds of repair that a rule can ask for, each with what other code needs to know of it. */
public enum Repair {
    /** Wrap the creation of a file output stream in a {@code BufferedOutputStream}. */
    BUFFER_FILE_OUTPUT(Stream.FILE_OUTPUT),
    /** Wrap the creation of a file input stream in a {@code BufferedInputStream}. */
    BUFFER_FILE_INPUT(Stream.FILE_INPUT),
    /** Wrap a socket's output stream, with the flushes that keep the peer served. */
    BUFFER_SOCKET_OUTPUT(Stream.SOCKET_OUTPUT),
    /** Wrap a socket's input stream. */
    BUFFER_SOCKET_INPUT(Stream.SOCKET_INPUT),
    /** Put a buffer under a {@code PrintStream} on a file. */
    BUFFER_PRINT_STREAM(Stream.FILE_OUTPUT),
    /** Collect what a hot loop prints to {@code System.out}. */
    BATCH_STANDARD_OUTPUT(
            "print to a PrintStream out = new PrintStream(new BufferedOutputStream(System.out)) and call"
                    + " out.flush() in a finally block after the loop",
            "the order relative to standard error and other threads changes; a crash loses the last lines"),
    /** Read or write a {@code RandomAccessFile} in blocks. */
    BLOCK_RANDOM_ACCESS("read or write blocks through a FileChannel and a ByteBuffer",
            "position, length and other handles of the file must be tracked by hand"),
    /** Drop a flush for each record, or move it to the end. */
    DROP_FLUSH("flush once after the last record, or at a message's end",
            "readers of the file see records later; a crash loses those in the buffer"),
    /** Group syncs. */
    GROUP_SYNC(Place.CALL, false, Effect.DEFAULT_BUFFER_BYTES, "sync once for a group of records",
            "a crash of the machine loses the records since the last sync: a durability contract"),
    /** Replace a copy loop by {@code transferTo} or give it a larger buffer. */
    ENLARGE_COPY(Place.CALL, true, 65_536, "", ""),
    /** Read attributes once, or let {@code Files.find} pass them. */
    READ_ATTRIBUTES_ONCE("ask the file system once and keep the answer",
            "a file that is created, changed or removed later keeps its first answer"),
    /** Ask once for what several calls ask of one file: those of one use, not of the next. */
    MERGE_CHECKS("ask the file system once for all that these calls ask",
            "a file that is created, changed or removed between them is answered as it was at the first"),
    /** Let a logging library's file appender write when its buffer is full: a change of its configuration. */
    BUFFER_LOG_APPENDER(Place.SETTINGS, true, Effect.DEFAULT_BUFFER_BYTES, "", "");

    /** What the edit changes. */
    private enum Place {
        CREATION, CALL, SETTINGS
    }

    /** What the buffer is put round. */
    private enum Stream {
        NONE, FILE_INPUT, FILE_OUTPUT, SOCKET_INPUT, SOCKET_OUTPUT
    }

    private final Place place;
    private final Stream stream;
    private final boolean edits;
    private final int bytes;
    private final String sketch;
    private final String tradeOff;

    Repair(Stream stream) {
        this(Place.CREATION, stream, true, Effect.DEFAULT_BUFFER_BYTES, "", "");
    }

    /** A repair of the recorded call, which has a sketch where no form fits. */
    Repair(String sketch, String tradeOff) {
        this(Place.CALL, true, Effect.DEFAULT_BUFFER_BYTES, sketch, tradeOff);
    }

    Repair(Place place, boolean edits, int bytes, String sketch, String tradeOff) {
        this(place, Stream.NONE, edits, bytes, sketch, tradeOff);
    }

    Repair(Place place, Stream stream, boolean edits, int bytes, String sketch, String tradeOff) {
        this.place = place;
        this.stream = stream;
        this.edits = edits;
        this.bytes = bytes;
        this.sketch = sketch;
        this.tradeOff = tradeOff;
    }

    /** Returns whether several calls of one method become one. */
    public boolean joinsCalls() {
        return this == READ_ATTRIBUTES_ONCE || this == MERGE_CHECKS;
    }

    /** Returns whether it changes the recorded call, not the creation of its stream. */
    public boolean isAtCall() {
        return place == Place.CALL;
    }

    /** Returns whether it changes a configuration file. */
    public boolean isOfSettings() {
        return place == Place.SETTINGS;
    }

    /** Returns whether some form edits the sources; otherwise it is a sketch only. */
    public boolean edits() {
        return edits;
    }

    /** Returns whether it puts a buffer round a stream. */
    public boolean isBuffer() {
        return stream != Stream.NONE;
    }

    /** Returns whether it puts a buffer round an output stream. */
    public boolean isOutput() {
        return stream == Stream.FILE_OUTPUT || stream == Stream.SOCKET_OUTPUT;
    }

    /** Returns whether it puts a buffer round the stream of a socket. */
    public boolean isSocket() {
        return stream == Stream.SOCKET_INPUT || stream == Stream.SOCKET_OUTPUT;
    }

    /** Returns how many bytes the rule expects a system call to move with the repair. */
    public int bytes() {
        return bytes;
    }

    /** Returns what is shown at the call where no form fits; empty for none. */
    public String sketch() {
        return sketch;
    }

    /** Returns what the sketch costs. */
    public String tradeOff() {
        return tradeOff;
    }
}
