import com.github.jaiimageio.impl.plugins.pnm.PNMImageWriterSpi;
import com.github.jaiimageio.plugins.pnm.PNMImageWriteParam;
import java.awt.image.BufferedImage;
import java.io.File;
import javax.imageio.*;
import javax.imageio.stream.ImageOutputStream;

/** Writes a picture of 64 times 64 pixels as plain PPM. */
public final class JaiImageioDriver {
    public static void main(String[] args) throws Exception {
        BufferedImage image = new BufferedImage(64, 64, BufferedImage.TYPE_INT_RGB);
        for (int y = 0; y < 64; y++) {
            for (int x = 0; x < 64; x++) {
                image.setRGB(x, y, x * 4 << 16 | y * 4 << 8 | (x ^ y));
            }
        }
        ImageWriter writer = new PNMImageWriterSpi().createWriterInstance(null);
        PNMImageWriteParam param = new PNMImageWriteParam();
        param.setRaw(false);
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            File file = new File(args[0], "picture" + i % 10 + ".ppm");
            file.delete();
            try (ImageOutputStream out = ImageIO.createImageOutputStream(file)) {
                writer.setOutput(out);
                writer.write(null, new IIOImage(image, null, null), param);
            }
        }
    }
}
