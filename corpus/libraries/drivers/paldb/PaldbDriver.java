import com.linkedin.paldb.api.*;
import java.io.File;

/** Writes and reads a store of 50,000 keys; one unit is one store. */
public final class PaldbDriver {
    public static void main(String[] args) throws Exception {
        long sum = 0;
        for (int unit = 0; unit < Integer.parseInt(args[1]); unit++) {
            File file = new File(args[0], "store" + unit % 2);
            StoreWriter writer = PalDB.createWriter(file);
            for (int i = 0; i < 50_000; i++) {
                writer.put("key" + i, "value " + i * 31);
            }
            writer.close();
            StoreReader reader = PalDB.createReader(file);
            for (int i = 0; i < 50_000; i += 7) {
                sum = sum * 31 + reader.getString("key" + i).hashCode();
            }
            reader.close();
            file.delete();
        }
        System.out.println(sum);
    }
}
