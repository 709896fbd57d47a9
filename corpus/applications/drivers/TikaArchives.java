//DEPS org.apache.tika:tika-core:2.9.2 org.apache.tika:tika-parser-pkg-module:2.9.2 org.apache.tika:tika-parser-html-module:2.9.2 org.apache.tika:tika-parser-zip-commons:2.9.2 org.slf4j:slf4j-nop:2.0.16
//KIND library
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.apache.tika.io.TikaInputStream;
import org.apache.tika.metadata.Metadata;
import org.apache.tika.parser.AutoDetectParser;
import org.apache.tika.parser.ParseContext;
import org.apache.tika.parser.Parser;
import org.apache.tika.sax.BodyContentHandler;

/** Tika takes the text out of small archives of pages, which come as streams. */
final class TikaArchives {
    public static void main(String[] args) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            for (int i = 0; i < 5; i++) {
                zip.putNextEntry(new ZipEntry("page" + i + ".html"));
                zip.write(("<html><body><h1>Page " + i + "</h1>" + "<p>Some words of a page.</p>".repeat(50) + "</body></html>")
                        .getBytes(StandardCharsets.UTF_8));
            }
        }
        byte[] archive = bytes.toByteArray();
        Parser parser = new AutoDetectParser();
        Bench.loop(1, () -> {
            ParseContext context = new ParseContext();
            context.set(Parser.class, parser);
            BodyContentHandler text = new BodyContentHandler(-1);
            try (InputStream in = TikaInputStream.get(new ByteArrayInputStream(archive))) {
                parser.parse(in, text, new Metadata(), context);
            }
            if (!text.toString().contains("page4")) {
                throw new IllegalStateException(text.toString());
            }
        });
    }
}
