package dev.perfhint.maven;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/** Hands each line on as soon as it ends. */
final class MessageLines extends OutputStream {
    private final Consumer<String> lines;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private String last = "";

    MessageLines(Consumer<String> lines) {
        this.lines = lines;
    }

    @Override
    public synchronized void write(int b) {
        if (b == '\n') {
            last = line.toString(StandardCharsets.UTF_8);
            line.reset();
            lines.accept(last);
        } else if (b != '\r') {
            line.write(b);
        }
    }

    /** Hands on what no line end follows. */
    @Override
    public synchronized void close() {
        if (line.size() > 0) {
            write('\n');
        }
    }

    /** Returns the last line; empty without one. */
    synchronized String last() {
        return last;
    }
}
