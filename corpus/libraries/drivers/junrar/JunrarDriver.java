import com.github.junrar.Archive;
import java.io.*;
import java.nio.*;
import java.nio.file.*;

public final class JunrarDriver {
    public static void main(String[] args) throws Exception {
        Path file = Path.of(args[0], "a.rar");
        if (!Files.exists(file)) {
            Files.write(file, archive());
        }
        long sum = 0;
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            try (Archive archive = new Archive(file.toFile())) {
                sum += archive.getFileHeaders().size();
            }
        }
        System.out.println(sum);
    }

    /** Returns an archive of 400 small files that are stored. */
    private static byte[] archive() {
        ByteBuffer all = ByteBuffer.allocate(100_000).order(ByteOrder.LITTLE_ENDIAN);
        all.put(new byte[] {0x52, 0x61, 0x72, 0x21, 0x1a, 7, 0});
        all.putShort((short) 0x90cf).put((byte) 0x73).putShort((short) 0).putShort((short) 13).put(new byte[6]);
        for (int i = 0; i < 400; i++) {
            byte[] name = ("file" + (1000 + i) + ".txt").getBytes();
            all.putShort((short) 0).put((byte) 0x74).putShort((short) 0x8000).putShort((short) (32 + name.length));
            all.putInt(100).putInt(100).put((byte) 3).putInt(0).putInt(0).put((byte) 20).put((byte) 0x30);
            all.putShort((short) name.length).putInt(0).put(name).put(new byte[100]);
        }
        all.putShort((short) 0x3dc4).put((byte) 0x7b).putShort((short) 0x4000).putShort((short) 7);
        byte[] used = new byte[all.position()];
        all.flip().get(used);
        return used;
    }
}
