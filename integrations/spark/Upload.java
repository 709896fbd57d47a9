import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;

/** Copies the files of a directory to a storage of Hadoop: {@code Upload.java DIRECTORY URI}. */
final class Upload {
    private Upload() {}

    public static void main(String[] arguments) throws IOException {
        Path from = Path.of(arguments[0]);
        FileSystem to = FileSystem.get(URI.create(arguments[1]), new Configuration());
        List<Path> files;
        try (Stream<Path> all = Files.walk(from)) {
            files = all.filter(Files::isRegularFile).sorted().toList();
        }
        for (Path file : files) {
            String name = arguments[1] + '/' + from.relativize(file).toString().replace('\\', '/');
            try (FSDataOutputStream out = to.create(new org.apache.hadoop.fs.Path(name))) {
                Files.copy(file, out);
            }
        }
    }
}
