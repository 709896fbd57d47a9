import com.mpatric.mp3agic.*;
import java.io.*;
import java.nio.file.*;

public final class Mp3Driver {
    public static void main(String[] args) throws Exception {
        Path file = Path.of(args[0], "a.mp3");
        if (!Files.exists(file)) {
            byte[] frame = new byte[417];
            frame[0] = (byte) 0xFF;
            frame[1] = (byte) 0xFB;
            frame[2] = (byte) 0x90;
            ByteArrayOutputStream all = new ByteArrayOutputStream();
            for (int i = 0; i < 200; i++) {
                all.write(frame);
            }
            byte[] tag = new byte[128];
            System.arraycopy("TAGsong".getBytes(), 0, tag, 0, 7);
            all.write(tag);
            Files.write(file, all.toByteArray());
        }
        long sum = 0;
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            Mp3File song = new Mp3File(file.toFile());
            sum += song.getFrameCount() + song.getId3v1Tag().getTitle().length();
        }
        System.out.println(sum);
    }
}
