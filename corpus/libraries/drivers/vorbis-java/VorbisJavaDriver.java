import java.io.File;
import java.io.FileInputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import org.gagravarr.ogg.OggFile;
import org.gagravarr.ogg.OggPacketReader;

/** Looks for Ogg pages in a file with much else before them. */
public final class VorbisJavaDriver {
    public static void main(String[] args) throws Exception {
        File song = Path.of(args[0], "song.ogg").toFile();
        if (!song.exists()) {
            ByteBuffer bytes = ByteBuffer.allocate(3000).order(ByteOrder.LITTLE_ENDIAN);
            Files.write(song.toPath(), bytes.array());
        }
        long packets = 0;
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            OggFile file = new OggFile(new FileInputStream(song));
            OggPacketReader reader = file.getPacketReader();
            while (reader.getNextPacket() != null) {
                packets++;
            }
            file.close();
        }
        System.out.println(packets);
    }
}
