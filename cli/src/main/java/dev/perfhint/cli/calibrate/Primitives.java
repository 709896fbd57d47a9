package dev.perfhint.cli.calibrate;

import java.io.Closeable;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.Pipe;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import sun.misc.Unsafe;

/** Things that programs do often, each as something that does it once. They need nothing but the JDK 17. */
final class Primitives {
    static final String FSYNC = "fsync";
    static final String VIRTUAL_THREAD = "virtual-thread-start-join";
    static final Map<String, Primitive> ALL = new LinkedHashMap<>();
    private static final int BATCH = 100;
    private static final int PAGES = 256;
    private static final int PAGE_BYTES = 4096;
    /** More than what malloc keeps for the next caller: fresh from the kernel. */
    private static final long FRESH_BYTES = 64L << 20;
    private static final int BLOCK_BYTES = 8192;
    private static final int FILE_BYTES = 65_536;
    private static final int MAX_GROWN_BYTES = 256 << 20;
    private static final long MILLI_NANOS = 1_000_000;
    private static volatile Object sink;
    private static volatile long number;

    static {
        add("lseek", BATCH, (file, ends) -> batch(channel(file, ends)::position));
        for (int bytes : new int[] {1, BLOCK_BYTES}) {
            int times = bytes == 1 ? BATCH : 1;
            add("file-write-" + bytes, times, (file, ends) -> batch(times, write(file, ends, bytes, FILE_BYTES)));
            add("file-append-" + bytes, times, (file, ends) -> batch(times, write(file, ends, bytes, MAX_GROWN_BYTES)));
            add("file-read-" + bytes, times, (file, ends) -> batch(times, read(file, ends, bytes)));
        }
        add("pread-8192", 1, (file, ends) -> {
            FileChannel channel = channel(file, ends);
            ByteBuffer direct = ByteBuffer.allocateDirect(BLOCK_BYTES);
            return () -> channel.read(direct.clear(), 0);
        });
        add("stat", 1, (file, ends) -> () -> file.toFile().exists() ? 1 : 0);
        add("open-close", 1, (file, ends) -> () -> {
            FileChannel.open(file, StandardOpenOption.READ).close();
            return 0;
        });
        add(FSYNC, 1, (file, ends) -> {
            FileChannel channel = channel(file, ends);
            ByteBuffer direct = ByteBuffer.allocateDirect(1);
            return () -> {
                channel.write(direct.clear(), 0);
                channel.force(true);
                return 0;
            };
        });
        add("socket-write-1", 1, (file, ends) -> socket(ends, false));
        add("socket-round-trip", 1, (file, ends) -> socket(ends, true));
        add("pipe-round-trip", 1, (file, ends) -> pipes(ends));
        add("thread-start-join", 1, (file, ends) -> () -> {
            Thread thread = new Thread(() -> { });
            thread.start();
            thread.join();
            return 0;
        });
        add(VIRTUAL_THREAD, 1, (file, ends) -> {
            MethodHandle start = MethodHandles.lookup().findStatic(Thread.class, "startVirtualThread",
                    MethodType.methodType(Thread.class, Runnable.class));
            Runnable nothing = () -> { };
            return () -> {
                ((Thread) start.invokeExact(nothing)).join();
                return 0;
            };
        });
        add("park-unpark", 1, (file, ends) -> new Turns()::once);
        add("lock-uncontended", BATCH, (file, ends) -> {
            ReentrantLock lock = new ReentrantLock();
            return batch(() -> locked(lock, 0));
        });
        add("lock-contended", 1, (file, ends) -> {
            ReentrantLock lock = new ReentrantLock();
            partner(() -> {
                while (true) {
                    locked(lock, 20);
                }
            });
            return () -> locked(lock, 20);
        });
        ALL.put("sleep-lateness", new Primitive(1, MILLI_NANOS, (file, ends) -> () -> {
            Thread.sleep(1);
            return 0;
        }));
        ALL.put("periodic-lateness", new Primitive(1, MILLI_NANOS, (file, ends) -> {
            Semaphore ran = new Semaphore(0);
            ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor();
            executor.scheduleWithFixedDelay(ran::release, 1, 1, TimeUnit.MILLISECONDS);
            ends.add(executor::shutdownNow);
            return () -> {
                ran.acquire();
                return ran.drainPermits(); // what ran while this thread did not is one wait
            };
        }));
        add("event-dispatch", 1, (file, ends) -> {
            BlockingQueue<Object> events = new LinkedBlockingQueue<>();
            BlockingQueue<Object> handled = new LinkedBlockingQueue<>();
            partner(() -> {
                while (true) {
                    handled.put(events.take());
                }
            });
            return () -> {
                events.put(events);
                return handled.take().hashCode();
            };
        });
        add("nano-time", BATCH, (file, ends) -> batch(System::nanoTime));
        add("current-time-millis", BATCH, (file, ends) -> batch(System::currentTimeMillis));
        for (int bytes : new int[] {64, 1 << 10, 16 << 10, 128 << 10, 1 << 20}) {
            boolean small = bytes <= 1 << 10;
            Once allocate = () -> {
                sink = new byte[bytes];
                return 0;
            };
            add("allocate-" + bytes, small ? BATCH : 1, (file, ends) -> small ? batch(allocate) : allocate);
        }
        add("page-first-touch", PAGES, (file, ends) -> {
            Field field = Unsafe.class.getDeclaredField("theUnsafe");
            field.setAccessible(true);
            Unsafe unsafe = (Unsafe) field.get(null);
            return () -> {
                long address = unsafe.allocateMemory(FRESH_BYTES);
                for (long page = 0; page < PAGES; page++) {
                    unsafe.putByte(address + page * PAGE_BYTES, (byte) 1);
                }
                unsafe.freeMemory(address);
                return 0;
            };
        });
    }

    private Primitives() {}

    /**
     * @param batch how often it is done at a time, where it is too short for a clock
     * @param nominalNanos what it was asked to wait, which is subtracted: its lateness is left
     */
    record Primitive(int batch, long nominalNanos, Opening opening) {}

    /** Prepares a primitive on a file that is made for it; what has to be ended goes into the list. */
    interface Opening {
        Once open(Path file, Deque<Closeable> ends) throws Throwable;
    }

    /** Does it once, and returns something that depends on it. */
    interface Once {
        long run() throws Throwable;
    }

    private interface Work {
        void run() throws Throwable;
    }

    private static void add(String name, int batch, Opening opening) {
        ALL.put(name, new Primitive(batch, 0, opening));
    }

    private static Once batch(Once once) {
        return batch(BATCH, once);
    }

    private static Once batch(int times, Once once) {
        return () -> {
            long sum = 0;
            for (int i = 0; i < times; i++) {
                sum += once.run();
            }
            return sum;
        };
    }

    private static void partner(Work work) {
        Thread thread = new Thread(() -> {
            try {
                work.run();
            } catch (Throwable e) {
                Thread.currentThread().interrupt(); // the measurement is over
            }
        }, "partner");
        thread.setDaemon(true);
        thread.start();
    }

    private static FileChannel channel(Path file, Deque<Closeable> ends) throws IOException {
        Files.write(file, new byte[FILE_BYTES]);
        FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
        ends.add(channel);
        return channel;
    }

    /** Writes over the first bytes of a file again and again, or lets it grow. */
    private static Once write(Path file, Deque<Closeable> ends, int bytes, long limit) throws IOException {
        Files.write(file, new byte[limit > FILE_BYTES ? 0 : FILE_BYTES]);
        FileOutputStream out = new FileOutputStream(file.toFile(), limit > FILE_BYTES);
        ends.add(out);
        byte[] block = new byte[bytes];
        long[] written = {0};
        return () -> {
            written[0] += bytes;
            if (written[0] > limit) {
                written[0] = bytes;
                if (limit > FILE_BYTES) {
                    out.getChannel().truncate(0);
                } else {
                    out.getChannel().position(0);
                }
            }
            out.write(block);
            return 0;
        };
    }

    private static Once read(Path file, Deque<Closeable> ends, int bytes) throws IOException {
        Files.write(file, new byte[FILE_BYTES]);
        FileInputStream in = new FileInputStream(file.toFile());
        ends.add(in);
        byte[] block = new byte[bytes];
        return () -> {
            int read = in.read(block);
            if (read < 0) {
                in.getChannel().position(0);
            }
            return read;
        };
    }

    private static Once socket(Deque<Closeable> ends, boolean answered) throws IOException {
        Socket client;
        Socket server;
        try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            client = new Socket(listener.getInetAddress(), listener.getLocalPort());
            server = listener.accept();
        }
        ends.add(server);
        ends.add(client);
        client.setTcpNoDelay(true);
        server.setTcpNoDelay(true);
        InputStream in = client.getInputStream();
        OutputStream out = client.getOutputStream();
        partner(() -> {
            byte[] block = new byte[answered ? 1 : FILE_BYTES];
            while (server.getInputStream().read(block) >= 0) {
                if (answered) {
                    server.getOutputStream().write(block);
                }
            }
        });
        return () -> {
            out.write(1);
            return answered ? in.read() : 0;
        };
    }

    private static Once pipes(Deque<Closeable> ends) throws IOException {
        Pipe there = Pipe.open();
        Pipe back = Pipe.open();
        ends.add(there.sink());
        ends.add(back.source());
        ByteBuffer one = ByteBuffer.allocateDirect(1);
        ByteBuffer answer = ByteBuffer.allocateDirect(1);
        partner(() -> {
            while (there.source().read(answer.clear()) >= 0) {
                back.sink().write(answer.flip());
            }
        });
        return () -> {
            there.sink().write(one.clear());
            return back.source().read(one.clear());
        };
    }

    private static long locked(ReentrantLock lock, int rounds) {
        lock.lock();
        try {
            long value = number;
            for (int i = 0; i < rounds; i++) {
                value = value * 6364136223846793005L + 1442695040888963407L;
            }
            number = value;
            return value;
        } finally {
            lock.unlock();
        }
    }

    /** A thread that is parked until its turn, and gives the turn back. */
    private static final class Turns {
        private final Thread measured = Thread.currentThread();
        private volatile Thread partner;
        private volatile boolean partnersTurn;

        Turns() {
            Primitives.partner(() -> {
                partner = Thread.currentThread();
                while (true) {
                    if (partnersTurn) {
                        partnersTurn = false;
                        LockSupport.unpark(measured);
                    } else {
                        LockSupport.park(this);
                    }
                }
            });
            while (partner == null) {
                Thread.onSpinWait();
            }
        }

        long once() {
            partnersTurn = true;
            LockSupport.unpark(partner);
            while (partnersTurn) {
                LockSupport.park(this);
            }
            return 0;
        }
    }
}
