import com.badlogic.gdx.files.FileHandle;
import com.badlogic.gdx.utils.*;
import java.io.*;
import java.nio.file.*;

public final class GdxDriver {
    public static void main(String[] args) throws Exception {
        Path file = Path.of(args[0], "model.g3db");
        if (!Files.exists(file)) {
            try (DataOutputStream out = new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file)))) {
                out.writeByte('[');
                for (int i = 0; i < 300; i++) {
                    out.writeByte('{');
                    name(out, "id");
                    out.writeByte('I');
                    out.writeInt(i);
                    name(out, "weight");
                    out.writeByte('d');
                    out.writeFloat(i / 3f);
                    out.writeByte('}');
                }
                out.writeByte(']');
            }
        }
        double sum = 0;
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            JsonValue all = new UBJsonReader().parse(new FileHandle(file.toFile()));
            sum += all.size + all.child.getFloat("weight") + all.child.next.getInt("id");
        }
        System.out.println(sum);
    }

    private static void name(DataOutputStream out, String text) throws IOException {
        out.writeByte('s');
        out.writeByte(text.length());
        out.writeBytes(text);
    }
}
