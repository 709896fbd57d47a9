package dev.perfhint.rules.stack;

import dev.perfhint.profile.CallTree;
import dev.perfhint.profile.Methods;
import dev.perfhint.profile.Profile;
import dev.perfhint.profile.ShippedTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Finds the well-known component that a stack runs in: a resource handler, a store, a client, a logger, a pool. The
 * frame nearest to the system call decides. Classes, methods and names stand in {@code components.txt}.
 */
final class Components {
    private static final TreeMap<String, List<Entry>> TABLE = new TreeMap<>();

    static {
        ShippedTable.read(Components.class, "components.txt", row -> TABLE
                .computeIfAbsent(row.get(1), key -> new ArrayList<>())
                .add(new Entry(row.get(0), row.get(1), row.size() < 3 ? Set.of()
                        : Set.copyOf(Arrays.asList(row.get(2).split(","))))));
    }

    private final CallTree tree;
    private final Methods methods;
    private final Map<Integer, String> byMethod = new HashMap<>();
    private final Map<Integer, String> byNode = new HashMap<>();

    Components(Profile profile) {
        this.tree = profile.tree();
        this.methods = profile.methods();
    }

    /** Returns the component's name, empty if none of the frames from {@code node} outwards belongs to one. */
    String of(int node) {
        List<Integer> passed = new ArrayList<>();
        String found = "";
        int at = node;
        for (; at > CallTree.ROOT && found.isEmpty(); at = tree.parent(at)) {
            String known = byNode.get(at);
            if (known != null) {
                found = known;
                break;
            }
            passed.add(at);
            found = byMethod.computeIfAbsent(tree.method(at), this::find);
        }
        for (int one : passed) {
            byNode.put(one, found);
        }
        return found;
    }

    // prefixes may hold each other: the longest that fits decides
    private String find(int method) {
        String className = methods.className(method);
        Map.Entry<String, List<Entry>> candidate = TABLE.floorEntry(className);
        while (candidate != null && candidate.getKey().charAt(0) == first(className)) {
            for (Entry entry : candidate.getValue()) {
                if (entry.names(className)
                        && (entry.methods().isEmpty() || entry.methods().contains(methods.methodName(method)))) {
                    return entry.name();
                }
            }
            candidate = TABLE.lowerEntry(candidate.getKey());
        }
        return "";
    }

    private static char first(String name) {
        return name.isEmpty() ? 0 : name.charAt(0);
    }

    /**
     * One row of the table.
     *
     * @param prefix a package and those below where it ends with a dot, the beginning of a class's name where it ends
     *     with a star, else one class and those within it
     */
    private record Entry(String name, String prefix, Set<String> methods) {
        boolean names(String className) {
            if (prefix.endsWith("*")) {
                return className.startsWith(prefix.substring(0, prefix.length() - 1));
            }
            return className.startsWith(prefix) && (prefix.endsWith(".") || className.length() == prefix.length()
                    || className.charAt(prefix.length()) == '$');
        }
    }
}
