import com.mitchellbosecke.pebble.PebbleEngine;
import com.mitchellbosecke.pebble.loader.FileLoader;
import java.io.StringWriter;
import java.nio.file.*;
import java.util.Map;

/** Renders pages from templates in a folder; one unit is one page. */
public final class PebbleDriver {
    public static void main(String[] args) throws Exception {
        Path folder = Path.of(args[0], "templates");
        Files.createDirectories(folder);
        Files.writeString(folder.resolve("page.html"), "<h1>{{ title }}</h1>{% include \"foot.html\" %}\n");
        Files.writeString(folder.resolve("foot.html"), "<p>{{ number }}</p>\n");
        FileLoader loader = new FileLoader();
        loader.setPrefix(folder.toString());
        PebbleEngine engine = new PebbleEngine.Builder().loader(loader).cacheActive(false).build();
        long sum = 0;
        for (int unit = 0; unit < Integer.parseInt(args[1]); unit++) {
            StringWriter page = new StringWriter();
            engine.getTemplate("page.html").evaluate(page, Map.of("title", "Orders", "number", unit));
            sum = sum * 31 + page.toString().hashCode();
        }
        System.out.println(sum);
    }
}
