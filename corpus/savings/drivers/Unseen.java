import java.io.BufferedOutputStream;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.FileWriter;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.net.HttpURLConnection;
import java.net.InetSocketAddress;
import java.net.URL;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.SynchronousQueue;
import com.sun.net.httpserver.HttpServer;

/**
 * Programs written after the predictions were made, to hold them against remedies that nobody saw before. Arguments: CASE
 * base|remedy UNITS.
 */
public class Unseen {
    static boolean remedy;
    static int units;
    static Path dir;
    static double sink;

    public static void main(String[] args) throws Exception {
        remedy = args[1].equals("remedy");
        units = Integer.parseInt(args[2]);
        dir = Files.createTempDirectory("unseen");
        switch (args[0]) {
            case "spool" -> spool();
            case "settings" -> settings();
            case "request" -> requests();
            case "async" -> async();
            case "token" -> tokens();
            case "queue" -> queue();
            case "ledger" -> ledger();
            case "mapped" -> mapped();
            case "frames" -> frames();
            case "lines" -> lines();
            default -> throw new IllegalArgumentException(args[0]);
        }
        try (var files = Files.walk(dir)) {
            files.sorted((a, b) -> b.compareTo(a)).forEach(file -> file.toFile().delete());
        }
        System.err.println(sink);
        System.exit(0);
    }

    /** Work of the program's own, about three microseconds. */
    static double price(int order) {
        double sum = order;
        for (int i = 1; i < 300; i++) {
            sum += Math.sqrt(sum + i) / i;
        }
        sink += sum;
        return sum;
    }

    /** Each order is written to a file of its own and renamed; the remedy appends all to one. */
    static void spool() throws Exception {
        try (OutputStream all = new BufferedOutputStream(new FileOutputStream(dir.resolve("all").toFile()))) {
            for (int i = 0; i < units; i++) {
                byte[] order = ("order " + i + " " + price(i)).getBytes();
                if (remedy) {
                    all.write(order);
                } else {
                    Path part = dir.resolve("order.part");
                    try (OutputStream out = Files.newOutputStream(part)) {
                        out.write(order);
                    }
                    Files.move(part, dir.resolve("order." + i % 10), StandardCopyOption.REPLACE_EXISTING);
                }
            }
        }
    }

    /** Settings are loaded for each order; the remedy keeps them. */
    static void settings() throws Exception {
        File file = dir.resolve("settings").toFile();
        Files.writeString(file.toPath(), "rate=7\n");
        Properties kept = null;
        for (int i = 0; i < units; i++) {
            Properties now = kept;
            if (now == null) {
                now = new Properties();
                try (FileInputStream in = new FileInputStream(file)) {
                    now.load(in);
                }
            }
            kept = remedy ? now : null;
            sink += price(i) * Integer.parseInt(now.getProperty("rate"));
        }
    }

    /** Requests over HTTP, each on a connection of its own; the remedy lets the client keep it. */
    static void requests() throws Exception {
        System.setProperty("http.keepAlive", String.valueOf(remedy));
        System.setProperty("sun.net.httpserver.nodelay", "true");
        HttpServer server = HttpServer.create(new InetSocketAddress("localhost", 0), 50);
        server.createContext("/", exchange -> {
            byte[] answer = String.valueOf(price(1)).getBytes();
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        server.start();
        URL url = new URL("http://localhost:" + server.getAddress().getPort() + "/");
        for (int i = 0; i < units; i++) {
            HttpURLConnection connection = (HttpURLConnection) url.openConnection();
            try (var in = connection.getInputStream()) {
                sink += in.readAllBytes().length;
            }
        }
        server.stop(0);
    }

    /** An executor that starts a thread for each task; the remedy is the common pool. */
    static void async() throws Exception {
        Executor each = task -> new Thread(task, "task").start();
        for (int i = 0; i < units; i += 4) {
            List<CompletableFuture<Double>> parts = new ArrayList<>();
            for (int j = 0; j < 4; j++) {
                int order = i + j;
                parts.add(remedy ? CompletableFuture.supplyAsync(() -> price(order))
                        : CompletableFuture.supplyAsync(() -> price(order), each));
            }
            for (CompletableFuture<Double> part : parts) {
                sink += part.get();
            }
        }
    }

    /** A seed for each token; the remedy asks one generator that is kept. */
    static void tokens() throws Exception {
        SecureRandom random = new SecureRandom();
        byte[] token = new byte[16];
        for (int i = 0; i < units; i++) {
            if (remedy) {
                random.nextBytes(token);
            } else {
                token = random.generateSeed(16);
            }
            sink += token[0] + price(i);
        }
    }

    /** A number for each hand-over; the remedy hands over two hundred. */
    static void queue() throws Exception {
        SynchronousQueue<List<Integer>> queue = new SynchronousQueue<>();
        int batch = remedy ? 200 : 1;
        Thread consumer = new Thread(() -> {
            try {
                for (int i = 0; i < units; i += batch) {
                    queue.take().forEach(Unseen::price);
                }
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }, "consumer");
        consumer.start();
        List<Integer> next = new ArrayList<>();
        for (int i = 0; i < units; i++) {
            next.add(i);
            if (next.size() == batch) {
                queue.put(next);
                next = new ArrayList<>();
            }
        }
        consumer.join();
    }

    /** A synchronous file, a record a write; the remedy writes forty records at once. */
    static void ledger() throws Exception {
        try (RandomAccessFile file = new RandomAccessFile(dir.resolve("ledger").toFile(), "rwd")) {
            ByteBuffer block = ByteBuffer.allocate(40 * 64);
            for (int i = 0; i < units; i++) {
                for (int j = 0; j < 10; j++) {
                    price(i + j);
                }
                block.putInt(i).position(block.position() + 60);
                if (!remedy || !block.hasRemaining()) {
                    file.write(block.array(), 0, block.position());
                    block.clear();
                }
            }
        }
    }

    /** An index that is mapped for each look-up; the remedy keeps the mapping. */
    static void mapped() throws Exception {
        Path index = dir.resolve("index");
        Files.write(index, new byte[1 << 20]);
        ByteBuffer kept = null;
        for (int i = 0; i < units; i++) {
            ByteBuffer now = kept;
            if (now == null) {
                try (FileChannel channel = FileChannel.open(index, StandardOpenOption.READ)) {
                    now = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size());
                }
            }
            kept = remedy ? now : null;
            sink += now.getInt(i * 4096 % (1 << 20)) + price(i);
        }
    }

    /** A direct buffer for each frame; the remedy uses one again. */
    static void frames() {
        ByteBuffer kept = null;
        for (int i = 0; i < units; i++) {
            ByteBuffer frame = remedy && kept != null ? kept : ByteBuffer.allocateDirect(2 << 20);
            kept = frame;
            for (int at = 0; at < frame.capacity(); at += 8192) {
                frame.putDouble(at, at + i);
            }
            price(i);
        }
    }

    /** A log that is opened for each line; the remedy keeps its writer. */
    static void lines() throws Exception {
        String log = dir.resolve("log").toString();
        FileWriter kept = remedy ? new FileWriter(log, true) : null;
        for (int i = 0; i < units; i++) {
            String line = "price " + price(i) + "\n";
            if (remedy) {
                kept.write(line);
            } else {
                try (FileWriter writer = new FileWriter(log, true)) {
                    writer.write(line);
                }
            }
        }
        if (remedy) {
            kept.close();
        }
    }
}
