import java.io.*;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.bouncycastle.cms.CMSCompressedDataStreamGenerator;
import org.bouncycastle.cms.jcajce.ZlibCompressor;

/** Writes compressed messages to a file. */
public final class BouncyCastleCmsDriver {
    public static void main(String[] args) throws Exception {
        byte[] message = new byte[100_000];
        new Random(1).nextBytes(message);
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            try (OutputStream file = new FileOutputStream(args[0] + "/message.p7z");
                    OutputStream out = new CMSCompressedDataStreamGenerator().open(file, new ZlibCompressor())) {
                out.write(message);
            }
        }
    }
}
