import java.nio.file.Files;
import java.nio.file.Path;

/** Writes log4j2's configuration before its first logger is made. */
final class Log4jSetup {
    private Log4jSetup() {
    }

    static void file(boolean flush, boolean async) throws Exception {
        if (async) {
            System.setProperty("log4j2.contextSelector", "org.apache.logging.log4j.core.async.AsyncLoggerContextSelector");
        }
        Path file = Files.writeString(Bench.work().resolve("log4j2.xml"), """
                <Configuration status="warn"><Appenders>
                <RollingFile name="file" fileName="%s/app.log" filePattern="%s/app.%%i.log" immediateFlush="%s">
                <PatternLayout pattern="%%d %%p [%%t] %%c - %%m%%n"/><SizeBasedTriggeringPolicy size="50MB"/>
                <DefaultRolloverStrategy max="2"/></RollingFile>
                </Appenders><Loggers><Root level="info"><AppenderRef ref="file"/></Root></Loggers></Configuration>
                """.formatted(Bench.work(), Bench.work(), flush));
        System.setProperty("log4j2.configurationFile", file.toString());
    }
}
