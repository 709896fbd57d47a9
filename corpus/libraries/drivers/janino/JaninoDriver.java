import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import org.codehaus.commons.compiler.ICompiler;
import org.codehaus.janino.CompilerFactory;

/** Compiles a source file of a few classes into a directory. */
public final class JaninoDriver {
    public static void main(String[] args) throws Exception {
        Path source = Path.of(args[0], "Shapes.java");
        if (!Files.exists(source)) {
            StringBuilder text = new StringBuilder("package shapes;\n");
            for (int c = 0; c < 4; c++) {
                text.append("public class Shape" + c + " {\n");
                for (int m = 0; m < 30; m++) {
                    text.append("  private int side" + m + " = " + (m + 70_000) + ";\n  public int area" + m + "(int by) { return side" + m
                            + " * by + " + c + "; }\n");
                }
                text.append("}\n");
            }
            Files.writeString(source, text);
        }
        File classes = Path.of(args[0], "classes").toFile();
        classes.mkdirs();
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            ICompiler compiler = new CompilerFactory().newCompiler();
            compiler.setDestinationDirectory(classes, false);
            compiler.compile(new File[] {source.toFile()});
        }
    }
}
