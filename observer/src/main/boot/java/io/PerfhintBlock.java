package java.io;

/**
 * What blocks of 8 KiB would leave of a file's reads and writes: counted as the classes make them that a repair adds,
 * {@code BufferedRandomAccessFile} and {@code BufferedFileChannel}.
 */
final class PerfhintBlock {
    private static final int BYTES = 8192;

    private long writes;
    private long reads;
    /** Where the block that is held begins, and how many of its bytes are known. */
    private long start;
    private long known;
    private boolean pending;

    /** Bytes were moved at a position; the size is below 0 at the end of the file, and 0 where none were asked for. */
    void moved(boolean write, long position, long size) {
        if (write) {
            write(position, size);
        } else if (size < 0) {
            // the block holds nothing beyond the end, where the file may grow
            settle();
            reads++;
            start = position - position % BYTES;
            known = position - start;
        } else if (size >= BYTES) {
            settle();
            reads++;
        } else {
            for (long at = position; at < position + size; at = start + known) {
                if (at < start || at >= start + known) {
                    settle();
                    start = at - at % BYTES;
                    known = BYTES;
                    reads++;
                }
            }
        }
    }

    private void write(long position, long size) {
        if (size > BYTES) {
            settle();
            known = 0;
            writes++;
        } else if (size > 0) {
            if (position < start || position > start + known || position + size > start + BYTES) {
                settle();
                start = position;
                known = 0;
            }
            known = Math.max(known, position + size - start);
            pending = true;
        }
    }

    /** The file gets what it does not have yet. */
    void settle() {
        writes += pending ? 1 : 0;
        pending = false;
    }

    /** Returns the calls that would be made if the file were closed now. */
    long calls(boolean write) {
        return write ? writes + (pending ? 1 : 0) : reads;
    }
}
