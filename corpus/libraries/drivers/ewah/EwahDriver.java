import com.googlecode.javaewah.EWAHCompressedBitmap;
import java.io.*;

public final class EwahDriver {
    public static void main(String[] args) throws Exception {
        EWAHCompressedBitmap bitmap = new EWAHCompressedBitmap();
        for (int i = 0; i < 60_000; i += 1 + i % 37) {
            bitmap.set(i);
        }
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            try (DataOutputStream out = new DataOutputStream(new FileOutputStream(args[0] + "/a.ewah"))) {
                bitmap.serialize(out);
            }
        }
    }
}
