package dev.perfhint.cli.output;

import java.math.BigDecimal;
import java.math.MathContext;

/** Formats durations with three digits and the unit that suits them: {@code 1.23 ms}. */
public final class DurationText {
    private static final String[] UNITS = {"ns", "µs", "ms", "s"};

    private DurationText() {}

    public static String of(double nanos) {
        double value = nanos;
        int unit = 0;
        while (unit < UNITS.length - 1 && Math.abs(value) >= 999.5) {
            value /= 1000;
            unit++;
        }
        if (value == 0 || !Double.isFinite(value)) {
            return "0 s";
        }
        BigDecimal rounded = new BigDecimal(value).round(new MathContext(3));
        return (rounded.scale() < 0 ? rounded.setScale(0) : rounded).toPlainString() + " " + UNITS[unit];
    }
}
