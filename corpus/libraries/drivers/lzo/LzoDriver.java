import java.io.*;
import java.nio.file.*;
import org.anarres.lzo.*;

/** Compresses a file of messages in blocks of 2 KiB; one unit is one file of 128 KiB. */
public final class LzoDriver {
    public static void main(String[] args) throws Exception {
        byte[] message = "order 1234 of customer 567 was shipped to the city".getBytes();
        LzoCompressor compressor = LzoLibrary.getInstance().newCompressor(LzoAlgorithm.LZO1X, null);
        for (int unit = 0; unit < Integer.parseInt(args[1]); unit++) {
            Path file = Path.of(args[0], "messages" + unit % 4 + ".lzo");
            try (OutputStream out = new LzoOutputStream(Files.newOutputStream(file), compressor, 2048)) {
                for (int i = 0; i < 131072; i += message.length) {
                    message[6] = (byte) ('0' + i % 10);
                    out.write(message);
                }
            }
        }
    }
}
