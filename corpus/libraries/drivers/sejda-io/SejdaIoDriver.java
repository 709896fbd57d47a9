import java.io.File;
import java.nio.file.*;
import org.sejda.io.*;

/** Reads records of a file: a length byte, then the text; one unit is a pass of 1,000 records. */
public final class SejdaIoDriver {
    public static void main(String[] args) throws Exception {
        File file = new File(args[0], "records.bin");
        if (!file.exists()) {
            StringBuilder all = new StringBuilder();
            for (int i = 0; i < 1000; i++) {
                String text = "record " + i;
                all.append((char) text.length()).append(text);
            }
            Files.writeString(file.toPath(), all);
        }
        long sum = 0;
        for (int unit = 0; unit < Integer.parseInt(args[1]); unit++) {
            try (SeekableSource source = new FileChannelSeekableSource(file)) {
                for (int length = source.read(); length > 0; length = source.read()) {
                    for (int i = 0; i < length; i++) {
                        sum = sum * 31 + source.read();
                    }
                }
            }
        }
        System.out.println(sum);
    }
}
