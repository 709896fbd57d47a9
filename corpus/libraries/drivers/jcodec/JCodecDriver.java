import java.nio.ByteBuffer;
import java.nio.file.*;
import java.util.List;
import org.jcodec.common.io.*;
import org.jcodec.containers.mkv.MKVParser;
import org.jcodec.containers.mkv.boxes.EbmlMaster;

public final class JCodecDriver {
    public static void main(String[] args) throws Exception {
        Path file = Path.of(args[0], "a.mkv");
        if (!Files.exists(file)) {
            Files.write(file, video());
        }
        long sum = 0;
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            SeekableByteChannel in = NIOUtils.readableChannel(file.toFile());
            for (EbmlMaster each : new MKVParser(in).parse()) {
                sum += each.children.size();
            }
            NIOUtils.closeQuietly(in);
        }
        System.out.println(sum);
    }

    /** Returns a segment of 100 clusters with ten small blocks each. */
    private static byte[] video() {
        ByteBuffer all = ByteBuffer.allocate(100_000);
        all.put(new byte[] {0x1A, 0x45, (byte) 0xDF, (byte) 0xA3, (byte) 0x84, 0x42, (byte) 0x86, (byte) 0x81, 1});
        all.put(new byte[] {0x18, 0x53, (byte) 0x80, 0x67}).putInt(0x10000000 | 100 * 249);
        for (int i = 0; i < 100; i++) {
            all.put(new byte[] {0x1F, 0x43, (byte) 0xB6, 0x75}).put((byte) 0x40).put((byte) 243);
            all.put(new byte[] {(byte) 0xE7, (byte) 0x81, (byte) i});
            for (int j = 0; j < 10; j++) {
                all.put((byte) 0xA3).put((byte) (0x80 | 22));
                all.put(new byte[] {(byte) 0x81, 0, (byte) j, 0}).put(new byte[18]);
            }
        }
        byte[] used = new byte[all.position()];
        all.flip().get(used);
        return used;
    }
}
