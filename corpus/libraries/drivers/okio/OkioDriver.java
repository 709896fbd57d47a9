import java.io.File;
import okio.*;

/** Writes and reads lines through the library's buffers. */
public final class OkioDriver {
    public static void main(String[] args) throws Exception {
        File file = new File(args[0], "lines.txt");
        long sum = 0;
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            try (BufferedSink sink = Okio.buffer(Okio.sink(file))) {
                for (int line = 0; line < 50_000; line++) {
                    sink.writeUtf8("line ").writeDecimalLong(line).writeByte('\n');
                }
            }
            try (BufferedSource source = Okio.buffer(Okio.source(file))) {
                for (String line = source.readUtf8Line(); line != null; line = source.readUtf8Line()) {
                    sum += line.length();
                }
            }
        }
        System.out.println(sum);
    }
}
