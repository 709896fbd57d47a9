//DEPS ch.qos.logback:logback-classic:1.5.12
//KIND logging
import java.nio.file.Files;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A service that logs through logback into a file, flushed per event (its default); {@code noflush} does not flush. */
final class LogbackFile {
    public static void main(String[] args) throws Exception {
        System.setProperty("logback.configurationFile", Files.writeString(Bench.work().resolve("logback.xml"), """
                <configuration><appender name="F" class="ch.qos.logback.core.FileAppender"><file>%s/app.log</file>
                <immediateFlush>%s</immediateFlush><encoder><pattern>%%d %%p [%%t] %%c - %%m%%n</pattern></encoder></appender>
                <root level="info"><appender-ref ref="F"/></root></configuration>
                """.formatted(Bench.work(), !Bench.is("noflush"))).toString());
        Logger log = LoggerFactory.getLogger("orders");
        Requests requests = new Requests();
        Bench.loop(2, () -> log.info("order {} of {} handled: {}", requests.next(), requests.customer(), requests.work()));
    }
}
