import java.io.File;
import java.io.FileOutputStream;
import java.io.BufferedOutputStream;
import java.nio.file.Path;
import java.util.Enumeration;
import java.util.zip.ZipOutputStream;
import org.apache.tools.zip.ZipEntry;
import org.apache.tools.zip.ZipFile;

/** Lists the entries of a zip file. */
public final class AntZipReadDriver {
    public static void main(String[] args) throws Exception {
        File zip = Path.of(args[0], "in.zip").toFile();
        if (!zip.exists()) {
            try (ZipOutputStream out = new ZipOutputStream(new BufferedOutputStream(new FileOutputStream(zip)))) {
                for (int i = 0; i < 500; i++) {
                    java.util.zip.ZipEntry entry = new java.util.zip.ZipEntry("entry" + i + ".txt");
                    entry.setTime(1_000_000_000_000L); // the same input each time
                    out.putNextEntry(entry);
                    out.write(i);
                }
            }
        }
        long names = 0;
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            ZipFile file = new ZipFile(zip);
            for (Enumeration<ZipEntry> entries = file.getEntries(); entries.hasMoreElements(); ) {
                names += entries.nextElement().getName().length();
            }
            file.close();
        }
        System.out.println(names);
    }
}
