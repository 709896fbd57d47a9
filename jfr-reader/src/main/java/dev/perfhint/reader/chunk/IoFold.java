package dev.perfhint.reader.chunk;

import dev.perfhint.profile.SizeHistogram;
import java.util.Arrays;

/** I/O events of a chunk folded by (kind, stack, thread, target), one histogram of sizes each. */
public final class IoFold {
    private static final EventKind[] KINDS = EventKind.values();

    private final LongIndex files = new LongIndex();
    private final LongIndex hosts = new LongIndex();
    private final LongIndex addresses = new LongIndex();
    private final LongIndex peers = new LongIndex();
    /** Of sockets: (peer, port). */
    private final LongIndex ports = new LongIndex();
    private long lastHost;
    private long lastAddress;
    private int lastPeer = -1;
    private long lastPortKey = -1;
    private int lastPort;
    private int[] stacks = new int[64];
    private int[] threads = new int[64];
    /** The number of a file or of a port, which the kind tells apart. */
    private int[] targets = new int[64];
    private byte[] kinds = new byte[64];
    private long[] calls = new long[64];
    private long[] bytes = new long[64];
    private long[] ticks = new long[64];
    private SizeHistogram[] sizes = new SizeHistogram[64];
    private int[] table = new int[128];
    private int size;
    /** By kind: a thread often does the same again. */
    private final int[] lastRows = new int[KINDS.length];
    /** Made once the chunk is complete. */
    private String[] peerPorts = {};

    /**
     * Adds one event; texts as {@link StringTable#read} gives them.
     *
     * @param thread its number where threads are told apart, else always the same
     * @return its row
     */
    public int add(EventKind kind, int stack, int thread, long[] values) {
        int target = socket(kind) ? port(values[EventKind.A], values[EventKind.B], values[EventKind.C])
                : files.add(text(values[EventKind.A]));
        int row = row(kind.ordinal(), stack, thread, target);
        add(row, values[EventKind.D], values[EventKind.DURATION]);
        return row;
    }

    /** Adds one more event of a row; a negative number counts as 0. */
    void add(int row, long moved, long duration) {
        long size = moved < 0 ? 0 : moved;
        calls[row]++;
        bytes[row] += size;
        ticks[row] += duration < 0 ? 0 : duration;
        sizes[row].add(size);
    }

    private static boolean socket(EventKind kind) {
        return kind == EventKind.SOCKET_READ || kind == EventKind.SOCKET_WRITE;
    }

    /** Makes a small key of a string's number and of a pool key, which is a complement. */
    private static long text(long value) {
        return value << 1 ^ value >> 63;
    }

    private int port(long host, long address, long port) {
        if (lastPeer < 0 || host != lastHost || address != lastAddress) {
            lastPeer = peers.add((long) hosts.add(host) << 32 | addresses.add(address));
            lastHost = host;
            lastAddress = address;
        }
        long key = (long) lastPeer << 32 | port & 0xFFFF_FFFFL;
        if (key != lastPortKey) {
            lastPort = ports.add(key);
            lastPortKey = key;
        }
        return lastPort;
    }

    private int row(int kind, int stack, int thread, int target) {
        int last = lastRows[kind];
        if (stacks[last] == stack && targets[last] == target && threads[last] == thread && kinds[last] == kind
                && size > 0) {
            return last;
        }
        int row = searchedRow(kind, stack, thread, target);
        lastRows[kind] = row;
        return row;
    }

    private int searchedRow(int kind, int stack, int thread, int target) {
        int slot = slot(kind, stack, thread, target);
        if (table[slot] == 0) {
            if (size == stacks.length) {
                grow();
                slot = slot(kind, stack, thread, target);
            }
            stacks[size] = stack;
            threads[size] = thread;
            targets[size] = target;
            kinds[size] = (byte) kind;
            sizes[size] = new SizeHistogram();
            table[slot] = ++size;
        }
        return table[slot] - 1;
    }

    private void grow() {
        int capacity = size * 2;
        stacks = Arrays.copyOf(stacks, capacity);
        threads = Arrays.copyOf(threads, capacity);
        targets = Arrays.copyOf(targets, capacity);
        kinds = Arrays.copyOf(kinds, capacity);
        calls = Arrays.copyOf(calls, capacity);
        bytes = Arrays.copyOf(bytes, capacity);
        ticks = Arrays.copyOf(ticks, capacity);
        sizes = Arrays.copyOf(sizes, capacity);
        table = new int[capacity * 2];
        for (int row = 0; row < size; row++) {
            table[slot(kinds[row], stacks[row], threads[row], targets[row])] = row + 1;
        }
    }

    private int slot(int kind, int stack, int thread, int target) {
        long h = (stack * 0x9E3779B97F4A7C15L ^ target) * 0xC2B2AE3D27D4EB4FL;
        h += (thread << 8 | kind) * 0x165667B19E3779F9L;
        int slot = (int) (h >>> 33) & table.length - 1;
        for (int found; (found = table[slot]) != 0; slot = slot + 1 & table.length - 1) {
            int row = found - 1;
            if (stacks[row] == stack && targets[row] == target && threads[row] == thread && kinds[row] == kind) {
                break;
            }
        }
        return slot;
    }

    public int size() {
        return size;
    }

    public EventKind kind(int row) {
        return KINDS[kinds[row]];
    }

    public int stack(int row) {
        return stacks[row];
    }

    public int thread(int row) {
        return threads[row];
    }

    /** Returns the path, or {@code host:port} with the address where the host has no name. */
    public String target(int row, Names names) {
        int target = targets[row];
        if (!socket(kind(row))) {
            long key = files.key(target);
            return names.text(key >>> 1 ^ -(key & 1));
        }
        if (peerPorts.length < ports.size()) {
            peerPorts = Arrays.copyOf(peerPorts, ports.size());
        }
        if (peerPorts[target] == null) {
            long key = ports.key(target);
            long peer = peers.key((int) (key >>> 32));
            String host = names.text(hosts.key((int) (peer >>> 32)));
            peerPorts[target] = (host.isEmpty() ? names.text(addresses.key((int) peer)) : host) + ':' + (int) key;
        }
        return peerPorts[target];
    }

    public long calls(int row) {
        return calls[row];
    }

    public long bytes(int row) {
        return bytes[row];
    }

    public long ticks(int row) {
        return ticks[row];
    }

    public SizeHistogram sizes(int row) {
        return sizes[row];
    }
}
