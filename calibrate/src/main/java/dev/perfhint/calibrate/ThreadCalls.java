package dev.perfhint.calibrate;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Starting threads, waking them, and handing work to them. */
public class ThreadCalls {
    private static final long ONE_MILLI = 1;

    /** Starts virtual threads, on JDK 21 and newer. */
    @State(Scope.Benchmark)
    public static class VirtualThreads {
        private MethodHandle start;

        @Setup
        public void find() throws ReflectiveOperationException {
            start = MethodHandles.lookup().findStatic(Thread.class, "startVirtualThread",
                    MethodType.methodType(Thread.class, Runnable.class));
        }
    }

    /** A thread that is parked until its turn, and gives the turn back. */
    @State(Scope.Thread)
    public static class Parked {
        private volatile boolean partnersTurn;
        private volatile boolean over;
        private Thread partner;

        @Setup
        public void start() {
            Thread measured = Thread.currentThread();
            over = false;
            partner = Partner.start(() -> {
                while (!over) {
                    if (partnersTurn) {
                        partnersTurn = false;
                        LockSupport.unpark(measured);
                    } else {
                        LockSupport.park();
                    }
                }
            });
        }

        @TearDown
        public void stop() {
            over = true;
            LockSupport.unpark(partner);
        }
    }

    /** A task that runs each time one millisecond after it ended. */
    @State(Scope.Thread)
    public static class Periodic {
        private final Semaphore ran = new Semaphore(0);
        private ScheduledExecutorService executor;

        @Setup
        public void start() {
            executor = Executors.newSingleThreadScheduledExecutor();
            executor.scheduleWithFixedDelay(ran::release, ONE_MILLI, ONE_MILLI, TimeUnit.MILLISECONDS);
        }

        @TearDown
        public void stop() {
            executor.shutdownNow();
        }
    }

    /** A thread that handles events of a queue, and says so through a second one. */
    @State(Scope.Thread)
    public static class Events {
        private final BlockingQueue<Object> events = new LinkedBlockingQueue<>();
        private final BlockingQueue<Object> handled = new LinkedBlockingQueue<>();
        private Thread handler;

        @Setup
        public void start() {
            handler = Partner.start(() -> {
                while (true) {
                    handled.put(events.take());
                }
            });
        }

        @TearDown
        public void stop() {
            handler.interrupt();
        }
    }

    @Benchmark
    public void startAndJoin() throws InterruptedException {
        Thread thread = new Thread(() -> {});
        thread.start();
        thread.join();
    }

    @Benchmark
    public void startAndJoinVirtual(VirtualThreads threads) throws Throwable {
        ((Thread) threads.start.invokeExact((Runnable) () -> {})).join();
    }

    @Benchmark
    public void parkAndUnpark(Parked parked) {
        parked.partnersTurn = true;
        LockSupport.unpark(parked.partner);
        while (parked.partnersTurn) {
            LockSupport.park();
        }
    }

    @Benchmark
    public void sleep() throws InterruptedException {
        Thread.sleep(ONE_MILLI);
    }

    @Benchmark
    public void periodicTask(Periodic periodic) throws InterruptedException {
        periodic.ran.acquire();
        periodic.ran.drainPermits(); // what ran while this thread did not is one wait
    }

    @Benchmark
    public Object dispatch(Events queues) throws InterruptedException {
        queues.events.put(queues);
        return queues.handled.take();
    }
}
