import java.nio.file.*;
import org.mozilla.javascript.tools.shell.Main;

/** A script of the JavaScript shell that prints a table; one unit is one line. */
public final class RhinoDriver {
    public static void main(String[] args) throws Exception {
        Path script = Path.of(args[0], "table.js");
        Files.writeString(script, "for (var i = 0; i < " + args[1] + "; i++) {\n  print('row', i, i * i, 'of the table');\n}\n");
        int code = Main.exec(new String[] {script.toString()});
        Files.delete(script);
        if (code != 0) {
            throw new IllegalStateException("exit code " + code);
        }
    }
}
