package dev.perfhint.cli.output;

import dev.perfhint.cli.CliException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * Standard output, buffered, in UTF-8. A reader that went away ({@code | head}) ends the run quietly; any other failure
 * to write is reported.
 */
public final class StandardOutput extends OutputStream {
    private final OutputStream target;
    private final byte[] buffer = new byte[8192];
    private int length;

    public StandardOutput(OutputStream target) {
        this.target = target;
    }

    public void print(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        write(bytes, 0, bytes.length);
    }

    @Override
    public void write(int value) {
        if (length == buffer.length) {
            drain();
        }
        buffer[length++] = (byte) value;
    }

    @Override
    public void write(byte[] bytes, int offset, int count) {
        if (count > buffer.length - length) {
            drain();
        }
        if (count > buffer.length) {
            send(bytes, offset, count);
            return;
        }
        System.arraycopy(bytes, offset, buffer, length, count);
        length += count;
    }

    @Override
    public void flush() {
        drain();
        try {
            target.flush();
        } catch (IOException e) {
            throw failure(e);
        }
    }

    private void drain() {
        int count = length;
        length = 0;
        send(buffer, 0, count);
    }

    private void send(byte[] bytes, int offset, int count) {
        try {
            target.write(bytes, offset, count);
        } catch (IOException e) {
            throw failure(e);
        }
    }

    private static RuntimeException failure(IOException e) {
        String message = String.valueOf(e.getMessage());
        String lower = message.toLowerCase(Locale.ROOT);
        if (lower.contains("broken pipe") || lower.contains("bad file descriptor") || lower.contains("stream closed")) {
            return new ClosedOutputException();
        }
        return new CliException("cannot write to standard output: " + message);
    }
}
