package dev.perfhint.source.file;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Runs a task on a thread of its own with a deep stack, and gives up on it when its time is over.
 *
 * <p>The limit is of processor time, so that a busy machine changes no verdict. The compiler has no way to be stopped:
 * the thread goes on by itself until the process ends, but nobody waits for it.
 */
public final class TimeLimit {
    private static final long STACK_BYTES = 64L << 20;
    private static final int MAX_LIMITS_OF_WALL_TIME = 20;

    /** What kept the task from a result; the message says it in words. */
    public static final class ExceededException extends Exception {
        private static final long serialVersionUID = 1;

        private final boolean outOfTime;

        ExceededException(String message, boolean outOfTime) {
            super(message);
            this.outOfTime = outOfTime;
        }

        /** Returns whether the task still runs, on a thread that nobody waits for. */
        public boolean isOutOfTime() {
            return outOfTime;
        }
    }

    private TimeLimit() {}

    /**
     * Returns what the task returns.
     *
     * @throws ExceededException if it ran out of time, memory or stack, or ended with an exception
     */
    public static <T> T call(Duration limit, Callable<T> task) throws ExceededException {
        AtomicReference<T> result = new AtomicReference<>();
        AtomicReference<String> failure = new AtomicReference<>();
        Thread thread = new Thread(null, () -> {
            try {
                result.set(task.call());
            } catch (OutOfMemoryError tooMuch) {
                failure.set("more memory than there is");
            } catch (StackOverflowError tooDeep) {
                failure.set("nested too deeply");
            } catch (Exception | AssertionError | LinkageError failed) {
                failure.set(String.valueOf(failed.getMessage()));
            }
        }, "perfhint-limited", STACK_BYTES);
        thread.setDaemon(true);
        thread.start();
        try {
            thread.join(Math.max(1, limit.toMillis()));
            long end = System.nanoTime() + (MAX_LIMITS_OF_WALL_TIME - 1) * limit.toNanos();
            while (isShortOf(limit, thread) && System.nanoTime() < end) {
                thread.join(Math.max(1, limit.toMillis() / 10));
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
        if (failure.get() != null) {
            throw new ExceededException(failure.get(), false);
        }
        if (result.get() == null) {
            throw new ExceededException("more than " + limit.toSeconds() + " seconds", true);
        }
        return result.get();
    }

    private static boolean isShortOf(Duration limit, Thread thread) {
        long nanos = thread.isAlive() ? ManagementFactory.getThreadMXBean().getThreadCpuTime(thread.getId()) : -1;
        return nanos >= 0 && nanos < limit.toNanos() / 10 * 9;
    }
}
