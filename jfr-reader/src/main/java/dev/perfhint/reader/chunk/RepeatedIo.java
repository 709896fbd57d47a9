package dev.perfhint.reader.chunk;

/**
 * Passes quickly over I/O events that say the same as the one before of their type, but for time, duration and bytes: a
 * thread reads or writes in a loop, and recorders write what a thread did in one piece.
 *
 * <p>What is in between (thread, stack trace, path, host ...) is compared as bytes in the buffer, not decoded.
 */
final class RepeatedIo {
    /** Time, duration and bytes: where these lie in the buffer, all that is read of them does. */
    private static final int MIN_BYTES = 3;

    private final Layout front;
    private final Layout rest;
    /** Fields of one byte behind the bytes moved. */
    private final int flags;
    private final IoFold fold;
    /** Where the bytes in between lie in the buffer, of the event before; empty if it is not known. */
    private int start;
    private int end;
    private int row;
    /** Where they begin in the event looked at last. */
    private int next;

    private RepeatedIo(Layout layout, int moved, IoFold fold) {
        front = layout.part(0, moved);
        rest = layout.part(moved, layout.fields());
        flags = layout.fields() - moved - 1;
        this.fold = fold;
    }

    /** Returns what passes over events of a layout; null if their fields are in another order than usual. */
    static RepeatedIo of(Layout layout, IoFold fold) {
        int moved = layout.fields() - 1;
        while (moved > 1 && layout.oneByte(moved)) {
            moved--;
        }
        boolean usual = moved > 1 && layout.varint(0, EventKind.TIME) && layout.varint(1, EventKind.DURATION)
                && layout.varint(moved, EventKind.D);
        return usual ? new RepeatedIo(layout, moved, fold) : null;
    }

    /** Forgets the event before: the buffer's content moved. */
    void forget() {
        start = 0;
        end = 0;
    }

    /**
     * Adds an event that lies whole in a buffer if it repeats the one before.
     *
     * @return whether it does; if not, it must be read by {@link #read}
     */
    boolean add(byte[] b, int from, int eventEnd) {
        if (eventEnd - from < MIN_BYTES) {
            return false;
        }
        int p = from;
        while (b[p++] < 0 && p < from + 9) {
            continue;
        }
        long ticks = b[p++];
        for (int shift = 7; ticks < 0 && shift < 63; shift += 7) {
            ticks += b[p++] + 1L << shift;
        }
        next = p;
        int last = end;
        if (start == last || last - start > eventEnd - p) {
            return false;
        }
        for (int q = start; q < last; ) {
            if (b[q++] != b[p++]) {
                return false;
            }
        }
        long moved = b[p++];
        for (int shift = 7; moved < 0 && shift < 63; shift += 7) {
            moved += b[p++] + 1L << shift;
        }
        if (p + flags != eventEnd) {
            return false;
        }
        fold.add(row, moved, ticks);
        return true;
    }

    /** Reads an event as {@link Layout#read(byte[], int, int, long[], StringTable)} does. */
    int read(byte[] b, int from, int eventEnd, long[] values, StringTable strings) {
        start = next;
        end = front.read(b, from, eventEnd, values, strings);
        return end < 0 ? end : rest.read(b, end, eventEnd, values, strings);
    }

    /** Notes the row of the event read last. */
    void row(int added) {
        row = added;
    }
}
