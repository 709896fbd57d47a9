import java.io.File;
import java.nio.file.Path;
import org.apache.commons.compress.archivers.sevenz.SevenZArchiveEntry;
import org.apache.commons.compress.archivers.sevenz.SevenZMethod;
import org.apache.commons.compress.archivers.sevenz.SevenZOutputFile;

/** Stores records in a 7z archive without compression. */
public final class SevenZDriver {
    public static void main(String[] args) throws Exception {
        File archive = Path.of(args[0], "out.7z").toFile();
        try (SevenZOutputFile out = new SevenZOutputFile(archive)) {
            out.setContentCompression(SevenZMethod.COPY);
            SevenZArchiveEntry entry = new SevenZArchiveEntry();
            entry.setName("records.bin");
            out.putArchiveEntry(entry);
            for (int i = 0; i < Integer.parseInt(args[1]); i++) {
                out.write(i >>> 8);
                out.write(i);
            }
            out.closeArchiveEntry();
        }
    }
}
