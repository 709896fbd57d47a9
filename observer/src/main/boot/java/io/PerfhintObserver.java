package java.io;

import jdk.internal.access.SharedSecrets;

/**
 * What the changed classes of the JDK call. Nothing is ever thrown to them: what surprises the observer ends it.
 *
 * <p>It stands in this package since only a class of this module is seen by all that call it. It has no lambdas and
 * uses no logging, which would open files themselves.
 */
public final class PerfhintObserver {
    static final int OFF = 0;
    static final int COUNT = 1;
    static final int STACKS = 2;
    private static final int SHARE_OF_STACKS = 50;
    private static final long GRACE_NANOS = 20_000_000;
    private static final int HOOK_SLOT = 9;

    static volatile String reason = "";
    static long startNanos;
    static long startMillis;
    static String file;
    static long worth;
    static long stoppedNanos;
    private static int mode = OFF;
    static Thread writing;

    private PerfhintObserver() {}

    /** Begins; the file is written every ten seconds and at the end. */
    static void start(String target, boolean stacks, long worthCalls) {
        file = target;
        worth = worthCalls;
        startNanos = System.nanoTime();
        startMillis = System.currentTimeMillis();
        // before the writer looks whether there is something to write
        mode = stacks ? STACKS : COUNT;
        Thread writer = new Thread(group(), new PerfhintWriter(false), "perfhint-observer", 0, false);
        writer.setDaemon(true);
        writer.start();
        SharedSecrets.getJavaLangAccess().registerShutdownHook(HOOK_SLOT, true, new PerfhintWriter(true));
    }

    /** Ends counting; what was counted stays. */
    static void stop(String why) {
        if (mode != OFF) {
            stoppedNanos = System.nanoTime();
            reason = why;
            mode = OFF;
        }
    }

    static void finish(String why) {
        stop(why);
        PerfhintWriter.write(true);
    }

    static boolean isOn() {
        return mode != OFF;
    }

    static boolean affordable() {
        return mode == STACKS
                && PerfhintStacks.spentNanos < (System.nanoTime() - startNanos) / SHARE_OF_STACKS + GRACE_NANOS;
    }

    static String modeName() {
        return mode == STACKS ? "stacks" : mode == COUNT ? "count" : "off";
    }

    private static ThreadGroup group() {
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        while (group.getParent() != null) {
            group = group.getParent();
        }
        return group;
    }

    static void surprised(Throwable e) {
        try {
            stop("error " + e);
        } catch (Throwable again) {
            mode = OFF;
        }
    }

    /** Returns the object that takes the place of a stream's lock. */
    public static Object lock(Object plain) {
        try {
            return mode == OFF || Thread.currentThread() == writing ? plain : new PerfhintLife();
        } catch (Throwable e) {
            surprised(e);
            return plain;
        }
    }

    /** A stream was created. */
    public static void opened(Object self, Object lock, String kind, String path, String openMode) {
        try {
            if (mode != OFF && Thread.currentThread() != writing) {
                PerfhintLife life = lock instanceof PerfhintLife ? (PerfhintLife) lock : null;
                if (life == null && lock == self) {
                    life = PerfhintRegistry.adopt(self);
                }
                if (life != null && life.stream.site == null) {
                    PerfhintRegistry.opened(life.stream, self, kind, path, openMode);
                }
            }
        } catch (Throwable e) {
            surprised(e);
        }
    }

    /** A stream could not be created. */
    public static void failedOpen(String kind, String openMode) {
        try {
            if (mode != OFF) {
                PerfhintRegistry.failedOpen(kind, openMode == null ? "" : openMode);
            }
        } catch (Throwable e) {
            surprised(e);
        }
    }

    /** Names how a file is opened. */
    public static String append(boolean append) {
        return append ? "append" : "w";
    }

    /** Names how a file is opened. */
    public static String access(boolean readable, boolean writable) {
        return readable ? writable ? "rw" : "r" : "w";
    }

    /** Names what a socket is for. */
    public static String listen(boolean server) {
        return server ? "listen" : "rw";
    }

    /** Returns the bytes that a read of one returned. */
    public static long one(int value) {
        return value < 0 ? -1 : 1;
    }

    /** An operation has ended; the size is in bytes, -1 at the end of the input, the target that of a seek or -1. */
    public static void operation(long size, Object self, Object lock, int op, long target) {
        if (mode == OFF) {
            return;
        }
        try {
            PerfhintLife life = lock instanceof PerfhintLife ? (PerfhintLife) lock : earlier(self, lock);
            if (life != null && !(size == 0 && op <= PerfhintStream.READ && PerfhintFields.movesNothing(self))) {
                life.stream.operation(op, size, target);
                if (op == PerfhintStream.AVAILABLE && size == 0) {
                    PerfhintRegistry.poll(1);
                }
            }
        } catch (Throwable e) {
            surprised(e);
        }
    }

    private static PerfhintLife earlier(Object self, Object lock) {
        return Thread.currentThread() == writing ? null : PerfhintRegistry.earlier(self, lock);
    }

    /** An operation has thrown. */
    public static void failed(Object self, Object lock, int op) {
        try {
            if (mode != OFF && lock instanceof PerfhintLife) {
                PerfhintStream stream = ((PerfhintLife) lock).stream;
                if (stream.failed == null) {
                    stream.failed = new int[PerfhintStream.OPERATIONS];
                }
                stream.failed[op]++;
            }
        } catch (Throwable e) {
            surprised(e);
        }
    }

    /** A stream was closed, perhaps not for the first time. */
    public static void closed(Object self, Object lock) {
        try {
            if (mode != OFF) {
                PerfhintLife life = lock instanceof PerfhintLife ? (PerfhintLife) lock : PerfhintRegistry.known(lock);
                if (life != null) {
                    PerfhintRegistry.closed(life.stream);
                }
            }
        } catch (Throwable e) {
            surprised(e);
        }
    }

    /** The flush of a stream that has none of its own, which says where a message ends. */
    public static void flush(OutputStream stream) {
        if (mode == OFF) {
            return;
        }
        try {
            Object raw = PerfhintFields.flushed(stream);
            if (raw != null) {
                of(raw, PerfhintStream.FLUSH);
            }
        } catch (Throwable e) {
            surprised(e);
        }
    }

    /** A file's content was forced to its device. */
    public static void synced(FileDescriptor descriptor) {
        try {
            if (mode != OFF) {
                Object parent = PerfhintFields.get(descriptor, "parent");
                if (parent != null) {
                    of(parent, PerfhintStream.SYNC);
                }
            }
        } catch (Throwable e) {
            surprised(e);
        }
    }

    /**
     * A native method is called next; not where the object's class has one of its own, unless it is the call of that
     * class to the inherited one.
     */
    public static void random(RandomAccessFile random, int op, boolean special) {
        try {
            if (mode != OFF && random != null && (special || PerfhintFields.isNative(random, op))) {
                of(random, op);
            }
        } catch (Throwable e) {
            surprised(e);
        }
    }

    private static void of(Object raw, int op) {
        Object lock = PerfhintFields.lock(raw);
        if (lock != null) {
            operation(-1, raw, lock, op, -1);
        }
    }

    /** Something was asked or done by name: a {@code File} or a {@code Path}. */
    public static void metadata(Object path, int op) {
        if (mode == OFF) {
            return;
        }
        try {
            if (Thread.currentThread() != writing) {
                PerfhintRegistry.metadata(op, path);
            }
        } catch (Throwable e) {
            surprised(e);
        }
    }

    /** A selector has returned. */
    public static void selected(int keys) {
        try {
            if (mode != OFF && keys == 0) {
                PerfhintRegistry.poll(0);
            }
        } catch (Throwable e) {
            surprised(e);
        }
    }
}
