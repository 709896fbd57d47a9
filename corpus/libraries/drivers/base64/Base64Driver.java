import java.nio.file.Path;
import net.iharder.Base64;

public final class Base64Driver {
    public static void main(String[] args) throws Exception {
        byte[] data = new byte[30_000];
        for (int i = 0; i < data.length; i++) {
            data[i] = (byte) (i * 31);
        }
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            Base64.encodeToFile(data, Path.of(args[0], "a.txt").toString());
        }
    }
}
