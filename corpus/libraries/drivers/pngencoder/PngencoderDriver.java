import com.pngencoder.PngEncoder;
import java.awt.image.BufferedImage;
import java.io.File;

/** Writes pictures of 400 by 300 pixels; one unit is a picture. */
public final class PngencoderDriver {
    public static void main(String[] args) throws Exception {
        BufferedImage picture = new BufferedImage(400, 300, BufferedImage.TYPE_INT_RGB);
        for (int unit = 0; unit < Integer.parseInt(args[1]); unit++) {
            for (int i = 0; i < 3000; i++) {
                picture.setRGB(i * 31 % 400, i * 17 % 300, i * 7919 + unit);
            }
            new PngEncoder().withBufferedImage(picture).withMultiThreadedCompressionEnabled(false)
                    .toFile(new File(args[0], "picture" + unit % 4 + ".png"));
        }
    }
}
