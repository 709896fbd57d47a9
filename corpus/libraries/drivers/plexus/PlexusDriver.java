import java.io.File;
import java.nio.file.*;
import org.codehaus.plexus.util.DirectoryScanner;

public final class PlexusDriver {
    public static void main(String[] args) throws Exception {
        Path base = Path.of(args[0], "tree");
        if (!Files.exists(base)) {
            for (int i = 0; i < 20; i++) {
                Files.createDirectories(base.resolve("d" + i));
                for (int j = 0; j < 30; j++) {
                    Files.writeString(base.resolve("d" + i).resolve("f" + j + (j % 3 == 0 ? ".java" : ".txt")), "x");
                }
            }
        }
        int sum = 0;
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            DirectoryScanner scanner = new DirectoryScanner();
            scanner.setBasedir(base.toFile());
            scanner.setIncludes(new String[] {"**/*.java"});
            scanner.scan();
            sum += scanner.getIncludedFiles().length;
        }
        System.out.println(sum);
    }
}
