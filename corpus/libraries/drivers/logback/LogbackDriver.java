import ch.qos.logback.classic.LoggerContext;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs to a file that logback.xml names. */
public final class LogbackDriver {
    public static void main(String[] args) {
        System.setProperty("log.file", Path.of(args[0], "out.log").toString());
        Logger log = LoggerFactory.getLogger(LogbackDriver.class);
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            log.info("request {} took {} ms", i, i % 7);
        }
        ((LoggerContext) LoggerFactory.getILoggerFactory()).stop();
    }
}
