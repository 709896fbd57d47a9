package dev.perfhint.cli.output;

import java.io.PrintStream;

/**
 * A line on the terminal behind standard error that says what takes time; it appears after a second and goes away
 * again.
 */
public final class Progress implements AutoCloseable {
    private static final long FIRST_MILLIS = 1000;
    private static final long NEXT_MILLIS = 500;
    private static final String ERASE_LINE = "\r\u001b[K";

    private final PrintStream err;
    private final String what;
    private final Thread thread;
    private boolean shown;
    private boolean done;

    private Progress(PrintStream err, String what) {
        this.err = err;
        this.what = what;
        this.thread = new Thread(this::show, "progress");
        thread.setDaemon(true);
    }

    /** Starts to show progress; nothing is ever printed if standard error is not a terminal. */
    public static Progress start(Terminal terminal, PrintStream err, String what) {
        Progress progress = new Progress(err, Printable.fit(what, 60));
        if (terminal.errorTerminal()) {
            progress.thread.start();
        }
        return progress;
    }

    @Override
    public synchronized void close() {
        done = true;
        notifyAll();
        if (shown) {
            err.print(ERASE_LINE);
            err.flush();
        }
    }

    private synchronized void show() {
        long startNanos = System.nanoTime();
        long nextMillis = FIRST_MILLIS;
        try {
            while (!done) {
                long elapsedMillis = (System.nanoTime() - startNanos) / 1_000_000;
                if (elapsedMillis >= nextMillis) {
                    shown = true;
                    err.print(ERASE_LINE + "perfhint: " + what + ", " + elapsedMillis / 1000 + " s");
                    err.flush();
                    nextMillis += NEXT_MILLIS;
                } else {
                    wait(nextMillis - elapsedMillis);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
