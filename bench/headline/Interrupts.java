import java.util.concurrent.locks.LockSupport;

/** Many short naps: a timer interrupt and two context switches for each few microseconds of work. */
final class Interrupts {
    private static volatile double sink;

    private Interrupts() {}

    public static void main(String[] args) throws Exception {
        int threads = Integer.parseInt(args[0]);
        long end = System.nanoTime() + Integer.parseInt(args[1]) * 1_000_000L;
        Thread[] started = new Thread[threads];
        for (int i = 0; i < threads; i++) {
            started[i] = new Thread(() -> {
                while (System.nanoTime() < end) {
                    double sum = 0;
                    for (int n = 0; n < 4_000; n++) {
                        sum += Math.sin(n);
                    }
                    sink = sum;
                    LockSupport.parkNanos(100_000);
                }
            });
            started[i].start();
        }
        for (Thread thread : started) {
            thread.join();
        }
    }
}
