import com.google.common.io.FileBackedOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes numbers as text into a stream that goes to a file once it is large. */
public final class GuavaDriver {
    public static void main(String[] args) throws Exception {
        FileBackedOutputStream out = new FileBackedOutputStream(100);
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            number(out, i);
        }
        out.close();
        Files.write(Path.of(args[0], "out.txt"), out.asByteSource().read());
        out.reset();
    }

    private static void number(FileBackedOutputStream out, int value) throws IOException {
        for (char digit : Integer.toString(value).toCharArray()) {
            out.write(digit);
        }
        out.write('\n');
    }
}
