import java.io.File;
import java.io.InputStream;
import java.nio.file.Path;
import org.apache.bcel.classfile.ClassParser;
import org.apache.bcel.classfile.JavaClass;

/** Writes a parsed class to its file. */
public final class BcelDriver {
    public static void main(String[] args) throws Exception {
        File target = Path.of(args[0], "Out.class").toFile();
        JavaClass parsed;
        try (InputStream in = JavaClass.class.getResourceAsStream("ConstantPool.class")) {
            parsed = new ClassParser(in, "ConstantPool.class").parse();
        }
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            parsed.dump(target);
        }
    }
}
