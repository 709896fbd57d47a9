import com.twelvemonkeys.io.LittleEndianRandomAccessFile;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads little-endian records at places that a table names. */
public final class TwelveMonkeysDriver {
    public static void main(String[] args) throws Exception {
        File data = Path.of(args[0], "data.bin").toFile();
        if (!data.exists()) {
            byte[] bytes = new byte[100_000];
            for (int i = 0; i < bytes.length; i++) {
                bytes[i] = (byte) (i * 31);
            }
            Files.write(data.toPath(), bytes);
        }
        long sum = 0;
        LittleEndianRandomAccessFile file = new LittleEndianRandomAccessFile(data, "r");
        try {
            for (int i = 0; i < Integer.parseInt(args[1]); i++) {
                file.seek(i % 5000 * 20L);
                sum += file.readInt() + file.readShort() + file.readLong();
            }
        } finally {
            file.close();
        }
        System.out.println(sum);
    }
}
