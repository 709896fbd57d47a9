import com.jcraft.jzlib.GZIPOutputStream;
import java.io.*;
import java.nio.file.*;
import java.util.Random;

public final class JzlibDriver {
    public static void main(String[] args) throws Exception {
        byte[] data = new byte[100_000];
        new Random(1).nextBytes(data);
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            try (OutputStream out = new GZIPOutputStream(new FileOutputStream(Path.of(args[0], "a.gz").toFile()))) {
                out.write(data);
            }
        }
    }
}
