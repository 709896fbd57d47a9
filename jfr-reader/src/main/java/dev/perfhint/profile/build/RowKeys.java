package dev.perfhint.profile.build;

import dev.perfhint.profile.Rows;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Numbers what a row is about beside its leaf, (thread group, event, unit), so that the sums of merged profiles fit
 * into a {@link RowTable}, whose own event numbers are too few for a fleet's units.
 */
public final class RowKeys {
    record Key(int threadGroup, int event, int unit) {}

    private static final int LOW = (1 << RowTable.EVENT_BITS) - 1;

    private final Map<Key, Integer> numbers = new HashMap<>();
    private final List<Key> keys = new ArrayList<>();

    public int number(int threadGroup, int event, int unit) {
        return numbers.computeIfAbsent(new Key(threadGroup, event, unit), key -> {
            keys.add(key);
            return keys.size() - 1;
        });
    }

    /** Returns the table's row of a leaf and a number. */
    public static int row(RowTable table, int leaf, int number) {
        return table.row(leaf, number >>> RowTable.EVENT_BITS, number & LOW);
    }

    /** Returns the rows of a table filled through {@link #row}; the table must not be used afterwards. */
    public Rows rows(RowTable table) {
        int size = table.size();
        int[] groups = new int[size];
        int[] events = new int[size];
        int[] units = new int[size];
        int[] leaves = new int[size];
        long[] samples = new long[size];
        long[] nanos = new long[size];
        long[] systemSamples = new long[size];
        long[] systemNanos = new long[size];
        for (int row = 0; row < size; row++) {
            Key key = keys.get(table.group(row) << RowTable.EVENT_BITS | table.event(row));
            leaves[row] = table.leaf(row);
            groups[row] = key.threadGroup();
            events[row] = key.event();
            units[row] = key.unit();
            samples[row] = table.samples(row);
            nanos[row] = table.nanos(row);
            systemSamples[row] = table.systemSamples(row);
            systemNanos[row] = table.systemNanos(row);
        }
        return new Rows(leaves, groups, events, units, samples, nanos, systemSamples, systemNanos);
    }
}
