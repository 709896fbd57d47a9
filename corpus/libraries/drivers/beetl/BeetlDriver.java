import java.nio.file.*;
import org.beetl.core.*;
import org.beetl.core.resource.FileResourceLoader;

/** Renders invoices from templates in a folder; one unit is one invoice. */
public final class BeetlDriver {
    public static void main(String[] args) throws Exception {
        Path folder = Path.of(args[0], "templates");
        Files.createDirectories(folder);
        Files.writeString(folder.resolve("invoice.btl"), "Invoice ${number} for ${name}\n<% include(\"foot.btl\"){} %>\n");
        Files.writeString(folder.resolve("foot.btl"), "Thank you\n");
        FileResourceLoader loader = new FileResourceLoader(folder.toString(), "UTF-8");
        GroupTemplate templates = new GroupTemplate(loader, Configuration.defaultConfiguration());
        long sum = 0;
        for (int unit = 0; unit < Integer.parseInt(args[1]); unit++) {
            Template template = templates.getTemplate("invoice.btl");
            template.binding("number", unit);
            template.binding("name", "customer " + unit % 10);
            sum = sum * 31 + template.render().hashCode();
        }
        System.out.println(sum);
    }
}
