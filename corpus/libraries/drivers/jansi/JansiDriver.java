import java.io.*;
import java.nio.file.Path;
import org.fusesource.jansi.Ansi;
import org.fusesource.jansi.AnsiOutputStream;

public final class JansiDriver {
    public static void main(String[] args) throws Exception {
        try (PrintStream out = new PrintStream(new AnsiOutputStream(new FileOutputStream(Path.of(args[0], "build.log").toFile())))) {
            for (int i = 0; i < Integer.parseInt(args[1]); i++) {
                out.println(Ansi.ansi().fgGreen().a("[INFO] ").reset().a("compiled source file ").a(i).a(" of the module"));
            }
        }
    }
}
