package dev.perfhint.profile.timeline;

import java.util.Arrays;
import java.util.List;

/**
 * All events of one type in a recording, one row each, in the order of the file. Times are nanoseconds since the epoch.
 *
 * <p>A value is a number, the bits of a double, or the number of a text, as its field's kind says.
 */
public final class EventSeries {
    /** What the values of a field are. */
    public enum ValueKind {
        TEXT,
        INTEGER,
        DECIMAL
    }

    /** Number of a thread, stack or text that was not recorded. */
    public static final int NONE = -1;

    private final String eventName;
    private final List<String> fields;
    private final List<ValueKind> kinds;
    private final EventNames names;
    private int size;
    private long[] starts = new long[16];
    private long[] durations = new long[16];
    private int[] threads = new int[16];
    private int[] stacks = new int[16];
    private long[][] values;

    EventSeries(String eventName, List<String> fields, List<ValueKind> kinds, EventNames names) {
        this.eventName = eventName;
        this.fields = List.copyOf(fields);
        this.kinds = List.copyOf(kinds);
        this.names = names;
        values = new long[fields.size()][16];
    }

    public String eventName() {
        return eventName;
    }

    public List<String> fields() {
        return fields;
    }

    public int size() {
        return size;
    }

    /** Adds an event; its values in the order of the fields. */
    public void add(long startNanos, long durationNanos, int thread, int stack, long[] row) {
        if (size == starts.length) {
            int capacity = size * 2;
            starts = Arrays.copyOf(starts, capacity);
            durations = Arrays.copyOf(durations, capacity);
            threads = Arrays.copyOf(threads, capacity);
            stacks = Arrays.copyOf(stacks, capacity);
            for (int i = 0; i < values.length; i++) {
                values[i] = Arrays.copyOf(values[i], capacity);
            }
        }
        starts[size] = startNanos;
        durations[size] = durationNanos;
        threads[size] = thread;
        stacks[size] = stack;
        for (int i = 0; i < values.length; i++) {
            values[i][size] = row[i];
        }
        size++;
    }

    public long startNanos(int row) {
        return starts[row];
    }

    public long durationNanos(int row) {
        return durations[row];
    }

    public long endNanos(int row) {
        return starts[row] + durations[row];
    }

    /** Returns the number of the thread, {@link #NONE} if it was not recorded. */
    public int thread(int row) {
        return threads[row];
    }

    /** Returns the number of the stack trace, {@link #NONE} if it was not recorded. */
    public int stack(int row) {
        return stacks[row];
    }

    /** Returns the position of a field, {@link #NONE} if the events have none of that name. */
    public int field(String name) {
        return fields.indexOf(name);
    }

    /** Returns a value as text; empty for a field that the events do not have. */
    public String text(int row, int field) {
        if (field < 0) {
            return "";
        }
        long value = values[field][row];
        return switch (kinds.get(field)) {
            case TEXT -> names.text((int) value);
            case INTEGER -> Long.toString(value);
            case DECIMAL -> Double.toString(Double.longBitsToDouble(value));
        };
    }

    /** Returns a value as a number; 0 for text and for a field that the events do not have. */
    public double number(int row, int field) {
        if (field < 0) {
            return 0;
        }
        long value = values[field][row];
        return switch (kinds.get(field)) {
            case TEXT -> 0;
            case INTEGER -> value;
            case DECIMAL -> Double.longBitsToDouble(value);
        };
    }
}
