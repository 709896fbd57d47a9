import java.io.*;
import org.synchronoss.cloud.nio.stream.storage.*;

/** Stores a form's file of 20,000 bytes as a parser of multipart requests does that gets one byte after the other. */
public final class NioStreamStorageDriver {
    public static void main(String[] args) throws Exception {
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            try (StreamStorage storage = FileStreamStorage.deferred(new File(args[0], "part" + i % 10), 1000)) {
                for (int j = 0; j < 20000; j++) {
                    storage.write((byte) (i + j));
                }
            }
        }
    }
}
