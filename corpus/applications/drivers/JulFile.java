//KIND logging
import java.util.logging.FileHandler;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/** A service that logs through java.util.logging into a file. */
final class JulFile {
    public static void main(String[] args) throws Exception {
        Logger log = Logger.getLogger("orders");
        log.setUseParentHandlers(false);
        FileHandler handler = new FileHandler(Bench.work() + "/app.log");
        handler.setFormatter(new SimpleFormatter());
        log.addHandler(handler);
        Requests requests = new Requests();
        Bench.loop(2, () -> log.log(Level.INFO, "order {0} handled: {1}", new Object[] {requests.next(), requests.work()}));
    }
}
