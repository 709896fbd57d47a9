package dev.perfhint.cli.output.fleet;

import dev.perfhint.cli.output.Terminal;
import java.io.PrintStream;
import java.util.Locale;

/** Progress of a collection on a terminal: recordings, rate and the time that is left. */
public final class FleetProgress implements AutoCloseable {
    private static final long NEXT_NANOS = 500_000_000;
    private static final String ERASE_LINE = "\r\u001b[K";

    private final PrintStream err;
    private final boolean terminal;
    private final int files;
    private final long bytes;
    private final long startNanos = System.nanoTime();
    private long shownNanos = System.nanoTime();
    private boolean shown;
    private int readFiles;
    private long readBytes;

    private FleetProgress(PrintStream err, boolean terminal, int files, long bytes) {
        this.err = err;
        this.terminal = terminal;
        this.files = files;
        this.bytes = bytes;
    }

    public static FleetProgress start(Terminal terminal, PrintStream err, int files, long bytes) {
        return new FleetProgress(err, terminal.errorTerminal(), files, bytes);
    }

    /** Notes that a recording of this size was read; from any thread. */
    public synchronized void read(long size) {
        readFiles++;
        readBytes += size;
        long now = System.nanoTime();
        if (!terminal || now - shownNanos < NEXT_NANOS) {
            return;
        }
        shownNanos = now;
        shown = true;
        double seconds = (now - startNanos) / 1e9;
        long left = readBytes == 0 ? 0 : Math.round(seconds * (bytes - readBytes) / readBytes);
        err.print(ERASE_LINE + String.format(Locale.ROOT, "perfhint: %d of %d recordings, %.0f MB/s, about %d s left",
                readFiles, files, readBytes / 1e6 / seconds, left));
        err.flush();
    }

    @Override
    public synchronized void close() {
        if (shown) {
            err.print(ERASE_LINE);
            err.flush();
        }
    }
}
