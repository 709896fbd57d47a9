import com.drew.imaging.tiff.TiffMetadataReader;
import com.drew.metadata.Directory;
import com.drew.metadata.Metadata;
import java.io.File;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads the metadata of a TIFF file with a few hundred entries. */
public final class MetadataExtractorDriver {
    public static void main(String[] args) throws Exception {
        File image = Path.of(args[0], "image.tif").toFile();
        if (!image.exists()) {
            Files.write(image.toPath(), tiff(400));
        }
        long tags = 0;
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            Metadata metadata = TiffMetadataReader.readMetadata(image);
            for (Directory directory : metadata.getDirectories()) {
                if (!directory.getName().equals("File")) {
                    tags += directory.getTagCount();
                }
            }
        }
        System.out.println(tags);
    }

    private static byte[] tiff(int entries) {
        ByteBuffer file = ByteBuffer.allocate(8 + 2 + 12 * entries + 4).order(ByteOrder.LITTLE_ENDIAN);
        file.put((byte) 'I').put((byte) 'I').putShort((short) 42).putInt(8).putShort((short) entries);
        for (int i = 0; i < entries; i++) {
            file.putShort((short) (0x4000 + i)).putShort((short) 4).putInt(1).putInt(i);
        }
        return file.putInt(0).array();
    }
}
