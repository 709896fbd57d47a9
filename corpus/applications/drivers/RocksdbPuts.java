//DEPS org.rocksdb:rocksdbjni:9.8.4
//KIND store
import java.util.concurrent.ThreadLocalRandom;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/** RocksDB puts, each synced to the write-ahead log; {@code batch} writes a hundred in one synced batch. */
final class RocksdbPuts {
    public static void main(String[] args) throws Exception {
        RocksDB db = RocksDB.open(new Options().setCreateIfMissing(true), Bench.work().resolve("rocks").toString());
        WriteOptions synced = new WriteOptions().setSync(!Bench.is("nosync"));
        int[] rows = new int[1];
        WriteBatch batch = new WriteBatch();
        Bench.loop(1, () -> {
            byte[] key = Long.toString(ThreadLocalRandom.current().nextLong()).getBytes();
            if (!Bench.is("batch")) {
                db.put(synced, key, new byte[100]);
                return;
            }
            batch.put(key, new byte[100]);
            if (++rows[0] % 100 == 0) {
                db.write(synced, batch);
                batch.clear();
            }
        });
    }
}
