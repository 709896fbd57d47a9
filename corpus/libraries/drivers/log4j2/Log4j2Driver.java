import org.apache.logging.log4j.*;

public final class Log4j2Driver {
    public static void main(String[] args) throws Exception {
        System.setProperty("log.dir", args[0]);
        Logger log = LogManager.getLogger("app");
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            log.info("event {}", i);
        }
        LogManager.shutdown();
    }
}
