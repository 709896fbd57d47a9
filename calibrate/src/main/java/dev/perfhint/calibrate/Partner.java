package dev.perfhint.calibrate;

import java.io.IOException;

/** The thread at the other end of what is measured; it ends when its connection does, or with the JVM. */
final class Partner {
    private Partner() {}

    /** What the thread does; an interrupt or a closed connection ends it. */
    interface Work {
        void run() throws IOException, InterruptedException;
    }

    static Thread start(Work work) {
        Thread thread = new Thread(() -> {
            try {
                work.run();
            } catch (IOException | InterruptedException e) {
                Thread.currentThread().interrupt(); // the measurement is over
            }
        }, "partner");
        thread.setDaemon(true);
        thread.start();
        return thread;
    }
}
