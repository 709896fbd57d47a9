//DEPS org.gaul:s3proxy:2.4.1 org.slf4j:slf4j-nop:2.0.16
//KIND server
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Properties;
import java.util.concurrent.ThreadLocalRandom;
import org.gaul.s3proxy.S3Proxy;
import org.jclouds.ContextBuilder;
import org.jclouds.blobstore.BlobStore;
import org.jclouds.blobstore.BlobStoreContext;

/** S3Proxy serves a folder as S3: each unit puts an object of 4 KiB and gets another one. */
final class S3proxyFiles {
    public static void main(String[] args) throws Exception {
        if (args.length > 0) {
            client(Integer.parseInt(args[0]));
            return;
        }
        Properties properties = new Properties();
        properties.setProperty("jclouds.filesystem.basedir", Bench.work().resolve("blobs").toString());
        BlobStore store = ContextBuilder.newBuilder("filesystem").credentials("identity", "credential")
                .overrides(properties).build(BlobStoreContext.class).getBlobStore();
        store.createContainerInLocation(null, "orders");
        int port = Bench.freePort();
        S3Proxy proxy = S3Proxy.builder().blobStore(store).endpoint(URI.create("http://127.0.0.1:" + port)).build();
        proxy.start();
        Bench.serve(S3proxyFiles.class, "" + port);
    }

    private static void client(int port) throws Exception {
        ThreadLocal<Connection> connections = ThreadLocal.withInitial(() -> {
            try {
                return new Connection(port);
            } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
        });
        byte[] body = "an order of some forty characters, again".repeat(100).getBytes(StandardCharsets.US_ASCII);
        for (int i = 0; i < 200; i++) {
            connections.get().request("PUT", "/orders/object-" + i, body);
        }
        Bench.load(3, () -> {
            connections.get().request("PUT", "/orders/object-" + ThreadLocalRandom.current().nextInt(200), body);
            connections.get().request("GET", "/orders/object-" + ThreadLocalRandom.current().nextInt(200), new byte[0]);
        });
    }

    private static final class Connection {
        private final Socket socket;
        private final InputStream in;

        Connection(int port) throws IOException {
            socket = new Socket("127.0.0.1", port);
            socket.setTcpNoDelay(true);
            in = new BufferedInputStream(socket.getInputStream(), 65536);
        }

        void request(String method, String path, byte[] body) throws IOException {
            byte[] head = (method + " " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\n"
                    + (body.length > 0 ? "Content-Length: " + body.length + "\r\n" : "") + "\r\n").getBytes(StandardCharsets.US_ASCII);
            byte[] all = new byte[head.length + body.length];
            System.arraycopy(head, 0, all, 0, head.length);
            System.arraycopy(body, 0, all, head.length, body.length);
            socket.getOutputStream().write(all);
            String status = line();
            long length = 0;
            for (String header = line(); !header.isEmpty(); header = line()) {
                if (header.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
                    length = Long.parseLong(header.substring(15).trim());
                }
            }
            in.skipNBytes(length);
            if (!status.contains(" 200")) {
                throw new IOException(method + " " + path + ": " + status);
            }
        }

        private String line() throws IOException {
            StringBuilder line = new StringBuilder();
            for (int c = in.read(); c != '\n' && c >= 0; c = in.read()) {
                if (c != '\r') {
                    line.append((char) c);
                }
            }
            return line.toString();
        }
    }
}
