import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import org.apache.commons.codec.binary.Base64OutputStream;

/** Encodes measurements as they come. */
public final class CommonsCodecDriver implements AutoCloseable {
    private final OutputStream out;

    private CommonsCodecDriver(File file) throws IOException {
        out = new Base64OutputStream(new FileOutputStream(file));
    }

    public static void main(String[] args) throws IOException {
        try (CommonsCodecDriver driver = new CommonsCodecDriver(Path.of(args[0], "out.b64").toFile())) {
            for (int i = 0; i < Integer.parseInt(args[1]); i++) {
                driver.measured(i);
            }
        }
    }

    private void measured(int value) throws IOException {
        out.write(value >>> 24);
        out.write(value >>> 16);
        out.write(value >>> 8);
        out.write(value);
    }

    @Override
    public void close() throws IOException {
        out.close();
    }
}
