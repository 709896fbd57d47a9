//DEPS org.apache.logging.log4j:log4j-core:2.24.3 com.lmax:disruptor:3.4.4
//KIND logging
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

/** A service that logs through log4j2 into a file, synchronously and flushed; {@code noflush}, {@code async} are remedies. */
final class Log4jFile {
    public static void main(String[] args) throws Exception {
        Log4jSetup.file(!Bench.is("noflush") && !Bench.is("async"), Bench.is("async"));
        Logger log = LogManager.getLogger("orders");
        Requests requests = new Requests();
        Bench.loop(2, () -> log.info("order {} of {} handled: {}", requests.next(), requests.customer(), requests.work()));
    }
}
