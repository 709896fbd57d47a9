import java.io.File;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jaudiotagger.audio.AudioFileIO;
import org.jaudiotagger.audio.exceptions.CannotReadException;

/** Asks for the length of an Ogg file whose last page lies far before the end. */
public final class JAudioTaggerDriver {
    public static void main(String[] args) throws Exception {
        Logger.getLogger("org.jaudiotagger").setLevel(Level.OFF);
        File song = Path.of(args[0], "song.ogg").toFile();
        if (!song.exists()) {
            ByteBuffer file = ByteBuffer.allocate(6000).order(ByteOrder.LITTLE_ENDIAN);
            file.put("OggS".getBytes("US-ASCII")).put((byte) 0).put((byte) 2).putLong(0).putInt(1).putInt(0).putInt(0);
            file.put((byte) 1).put((byte) 30);
            file.put((byte) 1).put("vorbis".getBytes("US-ASCII")).putInt(0).put((byte) 2).putInt(44100);
            file.putInt(0).putInt(128000).putInt(0).put((byte) 0xB8).put((byte) 1);
            Files.write(song.toPath(), file.array());
        }
        int refused = 0;
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            try {
                AudioFileIO.read(song);
            } catch (CannotReadException withoutComments) {
                refused++;
            }
        }
        System.out.println(refused);
    }
}
