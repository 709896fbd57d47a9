import java.io.File;
import java.nio.file.Path;
import org.apache.tools.zip.ZipEntry;
import org.apache.tools.zip.ZipOutputStream;

/** Writes a zip file of many small entries, which can seek back to their headers. */
public final class AntZipWriteDriver {
    public static void main(String[] args) throws Exception {
        File zip = Path.of(args[0], "out.zip").toFile();
        byte[] content = new byte[100];
        try (ZipOutputStream out = new ZipOutputStream(zip)) {
            for (int i = 0; i < Integer.parseInt(args[1]); i++) {
                ZipEntry entry = new ZipEntry("entry" + i + ".txt");
                entry.setTime(1_600_000_000_000L);
                out.putNextEntry(entry);
                content[i % 100] = (byte) i;
                out.write(content);
                out.closeEntry();
            }
        }
    }
}
