import ij.io.FileInfo;
import ij.io.TiffDecoder;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads the directories of a TIFF stack. */
public final class ImageJDriver {
    public static void main(String[] args) throws Exception {
        Path stack = Path.of(args[0], "stack.tif");
        if (!Files.exists(stack)) {
            Files.write(stack, tiff(100));
        }
        long slices = 0;
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            FileInfo[] info = new TiffDecoder(args[0] + "/", "stack.tif").getTiffInfo();
            slices += info.length;
        }
        System.out.println(slices);
    }

    private static byte[] tiff(int slices) {
        int size = 2 + 12 * 6 + 4;
        ByteBuffer file = ByteBuffer.allocate(8 + slices * size).order(ByteOrder.BIG_ENDIAN);
        file.put((byte) 'M').put((byte) 'M').putShort((short) 42).putInt(8);
        for (int i = 0; i < slices; i++) {
            file.putShort((short) 6);
            int[][] tags = {{256, 16}, {257, 16}, {258, 8}, {262, 1}, {273, 8}, {279, 256}};
            for (int[] tag : tags) {
                file.putShort((short) tag[0]).putShort((short) 4).putInt(1).putInt(tag[1]);
            }
            file.putInt(i + 1 < slices ? 8 + (i + 1) * size : 0);
        }
        return file.array();
    }
}
