import io.kaitai.struct.RandomAccessFileKaitaiStream;
import java.io.File;
import java.nio.file.*;
import java.util.Random;

public final class KaitaiDriver {
    public static void main(String[] args) throws Exception {
        File file = new File(args[0], "data.bin");
        if (!file.exists()) {
            byte[] data = new byte[1 << 20];
            new Random(5).nextBytes(data);
            Files.write(file.toPath(), data);
        }
        long sum = 0;
        RandomAccessFileKaitaiStream in = new RandomAccessFileKaitaiStream(file.getPath());
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            in.seek(i * 37L % 900000);
            sum = sum * 31 + in.readU4le() + in.readU2be() + in.readS1() + in.readS8le() + in.readU1();
        }
        in.close();
        System.out.println(sum);
    }
}
