import java.io.File;
import java.nio.file.*;
import java.time.Duration;
import org.springframework.boot.devtools.filewatch.FileSystemWatcher;

public final class DevToolsDriver {
    public static void main(String[] args) throws Exception {
        File folder = Path.of(args[0], "classes").toFile();
        if (folder.mkdir()) {
            for (int i = 0; i < 200; i++) {
                Files.write(folder.toPath().resolve("Class" + i + ".class"), new byte[i]);
            }
        }
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            FileSystemWatcher watcher = new FileSystemWatcher(true, Duration.ofHours(2), Duration.ofHours(1));
            watcher.addSourceFolder(folder);
            watcher.start();
            watcher.stop();
        }
        System.out.println(args[1]);
    }
}
