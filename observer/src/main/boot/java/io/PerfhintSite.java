package java.io;

import java.util.HashMap;
import java.util.Map;

/** Where streams of one kind are created, with the sum of what those did that have ended. */
final class PerfhintSite {
    private static final int FREE = 16;
    private static final int MAX_STACKS = 300;
    private static final int MAX_PATHS = 1000;
    private static final int MAX_UNITS = 16;
    private static final int FEW_CLOSERS = 256;
    private static final int CLOSER_GAP = 16;

    final int id;
    final String kind;
    final int stack;
    final String mode;
    final long[] counts = new long[PerfhintStream.OPERATIONS + PerfhintStream.SIZED];
    final long[][] rows = new long[PerfhintStream.ORDERED][];
    final long[] failed = new long[PerfhintStream.OPERATIONS];
    long[] jumps;
    long blockWrites;
    long blockReads;
    long opened;
    long closed;
    long failedOpens;
    long openNow;
    long manyThreads;
    long manyWriters;
    long manyReaders;
    /** Calls by stack and operation: estimated calls, bytes, those of the free stacks. */
    final Map<Long, long[]> calls = new HashMap<>();
    final Map<Integer, long[]> closers = new HashMap<>();
    final Map<String, long[]> paths = new HashMap<>();
    final Map<String, long[]> units = new HashMap<>();
    final Map<String, long[]> others = new HashMap<>();
    private final int[] free = new int[PerfhintStream.OPERATIONS];
    private PerfhintStream open;
    private int samples;

    PerfhintSite(int id, String kind, int stack, String mode) {
        this.id = id;
        this.kind = kind;
        this.stack = stack;
        this.mode = mode;
    }

    synchronized void open(PerfhintStream stream) {
        opened++;
        stream.nextOpen = open;
        if (open != null) {
            open.previousOpen = stream;
        }
        open = stream;
        stream.site = this;
        if (stream.path != null) {
            add(paths, stream.path, MAX_PATHS, 1);
        }
    }

    synchronized void close(PerfhintStream stream, boolean byProgram) {
        if (stream.closed) {
            return;
        }
        stream.closed = true;
        if (isIdle(stream)) {
            opened--;
        } else if (byProgram) {
            closed++;
        }
        if (stream.nextOpen != null) {
            stream.nextOpen.previousOpen = stream.previousOpen;
        }
        if (stream.previousOpen != null) {
            stream.previousOpen.nextOpen = stream.nextOpen;
        } else if (open == stream) {
            open = stream.nextOpen;
        }
        stream.nextOpen = null;
        stream.previousOpen = null;
        add(stream, this);
    }

    /** The sum with the streams that are open now; streams that are garbage are taken out. */
    synchronized PerfhintSite sum() {
        for (PerfhintStream each = open, next; each != null; each = next) {
            next = each.nextOpen;
            if (each.owner != null && each.owner.get() == null) {
                close(each, false);
                PerfhintRegistry.isGarbage(each);
            }
        }
        PerfhintSite sum = new PerfhintSite(id, kind, stack, mode);
        System.arraycopy(counts, 0, sum.counts, 0, counts.length);
        System.arraycopy(failed, 0, sum.failed, 0, failed.length);
        for (int op = 0; op < rows.length; op++) {
            sum.rows[op] = rows[op] == null ? null : rows[op].clone();
        }
        sum.jumps = jumps == null ? null : jumps.clone();
        sum.blockWrites = blockWrites;
        sum.blockReads = blockReads;
        sum.opened = opened;
        sum.closed = closed;
        sum.failedOpens = failedOpens;
        sum.manyThreads = manyThreads;
        sum.manyWriters = manyWriters;
        sum.manyReaders = manyReaders;
        copy(calls, sum.calls);
        copy(closers, sum.closers);
        copy(paths, sum.paths);
        copy(units, sum.units);
        copy(others, sum.others);
        for (PerfhintStream each = open; each != null; each = each.nextOpen) {
            if (isIdle(each)) {
                sum.opened--;
            } else {
                sum.openNow++;
            }
            add(each, sum);
        }
        return sum;
    }

    /** A socket that moved nothing: {@code accept()} prepares one that it may never connect. */
    private boolean isIdle(PerfhintStream stream) {
        return kind.equals("socket") && stream.rows[PerfhintStream.WRITE] == null
                && stream.rows[PerfhintStream.READ] == null;
    }

    private static <K> void copy(Map<K, long[]> from, Map<K, long[]> to) {
        for (Map.Entry<K, long[]> each : from.entrySet()) {
            to.put(each.getKey(), each.getValue().clone());
        }
    }

    private static void add(PerfhintStream stream, PerfhintSite sum) {
        for (int i = 0; i < sum.counts.length; i++) {
            sum.counts[i] += stream.counts[i];
        }
        for (int op = 0; op < sum.rows.length; op++) {
            int[] row = stream.rows[op];
            if (row != null) {
                if (sum.rows[op] == null) {
                    sum.rows[op] = new long[PerfhintStream.ROW];
                }
                add(row, sum.rows[op]);
                int run = stream.openRun(op);
                if (run > 0) {
                    int bucket = Math.min(PerfhintStream.RUNS - 1, 32 - Integer.numberOfLeadingZeros(run));
                    sum.rows[op][PerfhintStream.SIZES + bucket]++;
                }
            }
        }
        if (stream.failed != null) {
            add(stream.failed, sum.failed);
        }
        if (stream.jumps != null) {
            if (sum.jumps == null) {
                sum.jumps = new long[stream.jumps.length];
            }
            add(stream.jumps, sum.jumps);
        }
        if (stream.block != null) {
            sum.blockWrites += stream.block.calls(true);
            sum.blockReads += stream.block.calls(false);
        }
        sum.manyThreads += stream.threads & 1;
        sum.manyWriters += stream.threads >> 1 & 1;
        sum.manyReaders += stream.threads >> 2 & 1;
    }

    private static void add(int[] from, long[] to) {
        for (int i = 0; i < from.length; i++) {
            to[i] += from[i];
        }
    }

    static <K> void add(Map<K, long[]> map, K key, int max, long count) {
        long[] value = map.get(key);
        if (value == null) {
            if (map.size() >= max) {
                return;
            }
            value = new long[1];
            map.put(key, value);
        }
        value[0] += count;
    }

    /** The mean gap between stacks: narrow until the site has some. */
    int gap() {
        return samples < 256 ? 64 : samples < 1024 ? 512 : 4096;
    }

    /** Takes the stack of a call that stands for {@code weight} calls. */
    void call(int op, long size, int weight) {
        samples++;
        if (PerfhintObserver.affordable()) {
            int at = PerfhintStacks.take();
            synchronized (this) {
                callAt(at, op, size, weight, 0);
            }
        }
    }

    /** Takes the stack of one of the first calls. */
    void first(int op, long size) {
        if (free[op] < FREE) {
            free[op]++;
            int at = PerfhintStacks.take();
            synchronized (this) {
                callAt(at, op, size, 0, 1);
            }
        }
    }

    private void callAt(int at, int op, long size, int weight, int single) {
        Long key = (long) at << 4 | op;
        long[] value = calls.get(key);
        if (value == null) {
            if (calls.size() >= MAX_STACKS) {
                return;
            }
            value = new long[4];
            calls.put(key, value);
        }
        value[0] += weight;
        value[1] += Math.max(0, size) * weight;
        value[2] += single;
        value[3] += Math.max(0, size) * single;
    }

    void closer() {
        long soFar = closed;
        if (soFar < FEW_CLOSERS || soFar % CLOSER_GAP == 0) {
            int at = PerfhintStacks.take();
            synchronized (this) {
                add(closers, at, MAX_STACKS, soFar < FEW_CLOSERS ? 1 : CLOSER_GAP);
            }
        }
    }

    /** Something else was done with a file that a stream of this site had open. */
    void other(String what, int at) {
        String key = what + "\t" + at;
        synchronized (this) {
            add(others, key, MAX_STACKS, 1);
        }
    }

    void unit(long[] window) {
        String unit = PerfhintUnit.of(window);
        if (unit != null) {
            synchronized (this) {
                add(units, unit, MAX_UNITS, 1);
            }
        }
    }
}
