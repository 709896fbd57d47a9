import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;

/** Programs whose calls strace counts beside what perfhint says. Arguments: replies|ints|names COUNT. */
final class Beside {
    private static long sum;

    private Beside() {}

    public static void main(String[] args) throws Exception {
        int count = Integer.parseInt(args[1]);
        switch (args[0]) {
            case "replies" -> replies(count);
            case "ints" -> ints(count);
            default -> names(count);
        }
        System.out.println(sum);
    }

    /** Each reply in three writes. */
    private static void replies(int count) throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Socket client = new Socket(server.getInetAddress(), server.getLocalPort());
                Socket accepted = server.accept()) {
            accepted.setTcpNoDelay(true);
            Thread answers = new Thread(() -> answer(accepted, count), "answers");
            answers.start();
            OutputStream out = client.getOutputStream();
            InputStream in = client.getInputStream();
            for (int i = 0; i < count; i++) {
                out.write(new byte[8]);
                sum += in.readNBytes(72).length;
            }
            answers.join();
        }
    }

    private static void answer(Socket socket, int count) {
        try {
            InputStream in = socket.getInputStream();
            OutputStream out = socket.getOutputStream();
            for (int i = 0; i < count; i++) {
                in.readNBytes(8);
                out.write(new byte[16]);
                out.write(new byte[48]);
                out.write(new byte[8]);
            }
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static void ints(int count) throws Exception {
        Path file = Files.createTempFile("ints", ".bin");
        Files.write(file, new byte[4 * count]);
        try (DataInputStream in = new DataInputStream(new FileInputStream(file.toFile()))) {
            for (int i = 0; i < count; i++) {
                sum += in.readInt() + 1;
            }
        }
        Files.delete(file);
    }

    /** The main thread ends before the program does; the other's name has more than the kernel's 15 characters. */
    private static void names(int count) throws Exception {
        write(count);
        new Thread(() -> {
            try {
                write(count);
            } catch (java.io.IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
        }, "export-worker-for-orders").start();
    }

    private static void write(int count) throws java.io.IOException {
        Path file = Files.createTempFile("names", ".bin");
        try (DataOutputStream out = new DataOutputStream(new FileOutputStream(file.toFile()))) {
            for (int i = 0; i < count; i++) {
                out.write(i);
            }
        }
        Files.delete(file);
    }
}
