import java.io.File;
import org.apache.log.*;
import org.apache.log.format.PatternFormatter;
import org.apache.log.output.io.FileTarget;

/** A program that configures its log in code. */
public final class LogkitDriver {
    public static void main(String[] args) throws Exception {
        Hierarchy hierarchy = new Hierarchy();
        FileTarget target = new FileTarget(new File(args[0], "orders.log"), false,
                new PatternFormatter("%{priority} %{category} %{message}\\n"));
        hierarchy.setDefaultLogTarget(target);
        hierarchy.setDefaultPriority(Priority.INFO);
        Logger logger = hierarchy.getLoggerFor("orders");
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            logger.info("order " + i + " shipped");
            logger.debug("not written");
        }
        target.close();
    }
}
