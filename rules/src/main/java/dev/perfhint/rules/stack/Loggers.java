package dev.perfhint.rules.stack;

import java.util.Map;
import java.util.Optional;

/**
 * Logging libraries whose file appenders write out every record by themselves: a setting changes that, not an edit. Read
 * in Log4j 2.24 and Logback 1.5; {@code java.util.logging} of JDK 11 to 25.
 */
public final class Loggers {
    private static final String LOG4J_APPENDERS = "org.apache.logging.log4j.core.appender.";
    private static final String IMMEDIATE =
            "set immediateFlush to false on the file appender; then a crash loses the records that are still in its buffer";
    private static final Map<String, String> SETTINGS = Map.of(
            "org.apache.logging.log4j.", IMMEDIATE,
            "ch.qos.logback.", IMMEDIATE,
            "java.util.logging.", "FileHandler writes out every record and has no setting for it: log less,"
                    + " or put a MemoryHandler in front of it");

    private Loggers() {}

    /** Returns whether the method writes out what a library's own buffer holds, after each record. */
    static boolean isFlush(String className, String method) {
        return method.equals("flush") && className.startsWith(LOG4J_APPENDERS);
    }

    /** Returns what makes the logger of this class flush less often; empty if it is none. */
    public static Optional<String> help(String className) {
        return SETTINGS.entrySet().stream()
                .filter(setting -> className.startsWith(setting.getKey()))
                .map(Map.Entry::getValue)
                .findFirst();
    }
}
