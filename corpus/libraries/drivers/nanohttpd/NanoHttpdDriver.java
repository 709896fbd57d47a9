import fi.iki.elonen.NanoHTTPD;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** Serves an event stream in chunks of one line each. */
public final class NanoHttpdDriver {
    public static void main(String[] args) throws Exception {
        int lines = Integer.parseInt(args[1]);
        NanoHTTPD server = new NanoHTTPD("localhost", 0) {
            @Override
            public Response serve(IHTTPSession session) {
                return newChunkedResponse(Response.Status.OK, "text/plain", new Lines(lines));
            }
        };
        server.start(5000, true);
        long sum = 0;
        try (Socket socket = new Socket("localhost", server.getListeningPort())) {
            socket.getOutputStream().write("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n".getBytes());
            String all = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
            sum = all.substring(all.indexOf("\r\n\r\n")).chars().asLongStream().sum();
        }
        server.stop();
        System.out.println(sum);
    }

    private static final class Lines extends InputStream {
        private int left;

        Lines(int left) {
            this.left = left;
        }

        @Override
        public int read() throws IOException {
            throw new IOException("read in blocks");
        }

        @Override
        public int read(byte[] into, int from, int most) {
            if (left-- <= 0) {
                return -1;
            }
            byte[] line = "data: tick 12345\n".getBytes(StandardCharsets.US_ASCII);
            System.arraycopy(line, 0, into, from, line.length);
            return line.length;
        }
    }
}
