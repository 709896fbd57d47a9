import java.awt.image.BufferedImage;
import java.io.File;
import net.sf.image4j.codec.bmp.BMPEncoder;

public final class Image4jDriver {
    public static void main(String[] args) throws Exception {
        BufferedImage image = new BufferedImage(60, 60, BufferedImage.TYPE_INT_RGB);
        for (int i = 0; i < 3600; i++) {
            image.setRGB(i % 60, i / 60, i * 7919);
        }
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            BMPEncoder.write(image, new File(args[0], "a.bmp"));
        }
    }
}
