import java.io.*;
import java.nio.file.*;
import org.apache.commons.exec.*;

/** Runs a command and keeps what it prints in a file. */
public final class CommonsExecDriver {
    public static void main(String[] args) throws Exception {
        Path text = Path.of(args[0], "text.txt");
        if (!Files.exists(text)) {
            Files.writeString(text, "0123456789abcde\n".repeat(1 << 17));
        }
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            try (OutputStream out = new FileOutputStream(args[0] + "/printed.txt")) {
                DefaultExecutor executor = new DefaultExecutor();
                executor.setStreamHandler(new PumpStreamHandler(out));
                executor.execute(new CommandLine("cat").addArgument(text.toString()));
            }
        }
    }
}
