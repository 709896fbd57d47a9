import java.io.BufferedOutputStream;
import java.io.File;
import java.io.FileOutputStream;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import net.lingala.zip4j.ZipFile;

/** Lists the entries of a zip file. */
public final class Zip4jDriver {
    public static void main(String[] args) throws Exception {
        File zip = Path.of(args[0], "in.zip").toFile();
        if (!zip.exists()) {
            try (ZipOutputStream out = new ZipOutputStream(new BufferedOutputStream(new FileOutputStream(zip)))) {
                for (int i = 0; i < 500; i++) {
                    out.putNextEntry(new ZipEntry("entry" + i + ".txt"));
                    out.write(i);
                }
            }
        }
        long headers = 0;
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            headers += new ZipFile(zip).getFileHeaders().size();
        }
        System.out.println(headers);
    }
}
