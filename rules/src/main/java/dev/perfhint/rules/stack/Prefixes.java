package dev.perfhint.rules.stack;

import dev.perfhint.profile.ShippedTable;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;

/** A set of package prefixes, each ending in a dot. */
final class Prefixes {
    private final TreeSet<String> prefixes = new TreeSet<>();

    Prefixes(Collection<String> prefixes) {
        this.prefixes.addAll(prefixes);
    }

    /** Reads a resource of one prefix per line, {@code #} starting a comment. */
    static Prefixes load(String resource) {
        Prefixes loaded = new Prefixes(List.of());
        ShippedTable.read(Prefixes.class, resource, row -> loaded.prefixes.add(row.get(0)));
        return loaded;
    }

    /** Returns whether the class lies below one of the prefixes. */
    boolean contain(String className) {
        for (int dot = className.indexOf('.'); dot >= 0; dot = className.indexOf('.', dot + 1)) {
            if (prefixes.contains(className.substring(0, dot + 1))) {
                return true;
            }
        }
        return false;
    }
}
