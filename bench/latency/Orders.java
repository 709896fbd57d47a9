import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntUnaryOperator;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;

/**
 * Does a number of operations of about 0.1 ms, of which every 500th is made slow in a known way: a collection, a lock held by
 * another thread, classes used for the first time, a file that answers late, or more runnable threads than processors.
 * Arguments: operations, plant (true or false), directory with a named pipe {@code slow}, and perhaps the name of a Runnable to
 * run first. The classes {@code Parts} are generated.
 */
public final class Orders {
    static final String[] CAUSES = {"gc", "lock", "class", "file", "starve"};
    private static final int PLANT_EVERY = 500;
    private static final int SLOW_MILLIS = 60;
    private static final long HUNGRY_NANOS = 180_000_000;
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final Object PLANTING = new Object();
    private static final Object SHELF = new Object();
    private static final Semaphore HOGS = new Semaphore(0);
    private static final LinkedBlockingQueue<CountDownLatch> HOLD = new LinkedBlockingQueue<>();
    private static final LinkedBlockingQueue<Boolean> ANSWER = new LinkedBlockingQueue<>();
    private static volatile boolean hungry;
    private static volatile long sink;
    private static Object live;
    private static FileInputStream slowFile;

    @Name("app.Order")
    @Label("Order")
    static final class Order extends Event {
        int number;
        String planted;
    }

    public static void main(String[] args) throws Exception {
        int operations = Integer.parseInt(args[0]);
        boolean plant = Boolean.parseBoolean(args[1]);
        List<byte[][]> objects = new ArrayList<>();
        for (int i = 0; plant && i < 400_000; i++) {
            objects.add(new byte[][] {new byte[16], new byte[32]});
        }
        live = objects;
        daemon("holder", Orders::hold);
        for (int i = 0; i < 5 * Runtime.getRuntime().availableProcessors(); i++) {
            daemon("hog-" + i, Orders::hog);
        }
        if (plant) {
            daemon("slow-file", () -> answer(args[2] + "/slow"));
            slowFile = new FileInputStream(args[2] + "/slow");
        }
        if (args.length > 3) {
            ((Runnable) Class.forName(args[3]).getDeclaredConstructor().newInstance()).run();
        }
        AtomicInteger next = new AtomicInteger();
        IntUnaryOperator parts = plant ? (IntUnaryOperator) Class.forName("Parts").getDeclaredConstructor().newInstance() : i -> 0;
        Thread[] workers = new Thread[2];
        for (int i = 0; i < workers.length; i++) {
            workers[i] = new Thread(() -> work(operations, plant, next, parts), "worker-" + i);
            workers[i].start();
        }
        for (Thread worker : workers) {
            worker.join();
        }
        System.out.println("done " + operations + " " + sink);
    }

    private static void work(int operations, boolean plant, AtomicInteger next, IntUnaryOperator parts) {
        for (int number; (number = next.getAndIncrement()) < operations; ) {
            // the first tenth warms up
            boolean slow = plant && number % PLANT_EVERY == PLANT_EVERY / 2 && number >= operations / 10;
            Order order = new Order();
            order.number = number;
            order.planted = slow ? CAUSES[number / PLANT_EVERY % CAUSES.length] : "none";
            if (!slow) {
                order.begin();
                serve(order.planted, number, parts);
                order.commit();
                continue;
            }
            // no two planted causes at a time: the longer one would be the right answer for both
            synchronized (PLANTING) {
                prepared(order.planted).run();
                order.begin();
                serve(order.planted, number, parts);
                order.commit();
            }
        }
    }

    private static Runnable prepared(String cause) {
        return switch (cause) {
            case "lock" -> () -> {
                CountDownLatch held = new CountDownLatch(1);
                HOLD.add(held);
                await(held);
            };
            case "file" -> () -> ANSWER.add(true);
            case "starve" -> () -> {
                hungry = true;
                HOGS.release(5 * Runtime.getRuntime().availableProcessors());
            };
            default -> () -> { };
        };
    }

    private static void serve(String cause, int number, IntUnaryOperator parts) {
        compute(60_000);
        switch (cause) {
            case "gc" -> System.gc();
            case "lock" -> {
                synchronized (SHELF) {
                    compute(1);
                }
            }
            case "class" -> sink += parts.applyAsInt(number / PLANT_EVERY / CAUSES.length);
            case "file" -> read();
            case "starve" -> {
                // by the clock of the thread: how long a number of rounds takes differs tenfold between compilers
                for (long end = THREADS.getCurrentThreadCpuTime() + HUNGRY_NANOS; THREADS.getCurrentThreadCpuTime() < end; ) {
                    compute(60_000);
                }
                hungry = false;
            }
            default -> { }
        }
    }

    private static void compute(int rounds) {
        long value = ThreadLocalRandom.current().nextLong();
        for (int i = 0; i < rounds; i++) {
            value = value * 6364136223846793005L + 1442695040888963407L;
        }
        sink = value;
    }

    private static void read() {
        try {
            sink += slowFile.read();
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static void hold() {
        while (true) {
            CountDownLatch held = take(HOLD);
            synchronized (SHELF) {
                held.countDown();
                sleep(SLOW_MILLIS);
            }
        }
    }

    private static void answer(String file) {
        try (FileOutputStream out = new FileOutputStream(file)) {
            while (true) {
                take(ANSWER);
                sleep(SLOW_MILLIS);
                out.write(1);
            }
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static void hog() {
        while (true) {
            HOGS.acquireUninterruptibly();
            while (hungry) {
                compute(10_000);
            }
        }
    }

    private static <T> T take(LinkedBlockingQueue<T> queue) {
        try {
            return queue.take();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void sleep(int millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void daemon(String name, Runnable body) {
        Thread thread = new Thread(body, name);
        thread.setDaemon(true);
        thread.start();
    }
}
