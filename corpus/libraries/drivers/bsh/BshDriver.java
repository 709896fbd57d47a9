import bsh.Interpreter;
import java.io.*;

/** Runs a script that prints a report into a file; one unit is a report of 100 lines. */
public final class BshDriver {
    public static void main(String[] args) throws Exception {
        String script = "for (i = 0; i < 100; i++) { print(\"row \" + i + \" of report \" + unit); }";
        PrintStream out = new PrintStream(new FileOutputStream(new File(args[0], "report.txt")));
        Interpreter interpreter = new Interpreter(new StringReader(""), out, out, false);
        for (int unit = 0; unit < Integer.parseInt(args[1]); unit++) {
            interpreter.set("unit", unit);
            interpreter.eval(script);
        }
        out.close();
    }
}
