//DEPS org.slf4j:slf4j-simple:2.0.16
//KIND logging
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A service that logs through slf4j-simple to standard output, a pipe. */
final class Slf4jSimple {
    public static void main(String[] args) throws Exception {
        System.setProperty("org.slf4j.simpleLogger.logFile", "System.out");
        Logger log = LoggerFactory.getLogger("orders");
        Requests requests = new Requests();
        Bench.loop(2, () -> log.info("order {} of {} handled: {}", requests.next(), requests.customer(), requests.work()));
    }
}
