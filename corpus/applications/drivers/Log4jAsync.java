//DEPS org.apache.logging.log4j:log4j-core:2.24.3 com.lmax:disruptor:3.4.4
//KIND logging good
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

/** The same service with async loggers: in a good state. */
final class Log4jAsync {
    public static void main(String[] args) throws Exception {
        Log4jSetup.file(false, true);
        Logger log = LogManager.getLogger("orders");
        Requests requests = new Requests();
        Bench.loop(2, () -> {
            if (requests.next() % 50 == 0) {
                log.info("order {} of {} handled: {}", requests.next(), requests.customer(), requests.work());
            } else {
                requests.work();
            }
        });
    }
}
