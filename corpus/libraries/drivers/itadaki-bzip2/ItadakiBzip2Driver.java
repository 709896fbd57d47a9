import java.io.*;
import java.nio.file.*;
import java.util.*;
import org.itadaki.bzip2.*;

/** Reads a compressed file. */
public final class ItadakiBzip2Driver {
    public static void main(String[] args) throws Exception {
        Path file = Path.of(args[0], "numbers.bz2");
        if (!Files.exists(file)) {
            byte[] content = new byte[20_000];
            new Random(1).nextBytes(content);
            try (OutputStream out = new BZip2OutputStream(new BufferedOutputStream(Files.newOutputStream(file)))) {
                out.write(content);
            }
        }
        long sum = 0;
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            try (InputStream in = new BZip2InputStream(new FileInputStream(file.toFile()), false)) {
                sum = sum * 31 + Arrays.hashCode(in.readAllBytes());
            }
        }
        System.out.println(sum);
    }
}
