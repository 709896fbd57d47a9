import java.util.concurrent.atomic.AtomicLong;

/** Some business work for each request, so that logging is not all that an application does. */
final class Requests {
    private final AtomicLong count = new AtomicLong();

    long next() {
        return count.incrementAndGet();
    }

    String customer() {
        return "customer-" + count.get() % 1000;
    }

    /** About five microseconds of user CPU. */
    long work() {
        long hash = count.get();
        for (int i = 0; i < 4000; i++) {
            hash = hash * 31 + (hash >>> 7);
        }
        return hash;
    }
}
