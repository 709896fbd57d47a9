import java.io.File;
import java.nio.file.*;
import java.util.*;
import org.apache.felix.fileinstall.internal.Scanner;

public final class FileInstallDriver {
    public static void main(String[] args) throws Exception {
        Path base = Path.of(args[0], "deploy");
        if (!Files.exists(base)) {
            for (int i = 0; i < 10; i++) {
                Files.createDirectories(base.resolve("bundle" + i));
                for (int j = 0; j < 30; j++) {
                    Files.writeString(base.resolve("bundle" + i).resolve("f" + j + ".jar"), "x");
                }
            }
        }
        Scanner scanner = new Scanner(base.toFile(), null);
        long changes = scanner.scan(true).size();
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            changes += scanner.scan(true).size();
        }
        System.out.println(changes);
    }
}
