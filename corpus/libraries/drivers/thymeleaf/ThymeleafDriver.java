import java.nio.file.*;
import org.thymeleaf.TemplateEngine;
import org.thymeleaf.context.Context;
import org.thymeleaf.templateresolver.FileTemplateResolver;

/** Renders pages from a template in a folder; one unit is one page. */
public final class ThymeleafDriver {
    public static void main(String[] args) throws Exception {
        Path folder = Path.of(args[0], "templates");
        Files.createDirectories(folder);
        Files.writeString(folder.resolve("page.html"), "<html><body><p th:text=\"${number}\">0</p></body></html>\n");
        FileTemplateResolver resolver = new FileTemplateResolver();
        resolver.setPrefix(folder + "/");
        resolver.setSuffix(".html");
        resolver.setCacheable(false);
        TemplateEngine engine = new TemplateEngine();
        engine.setTemplateResolver(resolver);
        long sum = 0;
        for (int unit = 0; unit < Integer.parseInt(args[1]); unit++) {
            Context context = new Context();
            context.setVariable("number", unit);
            sum = sum * 31 + engine.process("page", context).hashCode();
        }
        System.out.println(sum);
    }
}
