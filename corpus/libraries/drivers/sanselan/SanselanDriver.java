import java.awt.image.BufferedImage;
import java.io.*;
import java.util.HashMap;
import org.apache.sanselan.*;

/** Appends images in PNM to a file of frames; one unit is a frame of 64 by 48 pixels. */
public final class SanselanDriver {
    public static void main(String[] args) throws Exception {
        BufferedImage image = new BufferedImage(64, 48, BufferedImage.TYPE_INT_RGB);
        OutputStream frames = new FileOutputStream(new File(args[0], "frames.ppm"));
        try {
            for (int unit = 0; unit < Integer.parseInt(args[1]); unit++) {
                for (int i = 0; i < 64; i++) {
                    image.setRGB(i, (i + unit) % 48, 0xff0000 + unit);
                }
                Sanselan.writeImage(image, frames, ImageFormat.IMAGE_FORMAT_PPM, new HashMap<>());
            }
        } finally {
            frames.close();
        }
    }
}
