import java.io.RandomAccessFile;
import java.util.concurrent.atomic.AtomicLong;

/** Does LOAD × 400 equal portions of work, one after the other: reads, writes and arithmetic. Arguments: load, file. */
public final class Linear {
    private static final AtomicLong SINK = new AtomicLong();

    public static void main(String[] args) throws Exception {
        long portions = Integer.parseInt(args[0]) * 400L;
        try (RandomAccessFile file = new RandomAccessFile(args[1], "rw")) {
            byte[] block = new byte[512];
            for (long portion = 0; portion < portions; portion++) {
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
        System.out.println("work " + portions);
    }
}
