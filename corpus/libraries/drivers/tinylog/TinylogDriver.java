import java.nio.file.Path;
import org.tinylog.Logger;
import org.tinylog.provider.ProviderRegistry;

/** Logs to a file that tinylog.properties names. */
public final class TinylogDriver {
    public static void main(String[] args) throws Exception {
        System.setProperty("log.file", Path.of(args[0], "out.log").toString());
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            Logger.info("request {} took {} ms", i, i % 7);
        }
        ProviderRegistry.getLoggingProvider().shutdown();
    }
}
