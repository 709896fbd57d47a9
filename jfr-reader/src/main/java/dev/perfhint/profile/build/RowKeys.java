package dev.perfhint.profile.build;

import dev.perfhint.profile.Rows;
import java.util.ArrayList;
import java.util.Arrays;
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
        Key[] of = new Key[table.size()];
        Arrays.setAll(of, row -> keys.get(table.group(row) << RowTable.EVENT_BITS | table.event(row)));
        int[] units = Arrays.stream(of).mapToInt(Key::unit).toArray();
        return table.rows(row -> of[row].threadGroup(), row -> of[row].event(), units);
    }
}
