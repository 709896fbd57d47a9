import java.io.*;
import java.util.Random;
import lzma.streams.LzmaOutputStream;

public final class LzmaDriver {
    public static void main(String[] args) throws Exception {
        byte[] data = new byte[8_000];
        new Random(1).nextBytes(data);
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            try (OutputStream file = new FileOutputStream(args[0] + "/a.lzma");
                    LzmaOutputStream out = new LzmaOutputStream.Builder(file).useMediumDictionarySize().build()) {
                out.write(data);
            }
        }
    }
}
