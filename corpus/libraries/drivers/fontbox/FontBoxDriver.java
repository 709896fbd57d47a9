import java.io.File;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.fontbox.ttf.TTFParser;

/** Parses a TrueType font from its file, again and again. */
public final class FontBoxDriver {
    public static void main(String[] args) throws Exception {
        File font = Path.of(args[0], "font.ttf").toFile();
        if (!font.exists()) {
            try (InputStream in = FontBoxDriver.class.getResourceAsStream("/net/sf/jasperreports/fonts/dejavu/DejaVuSans.ttf")) {
                Files.copy(in, font.toPath());
            }
        }
        long glyphs = 0;
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            glyphs += new TTFParser().parseTTF(font).getMaximumProfile().getNumGlyphs();
        }
        System.out.println(glyphs);
    }
}
