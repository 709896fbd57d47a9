package dev.perfhint.source.logging;

import dev.perfhint.source.CallSite;
import dev.perfhint.source.file.SourceFile;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.Stream;

/** The logging libraries whose file appenders have a buffer that a setting lets fill. */
public enum LoggingLibrary {
    LOG4J_2("Log4j 2", "org.apache.logging.log4j.core.", Log4j2Appenders::in,
            "appender.RollingRandomAccessFileAppender=RollingRandomAccessFile",
            "appender.rolling.RollingRandomAccessFileManager=RollingRandomAccessFile",
            "appender.RollingFileAppender=RollingFile", "appender.rolling.RollingFileManager=RollingFile",
            "appender.RandomAccessFileAppender=RandomAccessFile", "appender.RandomAccessFileManager=RandomAccessFile",
            "appender.FileAppender=File", "appender.FileManager=File"),
    LOGBACK("Logback", "ch.qos.logback.", LogbackAppenders::in,
            "core.rolling.RollingFileAppender=ch.qos.logback.core.rolling.RollingFileAppender",
            "core.FileAppender=ch.qos.logback.core.FileAppender"),
    LOG4J_1("Log4j 1", "org.apache.log4j.", Log4j1Appenders::in,
            "DailyRollingFileAppender=org.apache.log4j.DailyRollingFileAppender",
            "RollingFileAppender=org.apache.log4j.RollingFileAppender"),
    TINYLOG("tinylog", "org.tinylog.writers.", TinylogWriters::in, "RollingFileWriter=rolling file", "FileWriter=file");

    private final String label;
    private final String prefix;
    private final BiFunction<SourceFile, List<CallSite>, List<Appender>> reader;
    /** Class on the stack and type of appender, the most specific first: its frames may hold those of a general one. */
    private final List<String> types;

    LoggingLibrary(String label, String prefix, BiFunction<SourceFile, List<CallSite>, List<Appender>> reader,
            String... types) {
        this.label = label;
        this.prefix = prefix;
        this.reader = reader;
        this.types = List.of(types);
    }

    /** Returns the library whose appender the stack goes through: the one nearest to the I/O call. */
    public static Optional<LoggingLibrary> on(List<CallSite> frames) {
        return frames.stream()
                .flatMap(frame -> Stream.of(values()).filter(each -> each.has(frame.className())))
                .findFirst();
    }

    /** Returns whether the class is the library's. */
    public boolean has(String className) {
        return className.startsWith(prefix);
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
        return types.stream().map(type -> type.split("="))
                .filter(type -> frames.stream().anyMatch(frame -> frame.className().equals(prefix + type[0])))
                .map(type -> type[1]).findFirst()
                .or(() -> this == LOG4J_1 ? Optional.of("org.apache.log4j.FileAppender") : Optional.empty());
    }

    /** Returns whether events come in groups, so that the appender is flushed at the end of each group anyway. */
    public static boolean flushesGroups(List<CallSite> frames) {
        return frames.stream().anyMatch(frame ->
                frame.className().startsWith("org.apache.logging.log4j.core.appender.AsyncAppender")
                        || frame.className().startsWith("org.apache.logging.log4j.core.async.RingBufferLogEvent"));
    }
}
