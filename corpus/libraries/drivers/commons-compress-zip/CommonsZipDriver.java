import java.io.File;
import java.nio.file.Path;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipArchiveOutputStream;

/** Writes a zip file of many small entries, which can seek back to their headers. */
public final class CommonsZipDriver {
    public static void main(String[] args) throws Exception {
        File zip = Path.of(args[0], "out.zip").toFile();
        byte[] content = new byte[100];
        try (ZipArchiveOutputStream out = new ZipArchiveOutputStream(zip)) {
            for (int i = 0; i < Integer.parseInt(args[1]); i++) {
                ZipArchiveEntry entry = new ZipArchiveEntry("entry" + i + ".txt");
                entry.setTime(1_600_000_000_000L);
                out.putArchiveEntry(entry);
                content[i % 100] = (byte) i;
                out.write(content);
                out.closeArchiveEntry();
            }
        }
    }
}
