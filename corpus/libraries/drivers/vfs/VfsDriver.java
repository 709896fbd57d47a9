import java.nio.file.*;
import org.apache.commons.vfs2.*;
import org.apache.commons.vfs2.cache.DefaultFilesCache;
import org.apache.commons.vfs2.impl.DefaultFileSystemManager;
import org.apache.commons.vfs2.provider.local.DefaultLocalFileProvider;

public final class VfsDriver {
    public static void main(String[] args) throws Exception {
        Path base = Path.of(args[0], "files");
        if (!Files.exists(base)) {
            Files.createDirectories(base);
            for (int i = 0; i < 200; i++) {
                Files.writeString(base.resolve("f" + i), "text");
            }
        }
        DefaultFileSystemManager manager = new DefaultFileSystemManager();
        manager.addProvider("file", new DefaultLocalFileProvider());
        manager.setFilesCache(new DefaultFilesCache());
        manager.setCacheStrategy(CacheStrategy.ON_CALL);
        manager.init();
        long sum = 0;
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            for (int j = 0; j < 200; j++) {
                FileObject file = manager.resolveFile(base.toUri() + "f" + j);
                file.refresh();
                sum += file.getType() == FileType.FILE ? 1 : 0;
            }
        }
        System.out.println(sum);
        manager.close();
    }
}
