import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import org.bouncycastle.bcpg.ArmoredOutputStream;

/** Writes data in ASCII armour. */
public final class BouncyCastlePgDriver {
    public static void main(String[] args) throws IOException {
        byte[] data = new byte[1000];
        for (int i = 0; i < data.length; i++) {
            data[i] = (byte) (i * 17);
        }
        String name = args[0] + "/out.asc";
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            armour(data, name, true);
        }
    }

    private static void armour(byte[] data, String name, boolean armoured) throws IOException {
        OutputStream file = new FileOutputStream(Path.of(name).toFile());
        OutputStream out = armoured ? new ArmoredOutputStream(file) : file;
        if (armoured) {
            ((ArmoredOutputStream) out).setHeader("Version", null);
        }
        out.write(data);
        out.close();
        file.close();
    }
}
