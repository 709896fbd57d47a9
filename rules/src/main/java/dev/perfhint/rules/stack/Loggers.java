package dev.perfhint.rules.stack;

/** Logging libraries that keep a buffer of their own and write it out after every record. Read in Log4j 2.24. */
final class Loggers {
    private static final String LOG4J_APPENDERS = "org.apache.logging.log4j.core.appender.";

    private Loggers() {}

    /** Returns whether the class is one of those that keep such a buffer. */
    static boolean isAppender(String className) {
        return className.startsWith(LOG4J_APPENDERS);
    }

    /** Returns whether the method writes out what a library's own buffer holds, after each record. */
    static boolean isFlush(String className, String method) {
        return method.equals("flush") && isAppender(className);
    }
}
