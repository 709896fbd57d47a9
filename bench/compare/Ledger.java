import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A program that does the same work in every run, for measuring {@code perfhint compare}: it writes bytes one by one, reads
 * some back and computes. Arguments: rounds, and how many percent more bytes to write than usual (the planted change).
 */
public final class Ledger {
    private static final int BYTES = 20_000;

    private Ledger() {}

    public static void main(String[] args) throws IOException {
        int rounds = Integer.parseInt(args[0]);
        int bytes = BYTES * (100 + Integer.parseInt(args[1])) / 100;
        Path file = Files.createTempDirectory("ledger").resolve("ledger.dat");
        long sum = 0;
        for (int round = 0; round < rounds; round++) {
            write(file, bytes);
            sum += read(file);
            sum = compute(sum);
            // ext4 would write a file to disk that is truncated and closed again
            Files.delete(file);
        }
        Files.delete(file.getParent());
        System.out.println(sum != 0 ? "done" : "odd");
    }

    private static void write(Path file, int bytes) throws IOException {
        try (FileOutputStream out = new FileOutputStream(file.toFile())) {
            for (int i = 0; i < bytes; i++) {
                out.write(i);
            }
        }
    }

    private static long read(Path file) throws IOException {
        long sum = 0;
        try (FileInputStream in = new FileInputStream(file.toFile())) {
            for (int i = 0; i < BYTES / 2; i++) {
                sum += in.read();
            }
        }
        return sum;
    }

    private static long compute(long seed) {
        long value = seed | 1;
        for (int i = 0; i < 1_000_000; i++) {
            value = value * 6364136223846793005L + Long.rotateLeft(value, 17);
        }
        return value;
    }
}
