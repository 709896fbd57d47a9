import java.io.File;
import java.nio.charset.StandardCharsets;
import org.iq80.leveldb.*;
import org.iq80.leveldb.impl.Iq80DBFactory;

public final class LevelDbDriver {
    public static void main(String[] args) throws Exception {
        System.setProperty("leveldb.mmap", "false");
        File dir = new File(args[0], "db");
        try (DB db = Iq80DBFactory.factory.open(dir, new Options().createIfMissing(true))) {
            for (int i = 0; i < Integer.parseInt(args[1]); i++) {
                db.put(("key" + i).getBytes(StandardCharsets.UTF_8), ("value " + i).getBytes(StandardCharsets.UTF_8));
            }
        }
        Iq80DBFactory.factory.destroy(dir, new Options());
    }
}
