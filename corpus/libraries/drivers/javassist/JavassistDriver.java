import java.io.DataInputStream;
import java.io.FileInputStream;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import javassist.bytecode.ClassFile;

/** Reads a class file, as Javassist's own tool for dumps does. */
public final class JavassistDriver {
    public static void main(String[] args) throws Exception {
        Path file = Path.of(args[0], "In.class");
        if (!Files.exists(file)) {
            try (InputStream in = ClassFile.class.getResourceAsStream("ClassFile.class")) {
                Files.copy(in, file);
            }
        }
        long methods = 0;
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            DataInputStream in = new DataInputStream(new FileInputStream(file.toString()));
            ClassFile parsed = new ClassFile(in);
            methods += parsed.getMethods().size();
            in.close();
        }
        System.out.println(methods);
    }
}
