import com.sun.management.OperatingSystemMXBean;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A chat server with two threads for each user, one that reads and one that writes, and its users, all over loopback sockets: what a
 * user says goes to everybody in the room. Writers look for messages every few milliseconds. All users together say as much, however
 * many they are: the more rooms, the more of them only wait. Arguments: rooms, seconds. Prints the messages that were delivered, and what
 * the JVM and the kernel counted.
 */
public final class Chat {
    private static final int USERS = 10;
    private static final int POLL_MILLIS = 5;
    private static final int THINK_MILLIS_PER_ROOM = 15;
    private static final AtomicLong DELIVERED = new AtomicLong();
    private static volatile boolean over;

    public static void main(String[] args) throws Exception {
        int rooms = Integer.parseInt(args[0]);
        ServerSocket server = new ServerSocket(0, 1000, InetAddress.getLoopbackAddress());
        Map<String, List<User>> members = new ConcurrentHashMap<>();
        daemon("accept", () -> accept(server, members));
        for (int room = 0; room < rooms; room++) {
            for (int user = 0; user < USERS; user++) {
                String name = "room" + room;
                daemon("client-" + room + "-" + user, () -> chat(server.getLocalPort(), name, (long) THINK_MILLIS_PER_ROOM * rooms));
            }
        }
        Thread.sleep((long) (1000 * Double.parseDouble(args[1])));
        over = true;
        System.out.println("work " + DELIVERED.get());
        double cpu = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime() / 1e9;
        System.out.printf(Locale.ROOT, "cpu %.2f s, %d turns on a processor%n", cpu, switches());
    }

    /** How often the kernel took a thread off a processor, of those that are alive: few end before. */
    private static long switches() throws IOException {
        long sum = 0;
        try (DirectoryStream<Path> threads = Files.newDirectoryStream(Path.of("/proc/self/task"))) {
            for (Path thread : threads) {
                try {
                    for (String line : Files.readAllLines(thread.resolve("status"))) {
                        sum += line.contains("ctxt_switches:") ? Long.parseLong(line.replaceAll("\\D", "")) : 0;
                    }
                } catch (IOException e) {
                    continue; // it ended
                }
            }
        }
        return sum;
    }

    /** A user as the server knows it. */
    private static final class User {
        final LinkedBlockingQueue<String> messages = new LinkedBlockingQueue<>(1000);
    }

    private static void accept(ServerSocket server, Map<String, List<User>> members) throws IOException {
        while (!over) {
            Socket socket = server.accept();
            socket.setTcpNoDelay(true);
            User user = new User();
            daemon("reader", () -> read(socket, user, members));
            daemon("writer", () -> write(socket, user));
        }
    }

    private static void read(Socket socket, User user, Map<String, List<User>> members) throws Exception {
        BufferedReader in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
        List<User> room = members.computeIfAbsent(in.readLine(), name -> new CopyOnWriteArrayList<>());
        room.add(user);
        for (String line; (line = in.readLine()) != null; ) {
            for (User other : room) {
                other.messages.put(line);
            }
        }
    }

    private static void write(Socket socket, User user) throws Exception {
        OutputStream out = socket.getOutputStream();
        while (true) {
            String message = user.messages.poll(POLL_MILLIS, TimeUnit.MILLISECONDS);
            if (message != null) {
                out.write((message + "\n").getBytes(StandardCharsets.UTF_8));
                DELIVERED.incrementAndGet();
            }
        }
    }

    private static void chat(int port, String room, long thinkMillis) throws Exception {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setTcpNoDelay(true);
            OutputStream out = socket.getOutputStream();
            BufferedReader in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
            out.write((room + "\n").getBytes(StandardCharsets.UTF_8));
            while (!over) {
                out.write("hello to everybody in this room\n".getBytes(StandardCharsets.UTF_8));
                for (int i = 0; i < USERS && in.readLine() != null; i++) {
                    continue;
                }
                Thread.sleep(thinkMillis);
            }
        }
    }

    /** What may fail when the program ends. */
    private interface Body {
        void run() throws Exception;
    }

    private static void daemon(String name, Body body) {
        Thread thread = new Thread(() -> {
            try {
                body.run();
            } catch (Exception e) {
                if (!over) {
                    throw new IllegalStateException(e);
                }
            }
        }, name);
        thread.setDaemon(true);
        thread.start();
    }
}
