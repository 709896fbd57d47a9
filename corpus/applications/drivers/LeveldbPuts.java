//DEPS org.iq80.leveldb:leveldb:0.12
//KIND store
import java.io.File;
import java.util.concurrent.ThreadLocalRandom;
import org.iq80.leveldb.DB;
import org.iq80.leveldb.Options;
import org.iq80.leveldb.impl.Iq80DBFactory;

/** LevelDB in Java: puts and gets. */
final class LeveldbPuts {
    public static void main(String[] args) throws Exception {
        File folder = Bench.work().resolve("level").toFile();
        DB db = Iq80DBFactory.factory.open(folder, new Options().createIfMissing(true).compressionType(
                org.iq80.leveldb.CompressionType.NONE));
        Bench.loop(1, () -> {
            byte[] key = Integer.toString(ThreadLocalRandom.current().nextInt(200_000)).getBytes();
            db.put(key, new byte[200]);
            db.get(Integer.toString(ThreadLocalRandom.current().nextInt(200_000)).getBytes());
        });
    }
}
