import com.jfinal.kit.Kv;
import com.jfinal.template.*;
import java.nio.file.*;

/** Renders pages from templates in a folder; one unit is one page. */
public final class EnjoyDriver {
    public static void main(String[] args) throws Exception {
        Path folder = Path.of(args[0], "templates");
        Files.createDirectories(folder);
        Files.writeString(folder.resolve("page.html"), "<h1>#(title)</h1>#include(\"foot.html\")\n");
        Files.writeString(folder.resolve("foot.html"), "<p>#(number)</p>\n");
        Engine engine = Engine.create("pages");
        engine.setDevMode(true);
        engine.setBaseTemplatePath(folder.toString());
        long sum = 0;
        for (int unit = 0; unit < Integer.parseInt(args[1]); unit++) {
            String page = engine.getTemplate("page.html").renderToString(Kv.by("title", "Orders").set("number", unit));
            sum = sum * 31 + page.hashCode();
        }
        System.out.println(sum);
    }
}
