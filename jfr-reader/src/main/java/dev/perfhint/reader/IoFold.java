package dev.perfhint.reader;

import dev.perfhint.profile.SizeHistogram;
import java.util.Arrays;

/** I/O events of a chunk folded by (kind, stack, target), one histogram of sizes each. */
final class IoFold {
    private static final long FILE = 1L << 62;

    private final LongIndex strings = new LongIndex();
    private final LongIndex hosts = new LongIndex();
    private final LongIndex targets = new LongIndex();
    private final LongIndex stackThreads = new LongIndex();
    private final LongIndex stackTargets = new LongIndex();
    private final LongIndex rows = new LongIndex();
    private long[] calls = new long[64];
    private long[] bytes = new long[64];
    private long[] ticks = new long[64];
    private SizeHistogram[] sizes = new SizeHistogram[64];

    /**
     * Adds one event; texts as {@link StringTable#read} gives them.
     *
     * @param thread its number where threads are told apart, else always the same
     */
    void add(EventKind kind, int stack, int thread, long[] values) {
        int target = kind == EventKind.SOCKET_READ || kind == EventKind.SOCKET_WRITE
                ? socket(values[EventKind.A], values[EventKind.B], values[EventKind.C])
                : targets.add(FILE | strings.add(values[EventKind.A]));
        int stackThread = stackThreads.add((long) stack << 32 | thread);
        int stackTarget = stackTargets.add((long) stackThread << 32 | target);
        int row = rows.add((long) stackTarget << 8 | kind.ordinal());
        if (row == calls.length) {
            calls = Arrays.copyOf(calls, row * 2);
            bytes = Arrays.copyOf(bytes, row * 2);
            ticks = Arrays.copyOf(ticks, row * 2);
            sizes = Arrays.copyOf(sizes, row * 2);
        }
        if (sizes[row] == null) {
            sizes[row] = new SizeHistogram();
        }
        long size = Math.max(0, values[EventKind.D]);
        calls[row]++;
        bytes[row] += size;
        ticks[row] += Math.max(0, values[EventKind.DURATION]);
        sizes[row].add(size);
    }

    private int socket(long host, long address, long port) {
        int pair = hosts.add((long) strings.add(host) << 32 | strings.add(address));
        return targets.add((long) pair << 32 | port & 0xFFFF_FFFFL);
    }

    int size() {
        return rows.size();
    }

    EventKind kind(int row) {
        return EventKind.values()[(int) (rows.key(row) & 0xFF)];
    }

    int stack(int row) {
        return (int) (stackThread(row) >>> 32);
    }

    int thread(int row) {
        return (int) stackThread(row);
    }

    private long stackThread(int row) {
        return stackThreads.key((int) (stackTargets.key((int) (rows.key(row) >>> 8)) >>> 32));
    }

    /** Returns the path, or {@code host:port} with the address where the host has no name. */
    String target(int row, Names names) {
        long target = targets.key((int) stackTargets.key((int) (rows.key(row) >>> 8)));
        if ((target & FILE) != 0) {
            return names.text(strings.key((int) target));
        }
        long pair = hosts.key((int) (target >>> 32));
        String host = names.text(strings.key((int) (pair >>> 32)));
        return (host.isEmpty() ? names.text(strings.key((int) pair)) : host) + ':' + (int) target;
    }

    long calls(int row) {
        return calls[row];
    }

    long bytes(int row) {
        return bytes[row];
    }

    long ticks(int row) {
        return ticks[row];
    }

    SizeHistogram sizes(int row) {
        return sizes[row];
    }
}
