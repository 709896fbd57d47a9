import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import ch.qos.logback.core.FileAppender;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

/** The cases of {@link Others} that set libraries: Log4j 2, Logback, SQLite and HSQLDB. */
final class Libraries {
    private Libraries() {}

    static void run(String name) throws Exception {
        switch (name) {
            case "log4j2" -> log4j2();
            case "logback" -> logback();
            case "sqlite" -> rows("jdbc:sqlite:" + Others.dir.resolve("db"));
            case "hsqldb" -> rows("jdbc:hsqldb:file:" + Others.dir.resolve("db")
                    + (Others.remedy ? "" : ";hsqldb.write_delay=false"));
            default -> throw new IllegalArgumentException(name);
        }
    }

    static void log4j2() throws Exception {
        Path config = Others.dir.resolve("log4j2.xml");
        Files.writeString(config, "<Configuration><Appenders><File name='f' fileName='" + Others.dir.resolve("log")
                + "' immediateFlush='" + !Others.remedy + "'><PatternLayout pattern='%d %p %m%n'/></File></Appenders>"
                + "<Loggers><Root level='info'><AppenderRef ref='f'/></Root></Loggers></Configuration>");
        System.setProperty("log4j2.configurationFile", config.toString());
        Logger logger = LogManager.getLogger("orders");
        for (int i = 0; i < Others.units; i++) {
            logger.info("order {}", Others.work(i));
        }
        LogManager.shutdown();
    }

    static void logback() {
        LoggerContext context = new LoggerContext();
        context.setMDCAdapter(new LogbackMDCAdapter());
        PatternLayoutEncoder encoder = new PatternLayoutEncoder();
        encoder.setContext(context);
        encoder.setPattern("%d %p %m%n");
        encoder.start();
        FileAppender<ILoggingEvent> appender = new FileAppender<>();
        appender.setContext(context);
        appender.setFile(Others.dir.resolve("log").toString());
        appender.setEncoder(encoder);
        appender.setImmediateFlush(!Others.remedy);
        appender.start();
        var logger = context.getLogger("orders");
        logger.addAppender(appender);
        for (int i = 0; i < Others.units; i++) {
            logger.info("order {}", Others.work(i));
        }
        context.stop();
    }

    /** A transaction for each row; SQLite's remedy is one for a hundred, HSQLDB's its write delay. */
    static void rows(String url) throws Exception {
        boolean grouped = Others.remedy && url.startsWith("jdbc:sqlite");
        try (Connection connection = DriverManager.getConnection(url)) {
            connection.createStatement().execute("CREATE TABLE orders (id INTEGER PRIMARY KEY, name VARCHAR(40))");
            connection.setAutoCommit(!grouped);
            try (PreparedStatement insert = connection.prepareStatement("INSERT INTO orders VALUES (?, ?)")) {
                for (int i = 0; i < Others.units; i++) {
                    Others.work(i);
                    insert.setInt(1, i);
                    insert.setString(2, "order");
                    insert.executeUpdate();
                    if (grouped && i % 100 == 99) {
                        connection.commit();
                    }
                }
            }
            if (grouped) {
                connection.commit();
            }
        }
    }
}
