package dev.perfhint.profile;

/**
 * A calling-context tree in primitive arrays. Node 0 is the root; a parent's id is always smaller than its children's,
 * so one pass from the highest id down sums a metric inclusively.
 */
public final class CallTree {
    public static final int ROOT = 0;
    private static final FrameKind[] KINDS = FrameKind.values();

    private int[] parents = new int[1024];
    private int[] methods = new int[1024];
    private int[] lineKinds = new int[1024];
    private int size = 1;
    private int[] table = new int[4096];

    public CallTree() {
        parents[ROOT] = -1;
        methods[ROOT] = -1;
    }

    /** Returns the number of nodes, the root included. */
    public int size() {
        return size;
    }

    /** Returns the caller's node, -1 for the root. */
    public int parent(int node) {
        return parents[node];
    }

    /** Returns the id in {@link Methods}, -1 for the root. */
    public int method(int node) {
        return methods[node];
    }

    /** Returns the source line, 0 if unknown. */
    public int line(int node) {
        return lineKinds[node] >>> 2;
    }

    public FrameKind kind(int node) {
        return KINDS[lineKinds[node] & 3];
    }

    /** Returns the child of {@code parent} with this frame, adding it if new. Lines outside 0 to 2^28 count as 0. */
    public int child(int parent, int method, int line, FrameKind kind) {
        int lineKind = (line < 0 || line > 1 << 28 ? 0 : line) << 2 | kind.ordinal();
        int slot = hash(parent, method, lineKind) & table.length - 1;
        for (int node; (node = table[slot]) != 0; slot = slot + 1 & table.length - 1) {
            if (parents[node] == parent && methods[node] == method && lineKinds[node] == lineKind) {
                return node;
            }
        }
        if (size == parents.length) {
            grow();
            slot = freeSlot(parent, method, lineKind);
        }
        parents[size] = parent;
        methods[size] = method;
        lineKinds[size] = lineKind;
        table[slot] = size;
        return size++;
    }

    private void grow() {
        int capacity = parents.length * 2;
        parents = java.util.Arrays.copyOf(parents, capacity);
        methods = java.util.Arrays.copyOf(methods, capacity);
        lineKinds = java.util.Arrays.copyOf(lineKinds, capacity);
        table = new int[capacity * 4];
        for (int node = 1; node < size; node++) {
            table[freeSlot(parents[node], methods[node], lineKinds[node])] = node;
        }
    }

    private int freeSlot(int parent, int method, int lineKind) {
        int slot = hash(parent, method, lineKind) & table.length - 1;
        while (table[slot] != 0) {
            slot = slot + 1 & table.length - 1;
        }
        return slot;
    }

    private static int hash(int parent, int method, int lineKind) {
        long h = (parent * 0x9E3779B97F4A7C15L ^ method) * 0xC2B2AE3D27D4EB4FL ^ lineKind;
        h *= 0x165667B19E3779F9L;
        return (int) (h >>> 32);
    }
}
