import java.io.File;
import java.io.FileOutputStream;
import java.nio.file.Path;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;
import org.locationtech.jts.io.OutputStreamOutStream;
import org.locationtech.jts.io.WKBWriter;

/** Writes a line of a thousand points as well-known binary. */
public final class JtsDriver {
    public static void main(String[] args) throws Exception {
        Coordinate[] points = new Coordinate[1000];
        for (int i = 0; i < points.length; i++) {
            points[i] = new Coordinate(i, i * 0.5);
        }
        Geometry line = new GeometryFactory().createLineString(points);
        new JtsDriver(Path.of(args[0], "out.wkb").toFile()).write(line, Integer.parseInt(args[1]));
    }

    private final File file;

    private JtsDriver(File file) {
        this.file = file;
    }

    private void write(Geometry line, int units) throws Exception {
        FileOutputStream out = null;
        try {
            out = new FileOutputStream(file);
            for (int i = 0; i < units; i++) {
                new WKBWriter().write(line, new OutputStreamOutStream(out));
            }
        } finally {
            if (out != null) {
                out.close();
            }
        }
    }
}
