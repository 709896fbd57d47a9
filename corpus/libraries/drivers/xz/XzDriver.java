import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.tukaani.xz.LZMA2Options;
import org.tukaani.xz.LZMAInputStream;
import org.tukaani.xz.LZMAOutputStream;

/** Unpacks a .lzma file. */
public final class XzDriver {
    private final Path directory;

    private XzDriver(Path directory) {
        this.directory = directory;
    }

    public static void main(String[] args) throws Exception {
        XzDriver driver = new XzDriver(Path.of(args[0]));
        Path packed = driver.directory.resolve("in.lzma");
        if (!Files.exists(packed)) {
            byte[] noise = new byte[2000];
            new java.util.Random(1).nextBytes(noise);
            try (OutputStream out = new LZMAOutputStream(Files.newOutputStream(packed), new LZMA2Options(1), -1)) {
                out.write(noise);
            }
        }
        long sum = 0;
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            sum += driver.unpack("in.lzma");
        }
        System.out.println(sum);
    }

    private long unpack(String name) throws IOException {
        try (InputStream in = new LZMAInputStream(open(name))) {
            long sum = 0;
            for (byte each : in.readAllBytes()) {
                sum += each;
            }
            return sum;
        }
    }

    private InputStream open(String name) throws IOException {
        return name.isEmpty() ? System.in : new FileInputStream(directory.resolve(name).toFile());
    }
}
