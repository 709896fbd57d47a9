import java.io.*;
import java.nio.charset.StandardCharsets;
import org.apache.axiom.util.blob.*;

/** Keeps an attachment of 2,000 lines in a blob that goes to disk past 4 KiB. */
public final class AxiomDriver {
    public static void main(String[] args) throws Exception {
        System.setProperty("java.io.tmpdir", args[0]);
        long sum = 0;
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            OverflowBlob blob = new OverflowBlob(4, 1024, "attachment", ".bin");
            try (OutputStream out = blob.getOutputStream()) {
                for (int line = 0; line < 2000; line++) {
                    out.write(("order " + line + " shipped\r\n").getBytes(StandardCharsets.US_ASCII));
                }
            }
            try (InputStream in = new BufferedInputStream(blob.getInputStream())) {
                sum = sum * 31 + java.util.Arrays.hashCode(in.readAllBytes());
            }
            blob.release();
        }
        System.out.println(sum);
    }
}
