import io.airlift.compress.snappy.SnappyFramedOutputStream;
import java.io.*;

/** Compresses small messages, each flushed as a block of its own; one unit is a file of 500 messages. */
public final class AircompressorDriver {
    public static void main(String[] args) throws Exception {
        byte[] message = "order 1234 of customer 567 was shipped to the city of customer 567".getBytes();
        for (int unit = 0; unit < Integer.parseInt(args[1]); unit++) {
            try (OutputStream out = new SnappyFramedOutputStream(new FileOutputStream(new File(args[0], "messages" + unit % 4)))) {
                for (int i = 0; i < 500; i++) {
                    message[6] = (byte) ('0' + i % 10);
                    out.write(message);
                    out.flush();
                }
            }
        }
    }
}
