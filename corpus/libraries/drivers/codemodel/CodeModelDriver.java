import com.sun.codemodel.JCodeModel;
import com.sun.codemodel.fmt.JStaticFile;
import com.sun.codemodel.writer.FileCodeWriter;
import java.io.File;
import java.net.*;
import java.nio.file.*;

/** Generates a package with one class and a large resource. */
public final class CodeModelDriver {
    public static void main(String[] args) throws Exception {
        Path resource = Path.of(args[0], "names.txt");
        if (!Files.exists(resource)) {
            Files.writeString(resource, "one name of many\n".repeat(40_000));
        }
        File generated = new File(args[0], "generated");
        generated.mkdirs();
        try (URLClassLoader resources = new URLClassLoader(new URL[] {Path.of(args[0]).toUri().toURL()})) {
            for (int i = 0; i < Integer.parseInt(args[1]); i++) {
                JCodeModel model = new JCodeModel();
                model._class("names.Names");
                model._package("names").addResourceFile(new JStaticFile(resources, "names.txt", true));
                model.build(new FileCodeWriter(generated));
            }
        }
    }
}
