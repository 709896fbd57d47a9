import java.io.File;
import java.util.logging.*;
import org.jboss.logmanager.ExtLogRecord;
import org.jboss.logmanager.handlers.FileHandler;

public final class LogManagerDriver {
    public static void main(String[] args) throws Exception {
        Formatter formatter = new Formatter() {
            @Override
            public String format(LogRecord record) {
                return record.getLevel() + " " + record.getMessage() + "\n";
            }
        };
        try (FileHandler handler = new FileHandler(formatter, new File(args[0], "app.log"))) {
            handler.setAutoFlush(true);
            for (int i = 0; i < Integer.parseInt(args[1]); i++) {
                handler.publish(new ExtLogRecord(Level.INFO, "order " + i + " shipped", "driver"));
            }
        }
    }
}
