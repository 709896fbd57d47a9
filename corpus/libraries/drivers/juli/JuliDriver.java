import java.io.*;
import java.util.logging.*;
import org.apache.juli.FileHandler;

public final class JuliDriver {
    public static void main(String[] args) throws Exception {
        FileHandler handler = new FileHandler(args[0], "app.", ".log", 0, false, -1);
        handler.setFormatter(new SimpleFormatter() {
            @Override
            public String format(LogRecord record) {
                return record.getLevel() + " " + record.getMessage() + "\n";
            }
        });
        Logger logger = Logger.getLogger("driver");
        logger.setUseParentHandlers(false);
        logger.addHandler(handler);
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            logger.info("order " + i + " shipped");
        }
        handler.close();
    }
}
