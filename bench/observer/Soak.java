import java.io.BufferedReader;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * A server and a program that opens files, each under another name: MINUTES FILES. Prints once a minute how much of the heap is
 * used after a collection, and how much memory is resident.
 */
public class Soak {
    public static void main(String[] arguments) throws Exception {
        long minutes = Long.parseLong(arguments[0]);
        long files = Long.parseLong(arguments[1]);
        File folder = File.createTempFile("soak", "");
        folder.delete();
        folder.mkdir();
        ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread thread = new Thread(() -> serve(server));
        thread.setDaemon(true);
        thread.start();
        long start = System.nanoTime();
        long opened = 0;
        long asked = 0;
        for (long minute = 1; minute <= minutes; minute++) {
            while (System.nanoTime() - start < minute * 60_000_000_000L) {
                long due = (System.nanoTime() - start) * files / (minutes * 60_000_000_000L);
                for (; opened < due; opened++) {
                    File file = new File(folder, "file" + opened);
                    try (OutputStream out = new FileOutputStream(file)) {
                        out.write((int) opened);
                    }
                    file.delete();
                }
                try (Socket socket = new Socket(server.getInetAddress(), server.getLocalPort())) {
                    socket.setTcpNoDelay(true);
                    for (int i = 0; i < 10; i++, asked++) {
                        socket.getOutputStream().write("a line\n".getBytes(StandardCharsets.UTF_8));
                        for (int read = 0; read < 7; read++) {
                            socket.getInputStream().read();
                        }
                    }
                }
                Thread.sleep(20);
            }
            System.gc();
            Runtime runtime = Runtime.getRuntime();
            System.out.printf(Locale.ROOT, "%d min: %,d files, %,d requests, heap %.1f MB, resident %d MB%n", minute, opened, asked,
                    (runtime.totalMemory() - runtime.freeMemory()) / 1e6, resident());
        }
        folder.delete();
    }

    private static void serve(ServerSocket server) {
        while (true) {
            try (Socket socket = server.accept()) {
                socket.setTcpNoDelay(true);
                BufferedReader in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
                for (String line = in.readLine(); line != null; line = in.readLine()) {
                    socket.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
                }
            } catch (IOException e) {
                return;
            }
        }
    }

    private static long resident() throws IOException {
        for (String line : java.nio.file.Files.readAllLines(java.nio.file.Path.of("/proc/self/status"))) {
            if (line.startsWith("VmRSS:")) {
                return Long.parseLong(line.replaceAll("\\D", "")) / 1000;
            }
        }
        return 0;
    }
}
