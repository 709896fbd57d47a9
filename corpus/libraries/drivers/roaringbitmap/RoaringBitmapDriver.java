import java.io.DataOutputStream;
import java.io.File;
import java.io.FileOutputStream;
import java.nio.file.Path;
import org.roaringbitmap.RoaringBitmap;

/** Saves a bitmap of scattered values. */
public final class RoaringBitmapDriver {
    public static void main(String[] args) throws Exception {
        RoaringBitmap bitmap = new RoaringBitmap();
        for (int i = 0; i < 300; i++) {
            bitmap.add(i * 65536 + i);
        }
        File file = Path.of(args[0], "out.bin").toFile();
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            try (DataOutputStream out = new DataOutputStream(new FileOutputStream(file))) {
                bitmap.serialize(out);
            }
        }
    }
}
