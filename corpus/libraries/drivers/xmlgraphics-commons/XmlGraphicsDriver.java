import java.io.FileOutputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import org.apache.xmlgraphics.ps.PSGenerator;

/** Draws lines in PostScript. */
public final class XmlGraphicsDriver {
    public static void main(String[] args) throws Exception {
        try (OutputStream out = target(args[0])) {
            PSGenerator ps = new PSGenerator(out);
            for (int i = 0; i < Integer.parseInt(args[1]); i++) {
                ps.writeln("newpath");
                ps.writeln(ps.formatDouble(i) + " 10 moveto");
                ps.writeln(ps.formatDouble(i) + " 90 lineto");
                ps.writeln("stroke");
            }
            ps.flush();
        }
    }

    private static OutputStream target(String directory) throws Exception {
        return new FileOutputStream(Path.of(directory, "out.ps").toFile());
    }
}
