package dev.perfhint.rules.stack;

import dev.perfhint.profile.Methods;
import dev.perfhint.profile.ShippedTable;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * The table of JDK methods in {@code jdk-frames.txt}: the role of each and the bytes it hands on in one call.
 *
 * <p>Methods that the table does not list are {@link Role#OPAQUE}.
 */
final class FrameTable {
    private static final FrameRole UNKNOWN = new FrameRole(Role.OPAQUE, Size.NONE);
    private static final FrameRole NOT_JDK = new FrameRole(Role.OUTSIDE, Size.NONE);
    private static final FrameTable SHIPPED = load();

    private final Map<String, FrameRole> byMethod = new HashMap<>();
    private final TreeMap<String, FrameRole> byPrefix = new TreeMap<>();

    private FrameTable() {}

    /** Returns the role of a method of a profile. */
    static FrameRole role(Methods methods, Owners owners, int method) {
        return owners.isJdk(method) ? SHIPPED.find(methods.className(method), methods.methodName(method)) : NOT_JDK;
    }

    private FrameRole find(String className, String method) {
        FrameRole exact = byMethod.get(className + '.' + method);
        if (exact == null) {
            exact = byMethod.get(className + ".*");
        }
        if (exact == null) {
            exact = byPrefix(className, method);
        }
        return exact == null ? UNKNOWN : exact;
    }

    // the longest listed prefix that names the method wins
    private FrameRole byPrefix(String className, String method) {
        FrameRole best = null;
        int length = 0;
        for (Map.Entry<String, FrameRole> entry : byPrefix.headMap(className + " \uffff", true).entrySet()) {
            int space = entry.getKey().indexOf(' ');
            String prefix = entry.getKey().substring(0, space);
            String listed = entry.getKey().substring(space + 1);
            if (prefix.length() >= length && className.startsWith(prefix)
                    && (listed.equals("*") || listed.equals(method))) {
                best = entry.getValue();
                length = prefix.length();
            }
        }
        return best;
    }

    private void add(List<String> cells) {
        String name = cells.get(0);
        FrameRole role = new FrameRole(
                Role.valueOf(cells.get(2).replace('-', '_').toUpperCase(Locale.ROOT)),
                cells.size() > 3 ? Size.parse(cells.get(3)) : Size.NONE);
        for (String method : cells.get(1).split(",")) {
            if (name.endsWith("*")) {
                byPrefix.put(name.substring(0, name.length() - 1) + ' ' + method, role);
            } else {
                byMethod.put(name + '.' + method, role);
            }
        }
    }

    private static FrameTable load() {
        FrameTable table = new FrameTable();
        ShippedTable.read(FrameTable.class, "jdk-frames.txt", table::add);
        return table;
    }

    /** A method's role and the size of its calls. */
    record FrameRole(Role role, Size size) {}
}
