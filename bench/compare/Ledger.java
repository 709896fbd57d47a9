import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A program that does the same work in every run, for measuring {@code perfhint compare}: it writes bytes one by one, reads
 * some back and computes. Arguments: rounds, and how many percent more than usual to write, to read and to compute (the
 * planted changes; 0 where left out).
 */
public final class Ledger {
    private static final int BYTES = 20_000;
    private static final int STEPS = 1_000_000;

    private Ledger() {}

    public static void main(String[] args) throws IOException {
        int rounds = Integer.parseInt(args[0]);
        int bytes = more(BYTES, args, 1);
        int readBytes = more(BYTES / 2, args, 2);
        int steps = more(STEPS, args, 3);
        Path file = Files.createTempDirectory("ledger").resolve("ledger.dat");
        long sum = 0;
        for (int round = 0; round < rounds; round++) {
            write(file, bytes);
            sum += read(file, readBytes);
            sum = compute(sum, steps);
            // ext4 would write a file to disk that is truncated and closed again
            Files.delete(file);
        }
        Files.delete(file.getParent());
        System.out.println(sum != 0 ? "done" : "odd");
    }

    private static int more(int usual, String[] args, int argument) {
        return args.length > argument ? (int) (usual * (100L + Integer.parseInt(args[argument])) / 100) : usual;
    }

    private static void write(Path file, int bytes) throws IOException {
        try (FileOutputStream out = new FileOutputStream(file.toFile())) {
            for (int i = 0; i < bytes; i++) {
                out.write(i);
            }
        }
    }

    private static long read(Path file, int bytes) throws IOException {
        long sum = 0;
        try (FileInputStream in = new FileInputStream(file.toFile())) {
            for (int i = 0; i < bytes; i++) {
                sum += in.read();
            }
        }
        return sum;
    }

    private static long compute(long seed, int steps) {
        long value = seed | 1;
        for (int i = 0; i < steps; i++) {
            value = value * 6364136223846793005L + Long.rotateLeft(value, 17);
        }
        return value;
    }
}
