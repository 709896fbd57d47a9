import java.awt.image.BufferedImage;
import java.io.*;
import org.apache.batik.ext.awt.image.codec.png.PNGImageWriter;

/** Writes icons of 32 by 32 pixels as PNG; one unit is an icon. */
public final class BatikCodecDriver {
    public static void main(String[] args) throws Exception {
        BufferedImage icon = new BufferedImage(32, 32, BufferedImage.TYPE_INT_ARGB);
        PNGImageWriter writer = new PNGImageWriter();
        for (int unit = 0; unit < Integer.parseInt(args[1]); unit++) {
            icon.setRGB(unit % 32, unit / 32 % 32, 0xff000000 + unit);
            try (OutputStream out = new FileOutputStream(new File(args[0], "icon" + unit % 8 + ".png"))) {
                writer.writeImage(icon, out);
            }
        }
    }
}
