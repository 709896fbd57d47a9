import java.io.File;
import java.nio.file.*;
import java.util.*;
import org.eclipse.jetty.util.Scanner;

public final class JettyDriver {
    public static void main(String[] args) throws Exception {
        Path base = Path.of(args[0], "tree");
        if (!Files.exists(base)) {
            for (int i = 0; i < 20; i++) {
                Files.createDirectories(base.resolve("d" + i));
                for (int j = 0; j < 30; j++) {
                    Files.writeString(base.resolve("d" + i).resolve("f" + j + ".war"), "x");
                }
            }
        }
        Scanner scanner = new Scanner();
        scanner.setScanDirs(List.of(base.toFile()));
        scanner.setRecursive(true);
        scanner.setReportExistingFilesOnStartup(false);
        int[] changes = new int[1];
        scanner.addListener((Scanner.BulkListener) names -> changes[0] += names.size());
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            scanner.scan();
        }
        System.out.println(changes[0]);
    }
}
