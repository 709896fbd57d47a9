import java.io.*;
import java.nio.file.*;
import net.sf.mpxj.common.InputStreamHelper;

/** Copies a project database of 1 MB to a temporary file, as the reader does before it opens one. */
public final class MpxjCopyDriver {
    public static void main(String[] args) throws Exception {
        System.setProperty("java.io.tmpdir", args[0]);
        Path source = Path.of(args[0], "plan.db");
        if (!Files.exists(source)) {
            byte[] data = new byte[1 << 20];
            for (int i = 0; i < data.length; i++) {
                data[i] = (byte) (i * 31 >> 7);
            }
            Files.write(source, data);
        }
        long sum = 0;
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            try (InputStream in = new FileInputStream(source.toFile())) {
                File copy = InputStreamHelper.writeStreamToTempFile(in, ".sqlite");
                sum += copy.length();
                copy.delete();
            }
        }
        System.out.println(sum);
    }
}
