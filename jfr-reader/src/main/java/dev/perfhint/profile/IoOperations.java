package dev.perfhint.profile;

import java.util.AbstractList;
import java.util.Iterator;
import java.util.List;

/**
 * The I/O operations of a profile, ordered by kind, leaf, target and sampling. They are put in order when first looked
 * at: there may be a hundred thousand of them, and most views show none.
 */
public final class IoOperations extends AbstractList<IoOperation> {
    private final int size;
    private IoTable table;
    private List<IoOperation> ordered = List.of();

    /**
     * @param table which must not change any more
     */
    public IoOperations(IoTable table) {
        this.table = table;
        size = table.size();
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public IoOperation get(int index) {
        return ordered().get(index);
    }

    @Override
    public Iterator<IoOperation> iterator() {
        return ordered().iterator();
    }

    private synchronized List<IoOperation> ordered() {
        if (ordered.size() < size) {
            ordered = table.operations();
            table = new IoTable(0);
        }
        return ordered;
    }
}
