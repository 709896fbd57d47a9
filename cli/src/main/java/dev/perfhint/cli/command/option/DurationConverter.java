package dev.perfhint.cli.command.option;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Reads durations as users of profilers write them: {@code 30s}, {@code 500ms}, {@code 2m}; a bare number is seconds.
 */
public final class DurationConverter implements ITypeConverter<Duration> {
    private static final Pattern FORM = Pattern.compile("(\\d{1,12})(us|ms|s|m|h|)");

    @Override
    public Duration convert(String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            throw new TypeConversionException("'" + text + "' is not a duration such as 500ms, 30s or 2m");
        }
        long number = Long.parseLong(form.group(1));
        Duration duration = switch (form.group(2)) {
            case "us" -> Duration.ofNanos(number * 1000);
            case "ms" -> Duration.ofMillis(number);
            case "m" -> Duration.ofMinutes(number);
            case "h" -> Duration.ofHours(number);
            default -> Duration.ofSeconds(number);
        };
        if (duration.isZero()) {
            throw new TypeConversionException("'" + text + "' must be longer than zero");
        }
        return duration;
    }
}
