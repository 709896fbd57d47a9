package java.io;

import java.security.AccessController;
import java.security.PrivilegedAction;

/** Writes the file every ten seconds, or once when the JVM ends. */
final class PerfhintWriter implements Runnable {
    private static final long PERIOD_MILLIS = 10_000;
    private final boolean last;

    PerfhintWriter(boolean last) {
        this.last = last;
    }

    @Override
    public void run() {
        PerfhintObserver.writing = Thread.currentThread();
        if (last) {
            write(true);
        }
        while (!last && PerfhintObserver.isOn()) {
            try {
                Thread.sleep(PERIOD_MILLIS);
            } catch (InterruptedException ended) {
                return;
            }
            write(false);
        }
    }

    /** With this package's own rights, whoever has set a security manager meanwhile. */
    @SuppressWarnings("removal")
    static void write(boolean last) {
        synchronized (PerfhintWriter.class) {
            AccessController.doPrivileged(new Writing(last));
        }
    }

    private static final class Writing implements PrivilegedAction<Void> {
        private final boolean last;

        Writing(boolean last) {
            this.last = last;
        }

        @Override
        public Void run() {
            try {
                PerfhintText.write(last);
            } catch (Throwable e) {
                PerfhintObserver.surprised(e);
            }
            return null;
        }
    }
}
