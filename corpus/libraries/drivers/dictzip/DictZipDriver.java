import java.io.*;
import java.nio.file.*;
import org.dict.zip.*;

public final class DictZipDriver {
    public static void main(String[] args) throws Exception {
        String file = Path.of(args[0], "a.dz").toString();
        byte[] text = new byte[200_000];
        for (int i = 0; i < text.length; i++) {
            text[i] = (byte) ('a' + i * 31 % 26);
        }
        if (!new File(file).exists()) {
            try (DictZipOutputStream out = new DictZipOutputStream(new RandomAccessOutputStream(file, "rw"), text.length)) {
                out.write(text, 0, text.length);
                out.finish();
            }
        }
        long sum = 0;
        byte[] some = new byte[100];
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            try (DictZipInputStream in = new DictZipInputStream(new RandomAccessInputStream(file, "r"))) {
                in.seek(i % 1000);
                in.readFully(some);
                sum += some[i % 100];
            }
        }
        System.out.println(sum);
    }
}
