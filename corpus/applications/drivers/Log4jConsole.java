//DEPS org.apache.logging.log4j:log4j-core:2.24.3
//KIND logging
import java.nio.file.Files;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

/** A service that logs through log4j2 to the console, which is a pipe, as in a container; {@code direct} sets direct="true". */
final class Log4jConsole {
    public static void main(String[] args) throws Exception {
        System.setProperty("log4j2.configurationFile", Files.writeString(Bench.work().resolve("log4j2.xml"), """
                <Configuration status="warn"><Appenders><Console name="out" target="SYSTEM_OUT" direct="%s">
                <PatternLayout pattern="%%d %%p [%%t] %%c - %%m%%n"/></Console></Appenders>
                <Loggers><Root level="info"><AppenderRef ref="out"/></Root></Loggers></Configuration>
                """.formatted(Bench.is("direct"))).toString());
        Logger log = LogManager.getLogger("orders");
        Requests requests = new Requests();
        Bench.loop(2, () -> log.info("order {} of {} handled: {}", requests.next(), requests.customer(), requests.work()));
    }
}
