import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.security.Security;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Five programs that wait, for {@code perfhint analyze} to name what for. Arguments: program, way ({@code a} waits,
 * {@code b} has the remedy), seconds. Each prints how many operations it did and how long one took.
 */
public final class Waits {
    private Waits() {}

    public static void main(String[] args) throws Exception {
        boolean remedied = args[1].equals("b");
        long seconds = Long.parseLong(args[2]);
        switch (args[0]) {
            case "idle" -> idleServer(seconds);
            case "ack" -> delayedAcknowledgement(remedied, seconds);
            case "convoy" -> lockConvoy(remedied, seconds);
            case "dns" -> slowNames(remedied, seconds);
            default -> sleepingPoller(remedied, seconds);
        }
        System.exit(0);
    }

    private static void report(String what, long count, long nanos) {
        System.out.printf("%s: %d, %.3f ms each%n", what, count, count == 0 ? 0 : nanos / 1e6 / count);
    }

    /** A server with a pool of handlers and no client. */
    private static void idleServer(long seconds) throws Exception {
        ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        var handlers = Executors.newFixedThreadPool(4);
        for (int i = 0; i < 4; i++) {
            handlers.execute(() -> { });
        }
        ScheduledExecutorService end = Executors.newSingleThreadScheduledExecutor();
        end.schedule(() -> System.exit(0), seconds, TimeUnit.SECONDS);
        while (true) {
            Socket client = server.accept();
            handlers.execute(() -> echo(client, 64));
        }
    }

    private static void echo(Socket socket, int size) {
        try (socket; InputStream in = socket.getInputStream(); OutputStream out = socket.getOutputStream()) {
            for (byte[] request = in.readNBytes(size); request.length == size; request = in.readNBytes(size)) {
                out.write(request);
            }
        } catch (java.io.IOException e) {
            // the client left
        }
    }

    /** Header and body in two writes: Nagle's algorithm holds the body until the header is acknowledged, after 40 ms. */
    private static void delayedAcknowledgement(boolean remedied, long seconds) throws Exception {
        ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        new Thread(() -> {
            try {
                echo(server.accept(), 144);
            } catch (java.io.IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
        }, "server").start();
        try (Socket socket = new Socket(server.getInetAddress(), server.getLocalPort())) {
            OutputStream out = socket.getOutputStream();
            InputStream in = socket.getInputStream();
            long end = System.nanoTime() + seconds * 1_000_000_000;
            long calls = 0;
            long start = System.nanoTime();
            while (System.nanoTime() < end && (!remedied || calls < 2000)) {
                call(out, in, remedied);
                calls++;
            }
            report("calls", calls, System.nanoTime() - start);
        }
    }

    private static void call(OutputStream out, InputStream in, boolean remedied) throws Exception {
        if (remedied) {
            out.write(new byte[144]);
        } else {
            out.write(new byte[16]);
            out.write(new byte[128]);
        }
        in.readNBytes(144);
    }

    private static final Object JOURNAL = new Object();
    private static long entries;

    /** Eight threads that append to a journal, which takes 2 ms; the remedy keeps that time outside of the lock. */
    private static void lockConvoy(boolean remedied, long seconds) throws Exception {
        long end = System.nanoTime() + seconds * 1_000_000_000;
        CountDownLatch done = new CountDownLatch(8);
        long start = System.nanoTime();
        for (int i = 0; i < 8; i++) {
            new Thread(() -> {
                while (System.nanoTime() < end) {
                    append(remedied);
                }
                done.countDown();
            }, "writer-" + i).start();
        }
        done.await();
        report("entries", entries, System.nanoTime() - start);
    }

    private static void append(boolean remedied) {
        try {
            if (remedied) {
                Thread.sleep(2);
            }
            synchronized (JOURNAL) {
                if (!remedied) {
                    Thread.sleep(2);
                }
                entries++;
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Looks up one name again and again with the JVM's cache off, at a name server that loses the first query. */
    private static void slowNames(boolean remedied, long seconds) throws Exception {
        Security.setProperty("networkaddress.cache.ttl", remedied ? "30" : "0");
        long end = System.nanoTime() + seconds * 1_000_000_000;
        long lookups = 0;
        long start = System.nanoTime();
        while (System.nanoTime() < end && lookups < 2000) {
            InetAddress.getByName("backend.perfhint.test");
            lookups++;
        }
        report("look-ups", lookups, System.nanoTime() - start);
    }

    /** Takes items from a queue by asking each 20 ms; the remedy is a queue that blocks. */
    private static void sleepingPoller(boolean remedied, long seconds) throws Exception {
        ConcurrentLinkedQueue<Long> polled = new ConcurrentLinkedQueue<>();
        BlockingQueue<Long> blocking = new ArrayBlockingQueue<>(100);
        ScheduledExecutorService producer = Executors.newSingleThreadScheduledExecutor();
        producer.scheduleAtFixedRate(() -> {
            polled.add(System.nanoTime());
            blocking.offer(System.nanoTime());
        }, 7, 97, TimeUnit.MILLISECONDS);
        long end = System.nanoTime() + seconds * 1_000_000_000;
        long items = 0;
        long late = 0;
        while (System.nanoTime() < end) {
            Long item = remedied ? blocking.take() : poll(polled);
            items++;
            late += System.nanoTime() - item;
        }
        report("items late by", items, late);
    }

    private static Long poll(ConcurrentLinkedQueue<Long> queue) throws InterruptedException {
        for (Long item = queue.poll();; item = queue.poll()) {
            if (item != null) {
                return item;
            }
            Thread.sleep(20);
        }
    }
}
