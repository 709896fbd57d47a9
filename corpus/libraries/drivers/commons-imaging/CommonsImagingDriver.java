import java.awt.image.BufferedImage;
import java.io.File;
import java.util.*;
import org.apache.commons.imaging.*;

/** Reads a TIFF of 400 x 300 pixels; one unit is one image. */
public final class CommonsImagingDriver {
    public static void main(String[] args) throws Exception {
        File file = new File(args[0], "image.tif");
        if (!file.exists()) {
            BufferedImage image = new BufferedImage(400, 300, BufferedImage.TYPE_INT_RGB);
            Random random = new Random(1);
            for (int i = 0; i < 120_000; i++) {
                image.setRGB(i % 400, i / 400, random.nextInt());
            }
            Map<String, Object> parameters = new HashMap<>();
            parameters.put(ImagingConstants.PARAM_KEY_COMPRESSION,
                    org.apache.commons.imaging.formats.tiff.constants.TiffConstants.TIFF_COMPRESSION_UNCOMPRESSED);
            Imaging.writeImage(image, file, ImageFormats.TIFF, parameters);
        }
        long sum = 0;
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            sum += Imaging.getBufferedImage(file).getRGB(i % 400, 200);
        }
        System.out.println(sum);
    }
}
