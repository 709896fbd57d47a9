import java.nio.file.*;
import org.scijava.io.handle.FileHandle;
import org.scijava.io.location.FileLocation;

public final class SciJavaDriver {
    public static void main(String[] args) throws Exception {
        Path file = Path.of(args[0], "image.bin");
        if (!Files.exists(file)) {
            byte[] data = new byte[40_000];
            for (int i = 0; i < data.length; i++) {
                data[i] = (byte) (i * 31);
            }
            Files.write(file, data);
        }
        long sum = 0;
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            try (FileHandle in = new FileHandle()) {
                in.set(new FileLocation(file.toFile()));
                for (int j = 0; j < 1000; j++) {
                    in.seek(j * 40L);
                    sum += in.readShort() + in.readInt() + in.readLong();
                }
            }
        }
        System.out.println(sum);
    }
}
