import java.nio.file.Path;
import org.apache.log4j.Logger;

/** Logs to a file that log4j.properties names. */
public final class Log4jDriver {
    public static void main(String[] args) {
        System.setProperty("log.file", Path.of(args[0], "out.log").toString());
        Logger log = Logger.getLogger(Log4jDriver.class);
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            log.info("request " + i + " took " + i % 7 + " ms");
        }
        org.apache.log4j.LogManager.shutdown();
    }
}
