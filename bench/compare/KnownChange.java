import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

/**
 * Does the same work in every run: one of several parts, in one of two ways, between arithmetic that never changes.
 * Arguments: part, way ({@code a} or {@code b}), rounds, percent of the part's usual amount.
 */
public final class KnownChange {
    private static long sum;

    private KnownChange() {}

    public static void main(String[] args) throws Exception {
        boolean other = args[1].equals("b");
        int rounds = Integer.parseInt(args[2]);
        int percent = Integer.parseInt(args[3]);
        Path directory = Files.createTempDirectory("known");
        for (int round = 0; round < rounds; round++) {
            File file = directory.resolve("data").toFile();
            steady(8_000_000);
            switch (args[0]) {
                case "write" -> write(file, 30_000 * percent / 100, other);
                case "read" -> read(file, 30_000 * percent / 100, other);
                case "stat" -> stat(directory.toFile(), 12_000 * percent / 100, other);
                case "socket" -> sockets(1_200 * percent / 100, other);
                case "regex" -> regex(12_000 * percent / 100, other);
                case "text" -> text(900 * percent / 100, other);
                case "flush" -> lines(file, 14_000 * percent / 100, other);
                default -> compute(10_000_000L * percent / 100);
            }
            Files.deleteIfExists(file.toPath());
        }
        Files.delete(directory);
        System.out.println(sum != 0 ? "done" : "odd");
    }

    private static void steady(int steps) {
        long value = sum | 1;
        for (int i = 0; i < steps; i++) {
            value = value * 6364136223846793005L + Long.rotateLeft(value, 17);
        }
        sum = value;
    }

    private static void compute(long steps) {
        long value = sum | 1;
        for (long i = 0; i < steps; i++) {
            value = (value ^ value >>> 7) * 31 + i;
        }
        sum = value;
    }

    private static void write(File file, int bytes, boolean buffered) throws IOException {
        OutputStream raw = new FileOutputStream(file);
        try (OutputStream out = buffered ? new BufferedOutputStream(raw) : raw) {
            for (int i = 0; i < bytes; i++) {
                out.write(i);
            }
        }
    }

    private static void read(File file, int bytes, boolean buffered) throws IOException {
        Files.write(file.toPath(), new byte[bytes]);
        InputStream raw = new FileInputStream(file);
        try (InputStream in = buffered ? new BufferedInputStream(raw) : raw) {
            for (int i = in.read(); i >= 0; i = in.read()) {
                sum += i + 1;
            }
        }
    }

    private static void stat(File file, int times, boolean once) {
        boolean known = file.isDirectory();
        for (int i = 0; i < times; i++) {
            sum += (once ? known : file.isDirectory()) ? 1 : 2;
        }
    }

    private static void sockets(int messages, boolean one) throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Socket from = new Socket(server.getInetAddress(), server.getLocalPort());
                Socket to = server.accept()) {
            from.setTcpNoDelay(true);
            OutputStream out = from.getOutputStream();
            InputStream in = to.getInputStream();
            byte[] part = new byte[24];
            byte[] whole = new byte[72];
            for (int i = 0; i < messages; i++) {
                if (one) {
                    out.write(whole);
                } else {
                    out.write(part);
                    out.write(part);
                    out.write(part);
                }
                sum += in.readNBytes(72).length;
            }
        }
    }

    private static void regex(int times, boolean compiled) {
        Pattern pattern = Pattern.compile("([a-z]+)-(\\d+)");
        for (int i = 0; i < times; i++) {
            String text = "item-" + i;
            sum += (compiled ? pattern.matcher(text).matches() : text.matches("([a-z]+)-(\\d+)")) ? 1 : 2;
        }
    }

    private static void text(int words, boolean builder) {
        if (builder) {
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < words * 10; i++) {
                text.append("word ");
            }
            sum += text.length();
        } else {
            String text = "";
            for (int i = 0; i < words * 10; i++) {
                text += "word ";
            }
            sum += text.length();
        }
    }

    private static void lines(File file, int lines, boolean atTheEnd) throws IOException {
        byte[] line = "a line of a journal\n".getBytes();
        try (BufferedOutputStream out = new BufferedOutputStream(new FileOutputStream(file))) {
            for (int i = 0; i < lines; i++) {
                out.write(line);
                if (!atTheEnd) {
                    out.flush();
                }
            }
        }
    }
}
