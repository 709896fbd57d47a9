//DEPS com.guardsquare:proguard-base:7.6.1 org.apache.commons:commons-lang3:3.17.0
//KIND build
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import proguard.Configuration;
import proguard.ConfigurationParser;
import proguard.ProGuard;

/** ProGuard shrinks and obfuscates a library again and again. */
final class ProguardShrink {
    public static void main(String[] args) throws Exception {
        String library = Path.of(org.apache.commons.lang3.StringUtils.class.getProtectionDomain().getCodeSource().getLocation()
                .toURI()).toString();
        String jmods = System.getProperty("java.home") + "/jmods/";
        Path out = Bench.work().resolve("out.jar");
        String[] options = {"-injars", library, "-outjars", out.toString(),
            "-libraryjars", jmods + "java.base.jmod(!**.jar;!module-info.class)",
            "-libraryjars", jmods + "java.desktop.jmod(!**.jar;!module-info.class)",
            "-dontoptimize", "-dontwarn", "-dontnote", "-keep", "public class org.apache.commons.lang3.StringUtils { public *; }"};
        Bench.loop(1, () -> {
            Files.deleteIfExists(out);
            Configuration configuration = new Configuration();
            try (ConfigurationParser parser = new ConfigurationParser(options, new Properties())) {
                parser.parse(configuration);
            }
            new ProGuard(configuration).execute();
        });
    }
}
