import com.madgag.gif.fmsware.AnimatedGifEncoder;
import java.awt.image.BufferedImage;
import java.io.FileOutputStream;
import java.nio.file.Path;

/** Writes an animation of small pictures. */
public final class AnimatedGifDriver {
    public static void main(String[] args) throws Exception {
        FileOutputStream out = new FileOutputStream(Path.of(args[0], "out.gif").toFile());
        AnimatedGifEncoder encoder = new AnimatedGifEncoder();
        encoder.start(out);
        BufferedImage image = new BufferedImage(16, 16, BufferedImage.TYPE_3BYTE_BGR);
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            image.setRGB(i % 16, i / 16 % 16, i * 7919);
            encoder.addFrame(image);
        }
        encoder.finish();
        out.close();
    }
}
