import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ConcurrentMap;
import org.mapdb.DB;
import org.mapdb.DBMaker;
import org.mapdb.Serializer;

/** Puts small values into a map that is kept in a file. */
public final class MapDbDriver {
    public static void main(String[] args) throws Exception {
        File file = Path.of(args[0], "out.db").toFile();
        Files.deleteIfExists(file.toPath());
        try (DB db = DBMaker.fileDB(file).make()) {
            ConcurrentMap<Long, Long> map = db.hashMap("map", Serializer.LONG, Serializer.LONG)
                    .hashSeed(1).create();
            for (int i = 0; i < Integer.parseInt(args[1]); i++) {
                map.put((long) i % 100, (long) i);
            }
        }
        System.out.println(Files.size(file.toPath()) > 0);
        Files.delete(file.toPath());
    }
}
