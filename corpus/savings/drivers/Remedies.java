import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
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
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Programs with one pattern each beside work of their own, without and with its remedy. Arguments: CASE base|remedy
 * ROUNDS; a round is the same work on both sides. `measure.sh` compares what perfhint predicts with what the remedy
 * saves.
 */
public class Remedies {
    static boolean remedy;
    static Path dir;
    static long sink;

    public static void main(String[] args) throws Exception {
        remedy = args[1].equals("remedy");
        int rounds = Integer.parseInt(args[2]);
        dir = Files.createTempDirectory("savings");
        try {
            for (int round = 0; round < rounds; round++) {
                run(args[0]);
            }
        } finally {
            try (var files = Files.walk(dir)) {
                files.sorted((a, b) -> b.compareTo(a)).forEach(file -> file.toFile().delete());
            }
        }
        if (sink == 42) {
            System.out.println(sink);
        }
        System.exit(0);
    }

    static void run(String name) throws Exception {
        switch (name) {
            case "bytes-out" -> bytesOut();
            case "values-out" -> valuesOut();
            case "bytes-in" -> bytesIn();
            case "values-in" -> valuesIn();
            case "random" -> random();
            case "print" -> print();
            case "attributes" -> attributes();
            case "reopen" -> reopen();
            case "flush" -> flush();
            case "channel" -> channel();
            case "copy" -> copy();
            case "handoff" -> handoff();
            case "socket-out" -> socketOut();
            case "socket-in" -> socketIn();
            case "lines" -> lines();
            default -> throw new IllegalArgumentException(name);
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

    static void bytesOut() throws Exception {
        OutputStream raw = new FileOutputStream(dir.resolve("a").toFile());
        try (OutputStream out = remedy ? new BufferedOutputStream(raw) : raw) {
            for (int i = 0; i < 100_000; i++) {
                out.write((int) (i % 4 == 0 ? work(i) : i));
            }
        }
    }

    static void valuesOut() throws Exception {
        OutputStream raw = new FileOutputStream(dir.resolve("a").toFile());
        try (DataOutputStream out = new DataOutputStream(remedy ? new BufferedOutputStream(raw) : raw)) {
            for (int i = 0; i < 50_000; i++) {
                out.writeLong(work(i));
                out.writeInt(i);
                out.writeUTF("order-" + i);
            }
        }
    }

    static Path input() throws Exception {
        Path file = dir.resolve("in");
        if (!Files.exists(file)) {
            Files.write(file, new byte[400_000]);
        }
        return file;
    }

    static void bytesIn() throws Exception {
        InputStream raw = new FileInputStream(input().toFile());
        try (InputStream in = remedy ? new BufferedInputStream(raw) : raw) {
            for (int i = 0, b; (b = in.read()) >= 0; i++) {
                sink += b + (i % 8 == 0 ? work(i) & 1 : 0);
            }
        }
    }

    static void valuesIn() throws Exception {
        InputStream raw = new FileInputStream(input().toFile());
        try (DataInputStream in = new DataInputStream(remedy ? new BufferedInputStream(raw) : raw)) {
            for (int i = 0; i < 100_000; i++) {
                sink += in.readInt() + (work(i) & 1);
            }
        }
    }

    static void random() throws Exception {
        byte[] block = new byte[400];
        try (RandomAccessFile file = new RandomAccessFile(input().toFile(), "r")) {
            for (int i = 0; i < 1000; i++) {
                file.seek(i * 400L);
                if (remedy) {
                    file.readFully(block);
                    for (int at = 0; at < 400; at += 4) {
                        sink += ByteBuffer.wrap(block).getInt(at) + (at % 16 == 0 ? work(at) & 1 : 0);
                    }
                } else {
                    for (int at = 0; at < 400; at += 4) {
                        sink += file.readInt() + (at % 16 == 0 ? work(at) & 1 : 0);
                    }
                }
            }
        }
    }

    static void print() throws Exception {
        OutputStream raw = new FileOutputStream(dir.resolve("a").toFile());
        try (PrintStream out = new PrintStream(remedy ? new BufferedOutputStream(raw) : raw)) {
            for (int i = 0; i < 100_000; i++) {
                out.println("line " + work(i));
            }
        }
    }

    static void attributes() throws Exception {
        File file = input().toFile();
        for (int i = 0; i < 100_000; i++) {
            long size;
            if (remedy) {
                BasicFileAttributes once = Files.readAttributes(file.toPath(), BasicFileAttributes.class);
                size = once.isRegularFile() ? once.size() : 0;
            } else {
                size = file.exists() && file.isFile() ? file.length() : 0;
            }
            sink += size + (work(i) & 1);
        }
    }

    static byte[] kept;

    static void reopen() throws Exception {
        Path file = dir.resolve("small");
        Files.write(file, new byte[100]);
        for (int i = 0; i < 20_000; i++) {
            if (!remedy || kept == null) {
                kept = Files.readAllBytes(file);
            }
            sink += kept.length + (work(i) & 1) + (work(-i) & 1);
        }
    }

    static void flush() throws Exception {
        try (OutputStream out = new BufferedOutputStream(new FileOutputStream(dir.resolve("a").toFile()))) {
            byte[] record = new byte[40];
            for (int i = 0; i < 100_000; i++) {
                record[0] = (byte) work(i);
                out.write(record);
                if (!remedy) {
                    out.flush();
                }
            }
        }
    }

    static void channel() throws Exception {
        ByteBuffer one = ByteBuffer.allocateDirect(16);
        ByteBuffer many = ByteBuffer.allocateDirect(8192);
        try (FileChannel out = FileChannel.open(dir.resolve("a"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            for (int i = 0; i < 100_000; i++) {
                long value = work(i);
                if (remedy) {
                    if (many.remaining() < 16) {
                        out.write(many.flip());
                        many.clear();
                    }
                    many.putLong(value).putLong(i);
                } else {
                    one.clear();
                    out.write(one.putLong(value).putLong(i).flip());
                }
            }
            out.write(many.flip());
        }
    }

    static void copy() throws Exception {
        byte[] buffer = new byte[remedy ? 65536 : 512];
        for (int i = 0; i < 40; i++) {
            try (InputStream in = new FileInputStream(input().toFile());
                    OutputStream out = new FileOutputStream(dir.resolve("a").toFile())) {
                for (int n; (n = in.read(buffer)) > 0;) {
                    out.write(buffer, 0, n);
                }
            }
            for (int j = 0; j < 500; j++) {
                work(j);
            }
        }
    }

    static ExecutorService pool;

    static void handoff() throws Exception {
        if (pool == null) {
            pool = Executors.newSingleThreadExecutor(task -> {
                Thread thread = new Thread(task);
                thread.setDaemon(true);
                return thread;
            });
        }
        for (int i = 0; i < 20_000; i++) {
            long seed = i;
            sink += (remedy ? work(seed) : pool.submit(() -> work(seed)).get()) & 1;
            work(seed);
        }
    }

    static Socket client;

    static void connect(boolean serverWrites) throws Exception {
        ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        client = new Socket(server.getInetAddress(), server.getLocalPort());
        Socket peer = server.accept();
        Thread thread = new Thread(() -> {
            byte[] block = new byte[65536];
            try {
                while (serverWrites) {
                    peer.getOutputStream().write(block);
                }
                while (peer.getInputStream().read(block) >= 0) {
                    sink++;
                }
            } catch (Exception e) {
                sink++;
            }
        });
        thread.setDaemon(true);
        thread.start();
    }

    static OutputStream socketOut;

    static void socketOut() throws Exception {
        if (client == null) {
            connect(false);
            OutputStream raw = client.getOutputStream();
            socketOut = remedy ? new BufferedOutputStream(raw) : raw;
        }
        for (int i = 0; i < 50_000; i++) {
            socketOut.write((int) work(i));
        }
        socketOut.flush();
    }

    static InputStream socketIn;

    static void socketIn() throws Exception {
        if (client == null) {
            connect(true);
            InputStream raw = client.getInputStream();
            socketIn = remedy ? new BufferedInputStream(raw) : raw;
        }
        for (int i = 0; i < 100_000; i++) {
            sink += socketIn.read() + (i % 2 == 0 ? work(i) & 1 : 0);
        }
    }

    static void lines() throws Exception {
        Path file = dir.resolve("log");
        List<String> kept = new ArrayList<>();
        for (int i = 0; i < 20_000; i++) {
            kept.add("event " + work(i));
            if (!remedy || kept.size() == 1000) {
                Files.write(file, kept, StandardCharsets.UTF_8, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
                kept.clear();
            }
        }
    }
}
