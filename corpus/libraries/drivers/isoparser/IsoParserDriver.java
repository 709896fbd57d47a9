import com.coremedia.iso.IsoFile;
import com.googlecode.mp4parser.FileDataSourceViaHeapImpl;
import java.io.File;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads the boxes of an MP4 file. */
public final class IsoParserDriver {
    public static void main(String[] args) throws Exception {
        File film = Path.of(args[0], "film.mp4").toFile();
        if (!film.exists()) {
            ByteBuffer boxes = ByteBuffer.allocate(300 * 12);
            for (int i = 0; i < 300; i++) {
                boxes.putInt(12).put("free".getBytes("US-ASCII")).putInt(i);
            }
            Files.write(film.toPath(), boxes.array());
        }
        long boxes = 0;
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            IsoFile file = new IsoFile(new FileDataSourceViaHeapImpl(film));
            boxes += file.getBoxes().size();
            file.close();
        }
        System.out.println(boxes);
    }
}
