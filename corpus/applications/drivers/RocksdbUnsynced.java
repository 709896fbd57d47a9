//DEPS org.rocksdb:rocksdbjni:9.8.4
//KIND store
import java.util.concurrent.ThreadLocalRandom;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/** RocksDB puts with its default options: one write to the log per put; {@code batch} puts a hundred in a batch. */
final class RocksdbUnsynced {
    public static void main(String[] args) throws Exception {
        RocksDB db = RocksDB.open(new Options().setCreateIfMissing(true), Bench.work().resolve("rocks").toString());
        WriteOptions options = new WriteOptions();
        int[] rows = new int[1];
        WriteBatch batch = new WriteBatch();
        Bench.loop(1, () -> {
            byte[] key = Long.toString(ThreadLocalRandom.current().nextLong()).getBytes();
            if (!Bench.is("batch")) {
                db.put(key, new byte[100]);
                return;
            }
            batch.put(key, new byte[100]);
            if (++rows[0] % 100 == 0) {
                db.write(options, batch);
                batch.clear();
            }
        });
    }
}
