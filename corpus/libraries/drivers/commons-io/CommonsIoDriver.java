import java.io.File;
import java.nio.file.Path;
import org.apache.commons.io.output.DeferredFileOutputStream;

/** Writes records into a stream that goes to a file once it is large. */
public final class CommonsIoDriver {
    public static void main(String[] args) throws Exception {
        File file = Path.of(args[0], "out.bin").toFile();
        DeferredFileOutputStream out = new DeferredFileOutputStream(64, file);
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            out.write(i >>> 8);
            out.write(i);
        }
        out.close();
    }
}
