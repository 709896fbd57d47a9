import com.dampcake.bencode.*;
import java.io.FileInputStream;
import java.nio.file.*;
import java.util.*;

/** Reads a dictionary of the files of a torrent. */
public final class BencodeDriver {
    public static void main(String[] args) throws Exception {
        Path torrent = Path.of(args[0], "files.torrent");
        if (!Files.exists(torrent)) {
            List<Object> files = new ArrayList<>();
            for (int i = 0; i < 500; i++) {
                files.add(new TreeMap<>(Map.of("length", 1000 + i, "path", List.of("music", "track" + i + ".ogg"))));
            }
            Files.write(torrent, new Bencode().encode(new TreeMap<>(Map.of("name", "driver", "files", files))));
        }
        long sum = 0;
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            try (BencodeInputStream in = new BencodeInputStream(new FileInputStream(torrent.toFile()))) {
                sum += in.readDictionary().toString().hashCode();
            }
        }
        System.out.println(sum);
    }
}
