import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.management.ManagementFactory;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Does LOAD × 400 equal portions of work, one after the other: reads, writes and arithmetic. It begins 2.2 s after the JVM's start,
 * warmed up, so that the start can be left out: what is done once is no part of what grows with the load. Arguments: load, file.
 */
public final class Linear {
    private static final long WARM_MILLIS = 1_500;
    private static final long BEGIN_MILLIS = 2_200;
    private static final AtomicLong SINK = new AtomicLong();

    public static void main(String[] args) throws Exception {
        long portions = Integer.parseInt(args[0]) * 400L;
        try (RandomAccessFile file = new RandomAccessFile(args[1], "rw")) {
            byte[] block = new byte[512];
            while (uptimeMillis() < WARM_MILLIS) {
                portion(file, block, 0);
            }
            while (uptimeMillis() < BEGIN_MILLIS) {
                Thread.sleep(10);
            }
            for (long portion = 0; portion < portions; portion++) {
                portion(file, block, portion);
            }
        }
        System.out.println("work " + portions);
    }

    private static long uptimeMillis() {
        return ManagementFactory.getRuntimeMXBean().getUptime();
    }

    private static void portion(RandomAccessFile file, byte[] block, long portion) throws IOException {
        for (int i = 0; i < 200; i++) {
            file.seek(i * 512L);
            file.write(block);
        }
        for (int i = 0; i < 200; i++) {
            file.seek(i * 512L);
            file.readFully(block);
        }
        long value = portion;
        for (int i = 0; i < 150_000; i++) {
            value = value * 6364136223846793005L + 1442695040888963407L;
        }
        SINK.addAndGet(value);
    }
}
