//DEPS org.mapdb:mapdb:3.1.0
//KIND store
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ThreadLocalRandom;
import org.mapdb.DB;
import org.mapdb.DBMaker;
import org.mapdb.Serializer;

/** MapDB's hash map in a file (RandomAccessFile by default, as its documentation warns); {@code mmap} maps it. */
final class MapdbFile {
    public static void main(String[] args) throws Exception {
        DBMaker.Maker maker = DBMaker.fileDB(Bench.work().resolve("map.db").toFile());
        DB db = (Bench.is("mmap") ? maker.fileMmapEnable() : maker).make();
        ConcurrentMap<Integer, byte[]> map = db.hashMap("m", Serializer.INTEGER, Serializer.BYTE_ARRAY).createOrOpen();
        Bench.loop(1, () -> {
            map.put(ThreadLocalRandom.current().nextInt(100_000), new byte[100]);
            map.get(ThreadLocalRandom.current().nextInt(100_000));
        });
    }
}
