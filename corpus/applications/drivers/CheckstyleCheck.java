//DEPS com.puppycrawl.tools:checkstyle:10.9.3
//KIND tool
import com.puppycrawl.tools.checkstyle.Checker;
import com.puppycrawl.tools.checkstyle.ConfigurationLoader;
import com.puppycrawl.tools.checkstyle.PropertiesExpander;
import com.puppycrawl.tools.checkstyle.XMLLogger;
import com.puppycrawl.tools.checkstyle.api.AutomaticBean;
import java.io.File;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;

/** Checkstyle with its Sun checks: 60 sources checked again and again, a report in XML. */
final class CheckstyleCheck {
    public static void main(String[] args) throws Exception {
        Path sources = Files.createDirectories(Bench.work().resolve("src"));
        List<File> files = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            StringBuilder source = new StringBuilder("package shop;\n\npublic class Order" + i + " {\n");
            for (int j = 0; j < 20; j++) {
                source.append("    int value").append(j).append("( int x ){ return x*").append(j).append(" ; }\n");
            }
            Path file = sources.resolve("Order" + i + ".java");
            Files.writeString(file, source + "}\n");
            files.add(file.toFile());
        }
        Checker checker = new Checker();
        checker.setModuleClassLoader(Checker.class.getClassLoader());
        checker.configure(ConfigurationLoader.loadConfiguration("/sun_checks.xml", new PropertiesExpander(new Properties())));
        Bench.loop(1, () -> {
            OutputStream report = Files.newOutputStream(Bench.work().resolve("report.xml"));
            XMLLogger logger = new XMLLogger(report, AutomaticBean.OutputStreamOptions.CLOSE);
            checker.addListener(logger);
            checker.process(files);
            checker.removeListener(logger);
        });
    }
}
