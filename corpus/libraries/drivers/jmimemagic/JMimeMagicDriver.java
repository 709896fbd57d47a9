import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import net.sf.jmimemagic.Magic;
import net.sf.jmimemagic.MagicMatchNotFoundException;

/** Asks for the type of a file by its content. */
public final class JMimeMagicDriver {
    public static void main(String[] args) throws Exception {
        File file = Path.of(args[0], "unknown.bin").toFile();
        if (!file.exists()) {
            byte[] bytes = new byte[3000];
            java.util.Arrays.fill(bytes, (byte) 0xEE);
            Files.write(file.toPath(), bytes);
        }
        int unknown = 0;
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            try {
                Magic.getMagicMatch(file, false);
            } catch (MagicMatchNotFoundException none) {
                unknown++;
            }
        }
        System.out.println(unknown);
    }
}
