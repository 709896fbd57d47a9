import java.io.*;
import java.nio.file.*;
import org.locationtech.spatial4j.context.SpatialContext;
import org.locationtech.spatial4j.io.BinaryCodec;
import org.locationtech.spatial4j.shape.Shape;

/** Writes shapes to a file with the binary codec; one unit is a file of 500 points and rectangles. */
public final class Spatial4jDriver {
    public static void main(String[] args) throws Exception {
        SpatialContext context = SpatialContext.GEO;
        BinaryCodec codec = context.getBinaryCodec();
        for (int unit = 0; unit < Integer.parseInt(args[1]); unit++) {
            Path file = Path.of(args[0], "shapes" + unit % 4 + ".bin");
            try (DataOutputStream out = new DataOutputStream(Files.newOutputStream(file))) {
                for (int i = 0; i < 500; i++) {
                    double x = i * 7 % 100;
                    double y = i * 3 % 50;
                    Shape shape = i % 2 == 0 ? context.getShapeFactory().pointXY(x, y)
                            : context.getShapeFactory().rect(x, x + 2, y, y + 1);
                    codec.writeShape(out, shape);
                }
            }
        }
    }
}
