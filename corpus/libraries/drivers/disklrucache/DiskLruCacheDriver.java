import com.jakewharton.disklrucache.DiskLruCache;
import java.io.File;
import java.io.OutputStream;
import java.nio.file.Path;

/** Stores a picture in the cache, pixel by pixel. */
public final class DiskLruCacheDriver {
    public static void main(String[] args) throws Exception {
        File directory = Path.of(args[0], "cache").toFile();
        DiskLruCache cache = DiskLruCache.open(directory, 1, 1, 100_000_000);
        for (int n = 0; n < Integer.parseInt(args[1]); n++) {
            DiskLruCache.Editor editor = cache.edit("picture" + n % 4);
            OutputStream out = editor.newOutputStream(0);
            for (int pixel = 0; pixel < 500; pixel++) {
                out.write(pixel * 31);
            }
            out.close();
            editor.commit();
        }
        cache.close();
        new File(directory, "journal").delete();
    }
}
