package dev.perfhint.profile;

import java.util.Collection;
import java.util.List;
import java.util.TreeSet;

/** A set of package prefixes, each ending in a dot. */
public final class PackagePrefixes {
    /** The packages of the JDK's own modules; those of libraries beside them, {@code com.sun.mail} say, are not. */
    public static final PackagePrefixes JDK = load(PackagePrefixes.class, "jdk-packages.txt");

    private final TreeSet<String> prefixes = new TreeSet<>();

    public PackagePrefixes(Collection<String> prefixes) {
        this.prefixes.addAll(prefixes);
    }

    /** Reads a resource beside a class: one prefix per line, {@code #} starting a comment. */
    public static PackagePrefixes load(Class<?> owner, String resource) {
        PackagePrefixes loaded = new PackagePrefixes(List.of());
        ShippedTable.read(owner, resource, row -> loaded.prefixes.add(row.get(0)));
        return loaded;
    }

    /** Returns whether the class lies below one of the prefixes. */
    public boolean contain(String className) {
        for (int dot = className.indexOf('.'); dot >= 0; dot = className.indexOf('.', dot + 1)) {
            if (prefixes.contains(className.substring(0, dot + 1))) {
                return true;
            }
        }
        return false;
    }
}
