package java.io;

import java.lang.ref.WeakReference;

/**
 * The counts of one stream. Increments are plain: racing threads lose a count now and then.
 *
 * <p>What a stream did is added to its site when it is closed or has become garbage.
 */
final class PerfhintStream {
    static final int WRITE = 0;
    static final int READ = 1;
    static final int WRITE_AT = 2;
    static final int READ_AT = 3;
    private static final int TRANSFER = 4;
    /** Operations below move bytes. */
    static final int SIZED = 5;
    static final int SEEK = 5;
    static final int LENGTH = 6;
    static final int FLUSH = 7;
    static final int SYNC = 8;
    /** Operations below have a place in the order of operations; those from here on could be answered by a buffer. */
    static final int ORDERED = 11;
    static final int POSITION = 11;
    static final int AVAILABLE = 12;
    static final int OPERATIONS = 15;
    static final String[] NAMES = {"write", "read", "write-at", "read-at", "transfer", "seek", "length", "flush",
        "sync", "truncate", "map", "position", "available", "skip", "close"};
    static final char[] LETTERS = {'W', 'R', 'w', 'r', 'T', 'S', 'L', 'F', 'Y', 'U', 'M'};
    static final int SIZES = 34;
    static final int RUNS = 16;
    static final int ROW = SIZES + RUNS + ORDERED;
    static final int WINDOW = 36;
    static final int MIDDLE = 64;
    private static final int FREE = 16;
    private static final long UNKNOWN_SIZE = -100;
    private static final long UNKNOWN = Long.MIN_VALUE;
    private static int seeds = (int) System.nanoTime();

    /** Calls of each operation, then bytes of those that move some. */
    final long[] counts = new long[OPERATIONS + SIZED];
    /** For each operation sizes, lengths of runs and the operations that followed it; made when it is met. */
    final int[][] rows = new int[ORDERED][];
    int[] failed;
    int[] jumps;
    PerfhintSite site;
    PerfhintStream nextOpen;
    PerfhintStream previousOpen;
    /** Of a file that is read and written at places of its own. */
    PerfhintBlock block;
    WeakReference<Object> owner;
    String path;
    boolean writes;
    boolean closed;
    int threads;
    private int last = -1;
    private int run;
    private int writer;
    private int reader;
    private long position = UNKNOWN;
    private int next;
    private int weight = 1;
    private int seed;
    /** The first operations and their sizes, until there are enough to look for a repeated unit. */
    private long[] window = new long[WINDOW];
    private int noted;

    /** A file is read and written from its start, unless it is appended to. */
    void begin(boolean places) {
        position = 0;
        block = places ? new PerfhintBlock() : null;
    }

    void operation(int op, long size, long target) {
        long calls = ++counts[op];
        if (op < ORDERED) {
            int[] row = rows[op];
            if (row == null) {
                row = rows[op] = new int[ROW];
            }
            if (op < SIZED) {
                moved(op, size, target, row);
            } else if (op == SEEK) {
                jump(target);
            } else if (block != null) {
                block.settle();
            }
            if (op == last) {
                run++;
            } else {
                turn(op);
            }
            thread(op);
            if (window != null) {
                note(op, size);
            }
        }
        if (--next <= 0 || calls <= FREE) {
            sample(op, size);
        }
    }

    private void moved(int op, long size, long target, int[] row) {
        if (target >= 0) {
            jump(target);
        }
        if (block != null && op < TRANSFER) {
            block.moved(op == WRITE || op == WRITE_AT, position, size);
        }
        if (size > 0) {
            counts[OPERATIONS + op] += size;
            position += size;
        }
        if (size == UNKNOWN_SIZE) {
            return;
        }
        row[size <= 0 ? 0 : Math.min(SIZES - 1, 64 - Long.numberOfLeadingZeros(size))]++;
    }

    private void jump(long target) {
        if (position >= 0) {
            long distance = target - position;
            if (jumps == null) {
                jumps = new int[2 * MIDDLE + 1];
            }
            int magnitude = Math.min(MIDDLE, 64 - Long.numberOfLeadingZeros(Math.abs(distance)));
            jumps[distance < 0 ? MIDDLE - magnitude : MIDDLE + magnitude]++;
        }
        position = target;
    }

    private void turn(int op) {
        if (last >= 0) {
            int[] row = rows[last];
            row[SIZES + Math.min(RUNS - 1, 32 - Integer.numberOfLeadingZeros(run))]++;
            row[SIZES + RUNS + op]++;
        }
        last = op;
        run = 1;
    }

    /** The run that has not ended. */
    int openRun(int op) {
        return op == last ? run : 0;
    }

    private void thread(int op) {
        int thread = System.identityHashCode(Thread.currentThread());
        if (op == READ || op == READ_AT) {
            if (thread != reader) {
                threads |= reader == 0 ? 0 : 4;
                reader = thread;
            }
        } else if (thread != writer && (op <= WRITE_AT || op >= FLUSH)) {
            threads |= writer == 0 ? 0 : 2;
            writer = thread;
        }
        if (writer != reader && writer != 0 && reader != 0) {
            threads |= 1;
        }
    }

    private void note(int op, long size) {
        long[] noting = window;
        if (noted < WINDOW) {
            noting[noted++] = size < 0 ? op : size << 4 | op;
        }
        if (noted == WINDOW) {
            window = null;
            if (site != null) {
                site.unit(noting);
            }
        }
    }

    /** The first calls of each site and operation have their stack taken, later ones at random gaps. */
    private void sample(int op, long size) {
        boolean random = next <= 0;
        PerfhintSite at = site;
        if (at == null) {
            next = 1;
            return;
        }
        if (random) {
            boolean first = seed == 0;
            int drawn = weight;
            weight = at.gap();
            next = gap(weight);
            if (!first) {
                at.call(op, size, drawn);
                return;
            }
        }
        at.first(op, size);
    }

    /** Exponential: a fixed gap or a uniform one falls in step with the program. */
    private int gap(int mean) {
        if (seed == 0) {
            seeds += 0x9E3779B9;
            seed = seeds | 1;
        }
        seed ^= seed << 13;
        seed ^= seed >>> 17;
        seed ^= seed << 5;
        double uniform = ((seed >>> 8) + 1) / (double) (1 << 24);
        return 1 + (int) (-Math.log(uniform) * mean);
    }
}
