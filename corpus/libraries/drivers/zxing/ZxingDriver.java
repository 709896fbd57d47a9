import com.google.zxing.client.j2se.CommandLineEncoder;

/** Encodes texts as images of QR codes, as the command line does. */
public final class ZxingDriver {
    public static void main(String[] args) throws Exception {
        System.setProperty("java.awt.headless", "true");
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            CommandLineEncoder.main(new String[] {"--image_format", "BMP", "--width", "400", "--height", "400",
                "--output", args[0] + "/code.bmp", "https://example.org/" + i});
        }
    }
}
