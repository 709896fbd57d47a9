import java.io.BufferedOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Writes records of 100 bytes through buffers of several sizes, in turns, and prints the least CPU time of the thread for a record
 * and how many writes the kernel counted. Arguments: directory, rounds.
 */
public final class Buffers {
    private static final int[] SIZES = {0, 512, 4096, 8192, 65_536, 1 << 20};
    private static final int RECORDS = 300_000;

    private Buffers() {}

    public static void main(String[] args) throws IOException {
        Path file = Path.of(args[0], "buffers.data");
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long[] best = new long[SIZES.length];
        long[] writes = new long[SIZES.length];
        for (int round = 0; round < Integer.parseInt(args[1]); round++) {
            for (int i = 0; i < SIZES.length; i++) {
                long before = threads.getCurrentThreadCpuTime();
                long calls = calls();
                write(file, SIZES[i]);
                writes[i] = calls() - calls;
                long nanos = threads.getCurrentThreadCpuTime() - before;
                best[i] = round == 0 ? nanos : Math.min(best[i], nanos);
            }
        }
        for (int i = 0; i < SIZES.length; i++) {
            System.out.printf("buffer %,9d: %5d ns CPU per record, %,7d writes%n", SIZES[i], best[i] / RECORDS, writes[i]);
        }
    }

    private static void write(Path file, int size) throws IOException {
        byte[] entry = new byte[100];
        FileOutputStream raw = new FileOutputStream(file.toFile());
        try (OutputStream out = size == 0 ? raw : new BufferedOutputStream(raw, size)) {
            for (int i = 0; i < RECORDS; i++) {
                out.write(entry);
            }
        }
    }

    private static long calls() throws IOException {
        return Files.readAllLines(Path.of("/proc/self/io")).stream().filter(line -> line.startsWith("syscw: "))
                .mapToLong(line -> Long.parseLong(line.substring(7))).sum();
    }
}
