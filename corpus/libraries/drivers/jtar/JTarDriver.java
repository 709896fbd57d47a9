import java.io.File;
import java.io.FileInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.kamranzafar.jtar.TarEntry;
import org.kamranzafar.jtar.TarInputStream;
import org.kamranzafar.jtar.TarOutputStream;

/** Reads the entries of a tar file in small pieces. */
public final class JTarDriver {
    public static void main(String[] args) throws Exception {
        File tar = Path.of(args[0], "in.tar").toFile();
        if (!tar.exists()) {
            File content = Path.of(args[0], "content.bin").toFile();
            Files.write(content.toPath(), new byte[100]);
            try (TarOutputStream out = new TarOutputStream(tar)) {
                for (int i = 0; i < 40; i++) {
                    out.putNextEntry(new TarEntry(content, "entry" + i));
                    out.write(new byte[100]);
                }
            }
        }
        long entries = 0;
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            try (TarInputStream in = new TarInputStream(new FileInputStream(tar))) {
                for (TarEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
                    byte[] data = new byte[20];
                    for (int count = in.read(data); count >= 0; count = in.read(data)) {
                        entries += count;
                    }
                }
            }
        }
        System.out.println(entries);
    }
}
