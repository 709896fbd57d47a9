package dev.perfhint.source.logging;

import dev.perfhint.source.CallSite;
import dev.perfhint.source.SourceFile;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;

/** The logging libraries whose file appenders have a buffer that a setting lets fill. */
public enum LoggingLibrary {
    LOG4J_2("Log4j 2", "org.apache.logging.log4j.core.", Log4j2Appenders::in),
    LOGBACK("Logback", "ch.qos.logback.", LogbackAppenders::in),
    LOG4J_1("Log4j 1", "org.apache.log4j.", Log4j1Appenders::in),
    TINYLOG("tinylog", "org.tinylog.writers.", TinylogWriters::in);

    private static final Map<String, String> LOG4J_2_TYPES = types(
            "appender.RollingRandomAccessFileAppender", "RollingRandomAccessFile",
            "appender.rolling.RollingRandomAccessFileManager", "RollingRandomAccessFile",
            "appender.RollingFileAppender", "RollingFile",
            "appender.rolling.RollingFileManager", "RollingFile",
            "appender.RandomAccessFileAppender", "RandomAccessFile",
            "appender.RandomAccessFileManager", "RandomAccessFile",
            "appender.FileAppender", "File",
            "appender.FileManager", "File");
    private static final Map<String, String> LOGBACK_TYPES = types(
            "core.rolling.RollingFileAppender", "ch.qos.logback.core.rolling.RollingFileAppender",
            "core.FileAppender", "ch.qos.logback.core.FileAppender");
    private static final Map<String, String> LOG4J_1_TYPES = types(
            "DailyRollingFileAppender", "org.apache.log4j.DailyRollingFileAppender",
            "RollingFileAppender", "org.apache.log4j.RollingFileAppender");

    private static final Map<String, String> TINYLOG_TYPES =
            types("RollingFileWriter", "rolling file", "FileWriter", "file");

    private final String label;
    private final String prefix;
    private final BiFunction<SourceFile, List<CallSite>, List<Appender>> reader;

    LoggingLibrary(String label, String prefix, BiFunction<SourceFile, List<CallSite>, List<Appender>> reader) {
        this.label = label;
        this.prefix = prefix;
        this.reader = reader;
    }

    /** Returns the library whose appender the stack goes through: the one nearest to the I/O call. */
    public static Optional<LoggingLibrary> on(List<CallSite> frames) {
        for (CallSite frame : frames) {
            for (LoggingLibrary library : values()) {
                if (frame.className().startsWith(library.prefix)) {
                    return Optional.of(library);
                }
            }
        }
        return Optional.empty();
    }

    /** Returns the library's name for readers. */
    public String label() {
        return label;
    }

    /** Returns the file appenders that a configuration declares for this library. */
    public List<Appender> appenders(SourceFile file, List<CallSite> frames) {
        return reader.apply(file, frames);
    }

    /** Returns the type of appender that the stack shows; empty where the frames are those of several types. */
    public Optional<String> type(List<CallSite> frames) {
        for (Map.Entry<String, String> type : types().entrySet()) {
            if (frames.stream().anyMatch(frame -> frame.className().equals(prefix + type.getKey()))) {
                return Optional.of(type.getValue());
            }
        }
        return this == LOG4J_1 ? Optional.of("org.apache.log4j.FileAppender") : Optional.empty();
    }

    /** Returns whether events come in groups, so that the appender is flushed at the end of each group anyway. */
    public static boolean flushesGroups(List<CallSite> frames) {
        return frames.stream().anyMatch(frame ->
                frame.className().startsWith("org.apache.logging.log4j.core.appender.AsyncAppender")
                        || frame.className().startsWith("org.apache.logging.log4j.core.async.RingBufferLogEvent"));
    }

    private Map<String, String> types() {
        return switch (this) {
            case LOG4J_2 -> LOG4J_2_TYPES;
            case LOGBACK -> LOGBACK_TYPES;
            case LOG4J_1 -> LOG4J_1_TYPES;
            case TINYLOG -> TINYLOG_TYPES;
        };
    }

    /** The most specific type first: its frames may hold those of the type that it extends. */
    private static Map<String, String> types(String... pairs) {
        Map<String, String> types = new LinkedHashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            types.put(pairs[i], pairs[i + 1]);
        }
        return types;
    }
}
