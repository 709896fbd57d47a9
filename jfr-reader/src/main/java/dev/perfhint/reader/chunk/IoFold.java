package dev.perfhint.reader.chunk;

import dev.perfhint.profile.LongIndex;
import dev.perfhint.profile.SizeHistogram;
import java.util.Arrays;

/** I/O events of a chunk folded by (kind, stack, thread, target), one histogram of sizes each. */
public final class IoFold {
    private static final EventKind[] KINDS = EventKind.values();
    private static final int KIND_BITS = 6;
    /** In place of the port where it is a part of the host's text. */
    private static final int PORT_IN_HOST = -1;
    private static final double MAX_WEIGHT = 1e9;

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
    /** Stack above thread and kind. */
    private final LongIndex places = new LongIndex();
    /** Place above the number of a file or of a port, which the kind tells apart. */
    private final LongIndex rows = new LongIndex();
    private long[] calls = new long[64];
    private long[] bytes = new long[64];
    private long[] ticks = new long[64];
    private SizeHistogram[] sizes = new SizeHistogram[64];
    /** Of weighted events: what the weights so far differ from whole calls by. */
    private double[] rests = new double[64];
    /** By kind, the target and 1: a thread often does the same again. */
    private final long[] lastPlaces = new long[KINDS.length];
    private final int[] lastTargets = new int[KINDS.length];
    private final int[] lastRows = new int[KINDS.length];
    /** Made once the chunk is complete. */
    private String[] peerPorts = {};

    /**
     * Adds one event; texts as {@link StringTable#read} gives them, a negative number of bytes counts as 0.
     *
     * @param thread its number where threads are told apart, else always the same
     */
    public void add(EventKind kind, int stack, int thread, long[] values) {
        int target = kind == EventKind.NATIVE_SOCKET ? port(values[EventKind.A], values[EventKind.B], PORT_IN_HOST)
                : socket(kind) ? port(values[EventKind.A], values[EventKind.B], values[EventKind.C])
                : files.add(text(values[EventKind.A]));
        int row = row(kind.ordinal(), stack, thread, target);
        long moved = Math.max(0, values[EventKind.D]);
        long lasted = Math.max(0, values[EventKind.DURATION]);
        if (kind == EventKind.NATIVE_SOCKET) {
            weighted(row, moved, lasted, Float.intBitsToFloat((int) values[EventKind.C]));
            return;
        }
        calls[row]++;
        bytes[row] += moved;
        ticks[row] += lasted;
        sizes[row].add(moved);
    }

    /** Adds an event that was sampled, with its weight in calls; the fraction of a call is kept for the next one. */
    private void weighted(int row, long moved, long lasted, float recorded) {
        double weight = recorded >= 1 ? Math.min(recorded, MAX_WEIGHT) : 1; // no number is 1 as well
        double due = weight + rests[row];
        long whole = Math.round(due);
        rests[row] = due - whole;
        calls[row] += whole;
        bytes[row] += Math.round(moved * weight);
        ticks[row] += Math.round(lasted * weight);
        sizes[row].addRepeated(moved, whole);
    }

    private static boolean socket(EventKind kind) {
        return kind == EventKind.SOCKET_READ || kind == EventKind.SOCKET_WRITE || kind == EventKind.NATIVE_SOCKET;
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
        long place = (long) stack << 32 | (long) thread << KIND_BITS | kind;
        if (lastPlaces[kind] != place || lastTargets[kind] != target + 1) {
            int row = rows.add((long) places.add(place) << 32 | target);
            if (row == calls.length) {
                grow(row * 2);
            }
            if (sizes[row] == null) {
                sizes[row] = new SizeHistogram();
            }
            lastPlaces[kind] = place;
            lastTargets[kind] = target + 1;
            lastRows[kind] = row;
        }
        return lastRows[kind];
    }

    private void grow(int capacity) {
        calls = Arrays.copyOf(calls, capacity);
        bytes = Arrays.copyOf(bytes, capacity);
        ticks = Arrays.copyOf(ticks, capacity);
        sizes = Arrays.copyOf(sizes, capacity);
        rests = Arrays.copyOf(rests, capacity);
    }

    public int size() {
        return rows.size();
    }

    public EventKind kind(int row) {
        return KINDS[(int) place(row) & (1 << KIND_BITS) - 1];
    }

    public int stack(int row) {
        return (int) (place(row) >>> 32);
    }

    public int thread(int row) {
        return (int) place(row) >>> KIND_BITS;
    }

    private long place(int row) {
        return places.key((int) (rows.key(row) >>> 32));
    }

    /** Returns the path, or {@code host:port} with the address where the host has no name. */
    public String target(int row, Names names) {
        int target = (int) rows.key(row);
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
            peerPorts[target] = kind(row) == EventKind.NATIVE_SOCKET ? host
                    : (host.isEmpty() ? names.text(addresses.key((int) peer)) : host) + ':' + (int) key;
        }
        return peerPorts[target];
    }

    /** Returns what a native socket event names its call: {@code SEND}, {@code RECV}, {@code WRITE} or {@code READ}. */
    public String operation(int row, Names names) {
        long peer = peers.key((int) (ports.key((int) rows.key(row)) >>> 32));
        return names.text(addresses.key((int) peer));
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
