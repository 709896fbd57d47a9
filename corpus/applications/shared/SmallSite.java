import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A folder of small files to serve. */
final class SmallSite {
    private SmallSite() {
    }

    static Path create(int files, int bytes) throws IOException {
        Path site = Files.createDirectories(Bench.work().resolve("site"));
        for (int i = 0; i < files; i++) {
            Files.writeString(site.resolve("page" + i + ".html"), "x".repeat(bytes));
        }
        return site;
    }

    static String[] arguments(int port, int threads, String keep, int files) {
        List<String> arguments = new ArrayList<>(List.of("" + port, "" + threads, keep));
        for (int i = 0; i < files; i++) {
            arguments.add("/page" + i + ".html");
        }
        return arguments.toArray(String[]::new);
    }
}
