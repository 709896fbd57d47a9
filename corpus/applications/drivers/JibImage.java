//DEPS com.google.cloud.tools:jib-core:0.27.3
//KIND build
import com.google.cloud.tools.jib.api.Containerizer;
import com.google.cloud.tools.jib.api.Jib;
import com.google.cloud.tools.jib.api.TarImage;
import com.google.cloud.tools.jib.api.buildplan.AbsoluteUnixPath;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Jib builds a container image of fifty class files, one of which changed, and a library into a tar. */
final class JibImage {
    private static int number;

    public static void main(String[] args) throws Exception {
        Path classes = Files.createDirectories(Bench.work().resolve("classes"));
        List<Path> files = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            files.add(Files.writeString(classes.resolve("C" + i + ".class"), "a class of some size\n".repeat(100 + i)));
        }
        byte[] bytes = new byte[300_000];
        new java.util.Random(1).nextBytes(bytes);
        Path library = Files.write(Bench.work().resolve("library.jar"), bytes);
        Path cache = Bench.work().resolve("cache");
        Path image = Bench.work().resolve("image.tar");
        Bench.loop(1, () -> {
            Files.writeString(files.get(0), "build " + number++);
            Jib.fromScratch()
                    .addLayer(List.of(library), AbsoluteUnixPath.get("/app/libs"))
                    .addLayer(files, AbsoluteUnixPath.get("/app/classes"))
                    .setEntrypoint("java", "-cp", "/app/libs/*:/app/classes", "C0")
                    .containerize(Containerizer.to(TarImage.at(image).named("app")).setOfflineMode(true)
                            .setApplicationLayersCache(cache).setBaseImageLayersCache(cache));
        });
    }
}
