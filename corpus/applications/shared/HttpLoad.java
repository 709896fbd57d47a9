import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;

/** An HTTP/1.1 client over plain sockets: {@code PORT THREADS keep|close PATH...}; one unit is one response. */
final class HttpLoad {
    private final int port;
    private final boolean keep;
    private Socket socket;
    private InputStream in;

    private HttpLoad(int port, boolean keep) {
        this.port = port;
        this.keep = keep;
    }

    public static void main(String[] args) throws Exception {
        int port = Integer.parseInt(args[0]);
        boolean keep = args[2].equals("keep");
        ThreadLocal<HttpLoad> connection = ThreadLocal.withInitial(() -> new HttpLoad(port, keep));
        AtomicInteger next = new AtomicInteger();
        Bench.load(Integer.parseInt(args[1]),
                () -> connection.get().get(args[3 + Math.floorMod(next.getAndIncrement(), args.length - 3)]));
    }

    private void get(String path) throws IOException {
        if (socket == null) {
            socket = new Socket("127.0.0.1", port);
            socket.setTcpNoDelay(true);
            in = new BufferedInputStream(socket.getInputStream(), 65536);
        }
        socket.getOutputStream().write(("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n"
                + (keep ? "" : "Connection: close\r\n") + "\r\n").getBytes(StandardCharsets.US_ASCII));
        String status = line();
        if (!status.contains(" 200")) {
            throw new IOException(path + ": " + status);
        }
        long length = -1;
        boolean close = !keep;
        for (String header = line(); !header.isEmpty(); header = line()) {
            String lower = header.toLowerCase(Locale.ROOT);
            if (lower.startsWith("content-length:")) {
                length = Long.parseLong(lower.substring(15).trim());
            }
            close |= lower.equals("connection: close");
        }
        if (length >= 0) {
            in.skipNBytes(length);
        } else {
            for (int chunk = Integer.parseInt(line(), 16); chunk > 0; chunk = Integer.parseInt(line(), 16)) {
                in.skipNBytes(chunk);
                line();
            }
            line();
        }
        if (close) {
            socket.close();
            socket = null;
        }
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0) {
                throw new EOFException("the server closed the connection");
            }
            if (c != '\r') {
                line.append((char) c);
            }
        }
        return line.toString();
    }
}
