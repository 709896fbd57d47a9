package dev.perfhint.profile;

import java.util.Arrays;
import java.util.BitSet;
import java.util.stream.IntStream;

/**
 * A calling-context tree in paged primitive arrays. Node 0 is the root; a parent's id is always smaller than its
 * children's, so one pass from the highest id down sums a metric inclusively.
 *
 * <p>A new path gets consecutive ids, and a node's eldest child is looked at first: walking a known path mostly reads
 * memory in order. Children of wide nodes are found through one shared hash table.
 */
public final class CallTree {
    public static final int ROOT = 0;
    private static final FrameKind[] KINDS = FrameKind.values();
    private static final int MAX_LINE = 1 << 28;
    /**
     * Children beyond which a node's children are hashed: about the cost of one cache miss on a chain in memory order.
     */
    private static final int WIDE = 12;

    private static final int PAGE_BITS = 12;
    private static final int PAGE_MASK = (1 << PAGE_BITS) - 1;
    private static final int METHOD = 0;
    private static final int LINE_KIND = 1;
    /** Eldest child; negated once the children are hashed. */
    private static final int CHILD = 2;
    /** From the eldest child to the youngest, and on to older ones. */
    private static final int SIBLING = 3;

    private int[][] pages = new int[16][];
    private int[][] parents = new int[16][];
    private int size = 1;
    private int[] wideTable = new int[64];
    private int wideCount;

    public CallTree() {
        pages[0] = new int[4 << PAGE_BITS];
        parents[0] = new int[1 << PAGE_BITS];
        parents[0][ROOT] = -1;
        pages[0][METHOD] = -1;
    }

    /** Returns the number of nodes, the root included. */
    public int size() {
        return size;
    }

    /** Returns the caller's node, -1 for the root. */
    public int parent(int node) {
        return parents[node >>> PAGE_BITS][node & PAGE_MASK];
    }

    /** Returns a node and those above it, outwards, without the root. */
    public IntStream path(int node) {
        return IntStream.iterate(node, each -> each > ROOT, this::parent);
    }

    /** Returns the id in {@link Methods}, -1 for the root. */
    public int method(int node) {
        return get(node, METHOD);
    }

    /** Returns the source line, 0 if unknown. */
    public int line(int node) {
        return get(node, LINE_KIND) >>> 2;
    }

    /** Returns line and kind as nodes keep them. */
    public int lineKind(int node) {
        return get(node, LINE_KIND);
    }

    public FrameKind kind(int node) {
        return KINDS[get(node, LINE_KIND) & 3];
    }

    /** Returns the child of {@code parent} with this frame, adding it if new. Lines outside 0 to 2^28 count as 0. */
    public int child(int parent, int method, int line, FrameKind kind) {
        return child(parent, method, lineKind(line, kind.ordinal()));
    }

    /** Packs a line and the ordinal of a {@link FrameKind} as nodes keep them. */
    public static int lineKind(int line, int kind) {
        return (line < 0 || line > MAX_LINE ? 0 : line) << 2 | kind;
    }

    /** Returns the child of {@code parent} with this frame, adding it if new. The hot path of reading. */
    public int child(int parent, int method, int lineKind) {
        int[][] all = pages;
        int node = all[parent >>> PAGE_BITS][((parent & PAGE_MASK) << 2) + CHILD];
        for (int steps = 0; node > 0; steps++) {
            int[] page = all[node >>> PAGE_BITS];
            int at = (node & PAGE_MASK) << 2;
            if (page[at] == method && page[at + LINE_KIND] == lineKind) {
                return node;
            }
            if (steps == WIDE) {
                hashChildren(parent);
                return hashedChild(parent, method, lineKind);
            }
            node = page[at + SIBLING];
            if (node == 0) {
                return append(parent, method, lineKind);
            }
        }
        return node == 0 ? append(parent, method, lineKind) : hashedChild(parent, method, lineKind);
    }

    /** Returns the child of {@code parent} with this frame, {@link #ROOT} if there is none. */
    public int existingChild(int parent, int method, int lineKind) {
        int node = get(parent, CHILD);
        if (node < 0) {
            return wideTable[wideSlot(parent, method, lineKind)];
        }
        while (node != 0 && (get(node, METHOD) != method || get(node, LINE_KIND) != lineKind)) {
            node = get(node, SIBLING);
        }
        return node;
    }

    /** Returns the weight from which on at most {@code kept} of so many nodes have that or more. */
    public static long leastWeight(long[] weights, int size, int kept) {
        for (long unit = 1; ; unit *= 64) {
            int[] nodes = new int[4097];
            for (int node = 1; node < size; node++) {
                nodes[(int) Math.min(4096, weights[node] / unit)]++;
            }
            int sum = 0;
            int weight = 4096;
            while (weight >= 0 && sum + nodes[weight] <= kept) {
                sum += nodes[weight--];
            }
            if (weight < 4096) {
                return (weight + 1) * unit;
            }
        }
    }

    /**
     * Replaces all method ids by {@code methodIds[old]} in place, joining siblings that become equal.
     *
     * @param kinds new ordinal of every kind's ordinal, empty to keep them
     * @return the new node of every old node
     */
    public int[] relabel(int[] methodIds, int[] kinds) {
        int[] moved = new int[size];
        BitSet shared = sharedTargets(methodIds);
        BitSet joined = new BitSet();
        int oldSize = size;
        Arrays.fill(wideTable, 0);
        wideCount = 0;
        set(ROOT, CHILD, 0);
        size = 1;
        for (int node = 1; node < oldSize; node++) {
            int parent = moved[parent(node)];
            int method = methodIds[get(node, METHOD)];
            int lineKind = mapped(get(node, LINE_KIND), kinds);
            // only where two old frames can become one must the siblings be searched
            if (shared.get(method) || joined.get(parent) || kinds.length > 0) {
                int before = size;
                moved[node] = child(parent, method, lineKind);
                if (size == before) {
                    joined.set(moved[node]);
                }
            } else {
                moved[node] = append(parent, method, lineKind);
            }
        }
        return moved;
    }

    /** Returns how many nodes {@link #graft} would add. */
    public int missing(CallTree other, int[] methodIds, int[] kinds) {
        int missing = 0;
        int[] known = new int[other.size];
        for (int node = 1; node < other.size; node++) {
            int parent = known[other.parent(node)];
            int child = parent < 0 ? ROOT
                    : existingChild(parent, methodIds[other.method(node)], mapped(other.get(node, LINE_KIND), kinds));
            known[node] = child == ROOT ? -1 : child;
            missing += child == ROOT ? 1 : 0;
        }
        return missing;
    }

    /**
     * Adds all paths of {@code other}, its methods renamed by {@code methodIds}; returns the node of every node of it.
     */
    public int[] graft(CallTree other, int[] methodIds, int[] kinds) {
        int[] moved = new int[other.size];
        for (int node = 1; node < other.size; node++) {
            int parent = moved[other.parent(node)];
            moved[node] = child(parent, methodIds[other.method(node)], mapped(other.get(node, LINE_KIND), kinds));
        }
        return moved;
    }

    private static int mapped(int lineKind, int[] kinds) {
        return kinds.length == 0 ? lineKind : lineKind & ~3 | kinds[lineKind & 3];
    }

    private static BitSet sharedTargets(int[] methodIds) {
        BitSet seen = new BitSet();
        BitSet shared = new BitSet();
        for (int id : methodIds) {
            if (seen.get(id)) {
                shared.set(id);
            }
            seen.set(id);
        }
        return shared;
    }

    private int append(int parent, int method, int lineKind) {
        int node = size;
        int pageIndex = node >>> PAGE_BITS;
        if (pageIndex == pages.length) {
            pages = Arrays.copyOf(pages, pages.length * 2);
            parents = Arrays.copyOf(parents, parents.length * 2);
        }
        if (pages[pageIndex] == null) {
            pages[pageIndex] = new int[4 << PAGE_BITS];
            parents[pageIndex] = new int[1 << PAGE_BITS];
        }
        int eldest = get(parent, CHILD);
        int[] page = pages[pageIndex];
        int at = (node & PAGE_MASK) << 2;
        page[at] = method;
        page[at + LINE_KIND] = lineKind;
        page[at + CHILD] = 0;
        page[at + SIBLING] = 0;
        parents[pageIndex][node & PAGE_MASK] = parent;
        size++;
        if (eldest == 0) {
            set(parent, CHILD, node);
            return node;
        }
        page[at + SIBLING] = get(Math.abs(eldest), SIBLING);
        set(Math.abs(eldest), SIBLING, node);
        if (eldest < 0) {
            addWide(node);
        }
        return node;
    }

    private int hashedChild(int parent, int method, int lineKind) {
        int node = wideTable[wideSlot(parent, method, lineKind)];
        return node != 0 ? node : append(parent, method, lineKind);
    }

    private int wideSlot(int parent, int method, int lineKind) {
        int slot = hash(parent, method, lineKind) & wideTable.length - 1;
        for (int node; (node = wideTable[slot]) != 0; slot = slot + 1 & wideTable.length - 1) {
            if (parent(node) == parent && get(node, METHOD) == method && get(node, LINE_KIND) == lineKind) {
                break;
            }
        }
        return slot;
    }

    private void hashChildren(int parent) {
        int eldest = get(parent, CHILD);
        set(parent, CHILD, -eldest);
        for (int node = eldest; node != 0; node = get(node, SIBLING)) {
            addWide(node);
        }
    }

    private void addWide(int node) {
        if (++wideCount * 2 > wideTable.length) {
            int[] old = wideTable;
            wideTable = new int[old.length * 2];
            for (int other : old) {
                if (other != 0) {
                    putWide(other);
                }
            }
        }
        putWide(node);
    }

    private void putWide(int node) {
        int slot = hash(parent(node), get(node, METHOD), get(node, LINE_KIND)) & wideTable.length - 1;
        while (wideTable[slot] != 0) {
            slot = slot + 1 & wideTable.length - 1;
        }
        wideTable[slot] = node;
    }

    private int get(int node, int field) {
        return pages[node >>> PAGE_BITS][((node & PAGE_MASK) << 2) + field];
    }

    private void set(int node, int field, int value) {
        pages[node >>> PAGE_BITS][((node & PAGE_MASK) << 2) + field] = value;
    }

    private static int hash(int parent, int method, int lineKind) {
        long h = (parent * 0x9E3779B97F4A7C15L ^ method) * 0xC2B2AE3D27D4EB4FL ^ lineKind;
        h *= 0x165667B19E3779F9L;
        return (int) (h >>> 32);
    }
}
