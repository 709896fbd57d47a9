import org.codehaus.plexus.logging.Logger;
import org.codehaus.plexus.logging.console.ConsoleLogger;

/** Logs to the console; one unit is one message. */
public final class PlexusLoggerDriver {
    public static void main(String[] args) {
        Logger logger = new ConsoleLogger(Logger.LEVEL_INFO, "orders");
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            logger.info("order " + i % 1000 + " shipped");
        }
    }
}
