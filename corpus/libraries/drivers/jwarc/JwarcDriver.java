import java.nio.file.Path;
import java.time.Instant;
import java.util.UUID;
import org.netpreserve.jwarc.*;

/** Writes small records to an archive. */
public final class JwarcDriver {
    public static void main(String[] args) throws Exception {
        try (WarcWriter writer = new WarcWriter(Path.of(args[0], "pages.warc"))) {
            for (int i = 0; i < Integer.parseInt(args[1]); i++) {
                WarcMetadata record = new WarcMetadata.Builder().recordId(new UUID(1, i)).date(Instant.ofEpochSecond(1_600_000_000L + i))
                        .body(MediaType.parse("text/plain"), ("fetched in " + i % 90 + " ms").getBytes()).build();
                writer.write(record);
            }
        }
    }
}
