package dev.perfhint.cli.command.option;

import dev.perfhint.cli.CliException;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;

/** The options that choose which samples of a recording count; every command that reads one has them. */
public final class Filters {
    @Option(names = "--event", paramLabel = "E", defaultValue = "",
            description = "Use only this event; also sets the event of collapsed input (default: CPU events).")
    public String event;

    @Option(names = "--from", paramLabel = "T", converter = Offset.class,
            description = "Ignore samples before T, an offset from the start: 90, 200ms, 2m.")
    Long fromNanos;

    @Option(names = "--to", paramLabel = "T", converter = Offset.class, description = "Ignore samples from T on.")
    Long toNanos;

    @Option(names = "--thread", paramLabel = "RE", converter = Regex.class,
            description = "Only include threads whose name matches this regular expression.")
    Pattern thread;

    @Option(names = "--include", paramLabel = "RE", converter = Regex.class,
            description = "Only include stacks with a matching frame (pkg.Class.method).")
    Pattern include;

    @Option(names = "--exclude", paramLabel = "RE", converter = Regex.class,
            description = "Exclude stacks with a matching frame.")
    Pattern exclude;

    /** Returns whether all of the recordings counts. */
    public boolean isEmpty() {
        return event.isEmpty() && fromNanos == null && toNanos == null && thread == null && include == null
                && exclude == null;
    }

    @Option(names = "--max-size", paramLabel = "SIZE", converter = Size.class, defaultValue = "0",
            description = "How large a compressed recording or standard input may become uncompressed: 500m, 4g "
                    + "(default: 200 times its size, 256m at least).")
    long maxBytes;

    /** Reads a time after the recording's start as nanoseconds. */
    public static final class Offset implements ITypeConverter<Long> {
        private static final Pattern FORM = Pattern.compile("(\\d+(?:\\.\\d+)?)(ms|s|m|h)?");

        @Override
        public Long convert(String value) {
            var matcher = FORM.matcher(value);
            if (!matcher.matches() || value.length() > 18) {
                throw new CliException("not a time: '" + value + "' (write 90, 1.5s, 200ms, 2m or 1h)");
            }
            double unit = switch (matcher.group(2) == null ? "s" : matcher.group(2)) {
                case "ms" -> 1e6;
                case "m" -> 60e9;
                case "h" -> 3600e9;
                default -> 1e9;
            };
            return Math.round(Double.parseDouble(matcher.group(1)) * unit);
        }
    }

    /** Reads a number of bytes. */
    static final class Size implements ITypeConverter<Long> {
        private static final Pattern FORM = Pattern.compile("(\\d{1,9})([kmgt]?)", Pattern.CASE_INSENSITIVE);

        @Override
        public Long convert(String value) {
            var matcher = FORM.matcher(value);
            if (!matcher.matches()) {
                throw new CliException("not a size: '" + value + "' (write 500m or 4g)");
            }
            String unit = matcher.group(2).toLowerCase(Locale.ROOT);
            return Long.parseLong(matcher.group(1)) << (unit.isEmpty() ? 0 : 10 * (1 + "kmgt".indexOf(unit)));
        }
    }

    /** Reads a regular expression. */
    static final class Regex implements ITypeConverter<Pattern> {
        @Override
        public Pattern convert(String value) {
            try {
                return Pattern.compile(value);
            } catch (PatternSyntaxException e) {
                throw new CliException("not a regular expression: '" + value + "' (" + e.getDescription() + ")");
            }
        }
    }
}
