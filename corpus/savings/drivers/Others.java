import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.BufferedReader;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.RandomAccessFile;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.LongAdder;
import java.util.logging.FileHandler;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import java.util.logging.StreamHandler;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * Programs with one pattern each beside work of their own, without and with its remedy, of other rules than those of
 * {@code Remedies}. Arguments: CASE base|remedy UNITS.
 */
public class Others {
    static boolean remedy;
    static int units;
    static Path dir;
    static long sink;

    public static void main(String[] args) throws Exception {
        remedy = args[1].equals("remedy");
        units = Integer.parseInt(args[2]);
        dir = Files.createTempDirectory("savings");
        run(args[0]);
        try (var files = Files.walk(dir)) {
            files.sorted((a, b) -> b.compareTo(a)).forEach(file -> file.toFile().delete());
        }
        System.err.println(sink == 42 ? "odd" : "done");
        System.exit(0);
    }

    static void run(String name) throws Exception {
        switch (name) {
            case "jul" -> jul();
            case "thread" -> threads();
            case "poll" -> poll();
            case "sync" -> sync();
            case "churn" -> churn();
            case "direct" -> direct();
            case "heap" -> heap();
            case "connect" -> connect();
            case "trips" -> trips();
            case "parts" -> parts();
            case "lock" -> lock();
            case "println" -> println();
            case "chars" -> chars();
            case "readline" -> readLine();
            case "nio" -> nio();
            case "zip" -> zip();
            default -> Libraries.run(name);
        }
    }

    /** Work of the program's own, about two microseconds. */
    static long work(long seed) {
        long x = seed;
        for (int i = 0; i < 1000; i++) {
            x = x * 6364136223846793005L + 1442695040888963407L ^ x >>> 17;
        }
        sink += x & 1;
        return x;
    }

    static void jul() throws Exception {
        Logger logger = Logger.getLogger("orders");
        logger.setUseParentHandlers(false);
        String file = dir.resolve("log").toString();
        logger.addHandler(remedy ? new StreamHandler(new FileOutputStream(file), new SimpleFormatter())
                : new FileHandler(file));
        logger.getHandlers()[0].setFormatter(new SimpleFormatter());
        for (int i = 0; i < units; i++) {
            logger.info("order " + work(i));
        }
        logger.getHandlers()[0].close();
    }

    static void threads() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        for (int i = 0; i < units; i++) {
            long seed = i;
            if (remedy) {
                pool.submit(() -> work(seed)).get();
            } else {
                Thread thread = new Thread(() -> work(seed));
                thread.start();
                thread.join();
            }
            work(seed);
        }
    }

    static void poll() throws Exception {
        BlockingQueue<Integer> queue = new ArrayBlockingQueue<>(10);
        Thread producer = new Thread(() -> {
            try {
                for (int i = 0; i < units; i++) {
                    Thread.sleep(5);
                    queue.put(i);
                }
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        producer.start();
        for (int i = 0; i < units; i++) {
            Integer next = remedy ? queue.take() : queue.poll();
            while (next == null) {
                Thread.sleep(0, 100_000);
                next = queue.poll();
            }
            for (int j = 0; j < 20; j++) {
                work(j);
            }
        }
    }

    static void sync() throws Exception {
        try (FileChannel out = FileChannel.open(dir.resolve("a"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            for (int i = 0; i < units; i++) {
                for (int j = 0; j < 20; j++) {
                    work(j);
                }
                out.write(ByteBuffer.wrap(new byte[100]));
                if (!remedy || i % 50 == 0) {
                    out.force(false);
                }
            }
        }
    }

    static void churn() throws Exception {
        byte[] content = new byte[500];
        for (int i = 0; i < units; i++) {
            content[0] = (byte) work(i);
            if (remedy) {
                sink += content.clone().length;
                continue;
            }
            File file = File.createTempFile("part", ".tmp", dir.toFile());
            Files.write(file.toPath(), content);
            sink += Files.readAllBytes(file.toPath()).length;
            file.delete();
        }
    }

    static void direct() {
        ByteBuffer kept = ByteBuffer.allocateDirect(1 << 20);
        for (int i = 0; i < units; i++) {
            ByteBuffer buffer = remedy ? kept.clear() : ByteBuffer.allocateDirect(1 << 20);
            for (int at = 0; at < 1 << 20; at += 1024) {
                buffer.putInt(at, i);
            }
            work(i);
        }
    }

    static byte[][] held = new byte[64][];

    static void heap() {
        for (int i = 0; i < units; i++) {
            held[i % 64] = new byte[100_000];
            held[i % 64][i % 1000] = (byte) work(i);
        }
        sink += held[1].length;
    }

    private static ServerSocket server() throws IOException {
        ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread thread = new Thread(() -> {
            try {
                while (true) {
                    try (Socket socket = server.accept()) {
                        DataInputStream in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
                        OutputStream out = socket.getOutputStream();
                        for (int length = in.read(); length >= 0; length = in.read()) {
                            in.readNBytes(length);
                            out.write(1);
                        }
                    }
                }
            } catch (IOException e) {
                sink++;
            }
        }, "server");
        thread.setDaemon(true);
        thread.start();
        return server;
    }

    private static void ask(Socket socket, byte[]... parts) throws IOException {
        for (byte[] part : parts) {
            socket.getOutputStream().write(part);
        }
        sink += socket.getInputStream().read();
    }

    static void connect() throws Exception {
        ServerSocket server = server();
        byte[] request = new byte[51];
        request[0] = 50;
        Socket kept = remedy ? new Socket(server.getInetAddress(), server.getLocalPort()) : null;
        for (int i = 0; i < units; i++) {
            work(i);
            if (remedy) {
                ask(kept, request);
            } else {
                try (Socket socket = new Socket(server.getInetAddress(), server.getLocalPort())) {
                    ask(socket, request);
                }
            }
        }
    }

    static void trips() throws Exception {
        ServerSocket server = server();
        Socket socket = new Socket(server.getInetAddress(), server.getLocalPort());
        byte[] one = {1, 0};
        byte[] many = new byte[101];
        many[0] = 100;
        for (int i = 0; i < units; i++) {
            work(i);
            if (!remedy) {
                ask(socket, one);
            } else if (i % 100 == 99) {
                ask(socket, many);
            }
        }
    }

    static void parts() throws Exception {
        ServerSocket server = server();
        Socket socket = new Socket(server.getInetAddress(), server.getLocalPort());
        socket.setTcpNoDelay(true);
        byte[] head = new byte[11];
        head[0] = 110;
        byte[] body = new byte[50];
        byte[] end = new byte[50];
        byte[] all = new byte[111];
        all[0] = 110;
        for (int i = 0; i < units; i++) {
            work(i);
            if (remedy) {
                ask(socket, all);
            } else {
                ask(socket, head, body, end);
            }
        }
    }

    static long counted;

    static synchronized void count(long value) {
        counted += value;
        work(value);
    }

    static void lock() throws Exception {
        CountDownLatch done = new CountDownLatch(4);
        LongAdder adder = new LongAdder();
        for (int t = 0; t < 4; t++) {
            new Thread(() -> {
                for (int i = 0; i < units / 4; i++) {
                    if (remedy) {
                        adder.add(i);
                        work(i);
                    } else {
                        count(i);
                    }
                }
                done.countDown();
            }).start();
        }
        done.await();
    }

    static void println() {
        PrintWriter buffered = new PrintWriter(new OutputStreamWriterToOut());
        for (int i = 0; i < units; i++) {
            String line = "line " + work(i);
            if (remedy) {
                buffered.println(line);
            } else {
                System.out.println(line);
            }
        }
        buffered.flush();
    }

    private static final class OutputStreamWriterToOut extends java.io.OutputStreamWriter {
        OutputStreamWriterToOut() {
            super(new FileOutputStream(java.io.FileDescriptor.out), StandardCharsets.UTF_8);
        }
    }

    static void chars() throws Exception {
        OutputStream raw = new FileOutputStream(dir.resolve("a").toFile());
        try (DataOutputStream out = new DataOutputStream(remedy ? new BufferedOutputStream(raw) : raw)) {
            for (int i = 0; i < units; i++) {
                out.writeBytes("name " + work(i));
            }
        }
    }

    private static File lines() throws IOException {
        File file = dir.resolve("lines").toFile();
        Files.writeString(file.toPath(), "a line of a file of many lines\n".repeat(units));
        return file;
    }

    static void readLine() throws Exception {
        File file = lines();
        if (remedy) {
            try (BufferedReader in = new BufferedReader(
                    new InputStreamReader(new FileInputStream(file), StandardCharsets.ISO_8859_1))) {
                for (String line = in.readLine(); line != null; line = in.readLine()) {
                    work(line.length());
                }
            }
        } else {
            try (RandomAccessFile in = new RandomAccessFile(file, "r")) {
                for (String line = in.readLine(); line != null; line = in.readLine()) {
                    work(line.length());
                }
            }
        }
    }

    static void nio() throws Exception {
        InputStream raw = Files.newInputStream(lines().toPath());
        try (InputStream in = remedy ? new BufferedInputStream(raw) : raw) {
            for (int c = in.read(); c >= 0; c = in.read()) {
                sink += c == '\n' ? work(c) : c;
            }
        }
    }

    static void zip() throws Exception {
        byte[] entry = "a small entry of an archive".repeat(4).getBytes(StandardCharsets.US_ASCII);
        OutputStream raw = new FileOutputStream(dir.resolve("a.zip").toFile());
        try (ZipOutputStream out = new ZipOutputStream(remedy ? new BufferedOutputStream(raw) : raw)) {
            for (int i = 0; i < units; i++) {
                out.putNextEntry(new ZipEntry("entry" + i));
                out.write(entry);
                out.closeEntry();
                work(i);
            }
        }
    }
}
