import com.sun.net.httpserver.HttpServer;
import java.io.BufferedOutputStream;
import java.io.BufferedReader;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

/** Programs whose cost is little but the calls: NAME COUNT. Servers print their latencies in microseconds. */
public class Programs {
    private static File folder;

    public static void main(String[] arguments) throws Exception {
        folder = File.createTempFile("observer", "");
        folder.delete();
        folder.mkdir();
        int count = Integer.parseInt(arguments[1]);
        switch (arguments[0]) {
            case "bytes" -> bytes(count);
            case "random" -> random(count);
            case "channel" -> channel(count);
            case "copy" -> copy(count);
            case "metadata" -> metadata(count);
            case "files" -> files(count);
            case "echo" -> echo(count);
            case "http" -> http(count);
            case "empty" -> { }
            default -> throw new IllegalArgumentException(arguments[0]);
        }
        for (File file : folder.listFiles()) {
            file.delete();
        }
        folder.delete();
    }

    private static void bytes(int count) throws IOException {
        try (OutputStream out = new FileOutputStream(new File(folder, "bytes"))) {
            for (int i = 0; i < count; i++) {
                out.write(i);
            }
        }
    }

    private static void random(int count) throws IOException {
        File file = new File(folder, "random");
        try (OutputStream out = new FileOutputStream(file)) {
            out.write(new byte[1 << 20]);
        }
        try (RandomAccessFile random = new RandomAccessFile(file, "r")) {
            for (int i = 0; i < count; i++) {
                if (i % 16 == 0) {
                    random.seek(i * 31L & 0xfffff);
                }
                random.read();
            }
        }
    }

    private static void channel(int count) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocateDirect(16);
        try (FileChannel channel = FileChannel.open(new File(folder, "channel").toPath(), StandardOpenOption.CREATE,
                StandardOpenOption.WRITE)) {
            for (int i = 0; i < count; i++) {
                buffer.clear();
                channel.write(buffer);
            }
        }
    }

    private static void copy(int count) throws IOException {
        File from = new File(folder, "from");
        try (OutputStream out = new FileOutputStream(from)) {
            out.write(new byte[1 << 20]);
        }
        byte[] buffer = new byte[128];
        for (int done = 0; done < count; done += 1 << 13) {
            try (InputStream in = new FileInputStream(from); OutputStream out = new FileOutputStream(new File(folder, "to"))) {
                for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                    out.write(buffer, 0, n);
                }
            }
        }
    }

    private static void metadata(int count) throws IOException {
        for (int i = 0; i < count; i++) {
            File file = new File(folder, "none" + i % 100);
            file.exists();
            file.isDirectory();
        }
    }

    private static void files(int count) throws IOException {
        for (int i = 0; i < count; i++) {
            try (OutputStream out = new FileOutputStream(new File(folder, "file" + i % 100))) {
                out.write(i);
            }
        }
    }

    private static void echo(int count) throws Exception {
        try (ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            Thread thread = new Thread(() -> answer(server));
            thread.start();
            try (Socket socket = new Socket(server.getInetAddress(), server.getLocalPort())) {
                socket.setTcpNoDelay(true);
                OutputStream out = socket.getOutputStream();
                InputStream in = socket.getInputStream();
                byte[] line = "a line of some length\n".getBytes(StandardCharsets.UTF_8);
                byte[] back = new byte[line.length];
                long[] nanos = new long[count];
                for (int i = 0; i < count; i++) {
                    long start = System.nanoTime();
                    out.write(line);
                    in.readNBytes(back, 0, back.length);
                    nanos[i] = System.nanoTime() - start;
                }
                print(nanos);
            }
            thread.join();
        }
    }

    private static void answer(ServerSocket server) {
        try (Socket socket = server.accept()) {
            socket.setTcpNoDelay(true);
            BufferedReader in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
            OutputStream out = new BufferedOutputStream(socket.getOutputStream());
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
                out.flush();
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void http(int count) throws Exception {
        System.setProperty("sun.net.httpserver.nodelay", "true"); // else each answer waits 40 ms for the client's acknowledgement
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 10);
        byte[] body = "hello".getBytes(StandardCharsets.UTF_8);
        server.createContext("/", exchange -> {
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        ask(server.getAddress(), count);
        server.stop(0);
    }

    /** Asks a server whose answers have five bytes, one request after the other. */
    static void ask(InetSocketAddress server, int count) throws IOException {
        try (Socket socket = new Socket(server.getAddress(), server.getPort())) {
            socket.setTcpNoDelay(true);
            byte[] request = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.UTF_8);
            BufferedReader in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
            long[] nanos = new long[count];
            for (int i = 0; i < count; i++) {
                long start = System.nanoTime();
                socket.getOutputStream().write(request);
                for (String line = in.readLine(); !line.isEmpty(); line = in.readLine()) {
                    // the head
                }
                for (int read = 0; read < 5; read++) {
                    in.read();
                }
                nanos[i] = System.nanoTime() - start;
            }
            print(nanos);
        }
    }

    private static void print(long[] nanos) {
        Arrays.sort(nanos);
        System.out.println(nanos[nanos.length / 2] / 1000 + " " + nanos[(int) (nanos.length * 0.99)] / 1000);
    }
}
