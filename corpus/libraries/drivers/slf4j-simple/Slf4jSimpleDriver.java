import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs to a file. */
public final class Slf4jSimpleDriver {
    public static void main(String[] args) {
        System.setProperty("org.slf4j.simpleLogger.logFile", Path.of(args[0], "out.log").toString());
        Logger log = LoggerFactory.getLogger(Slf4jSimpleDriver.class);
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            log.info("request {} took {} ms", i, i % 7);
        }
    }
}
