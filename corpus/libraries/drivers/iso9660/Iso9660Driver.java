import com.github.stephenc.javaisotools.iso9660.*;
import com.github.stephenc.javaisotools.iso9660.impl.*;
import com.github.stephenc.javaisotools.sabre.StreamHandler;
import java.io.File;
import java.nio.file.*;

/** Writes an ISO 9660 image of a folder with 120 small files; one unit is one image. */
public final class Iso9660Driver {
    public static void main(String[] args) throws Exception {
        Path folder = Path.of(args[0], "files");
        if (!Files.exists(folder)) {
            Files.createDirectories(folder);
            for (int i = 0; i < 120; i++) {
                Files.writeString(folder.resolve("FILE" + i + ".TXT"), ("line " + i + "\n").repeat(1 + i % 9));
            }
        }
        for (int unit = 0; unit < Integer.parseInt(args[1]); unit++) {
            ISO9660RootDirectory.MOVED_DIRECTORIES_STORE_NAME = "rr_moved";
            ISO9660RootDirectory root = new ISO9660RootDirectory();
            File[] files = folder.toFile().listFiles();
            java.util.Arrays.sort(files);
            for (File file : files) {
                root.addFile(file);
            }
            File image = new File(args[0], "disc" + unit % 3 + ".iso");
            StreamHandler handler = new ISOImageFileHandler(image);
            ISO9660Config config = new ISO9660Config();
            config.allowASCII(false);
            config.setInterchangeLevel(1);
            config.setVolumeID("DISC");
            CreateISO iso = new CreateISO(handler, root);
            iso.process(config, null, null, null);
        }
        for (int i = 0; i < 3; i++) {
            Path image = Path.of(args[0], "disc" + i + ".iso");
            if (Files.exists(image)) {
                // the volume descriptors hold the time of creation
                byte[] bytes = Files.readAllBytes(image);
                java.util.Arrays.fill(bytes, 16 * 2048, 18 * 2048, (byte) 0);
                long sum = 0;
                for (byte each : bytes) {
                    sum = sum * 31 + each;
                }
                System.out.println(bytes.length + (sum == 0 ? " empty" : ""));
                Files.delete(image);
            }
        }
    }
}
