package dev.perfhint.rules.model;

import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * Formats numbers with a fixed number of decimals, rounded half up. Independent of the locale, and without
 * {@link java.util.Formatter}, which takes the start-up time of a small command.
 */
public final class Decimals {
    private Decimals() {}

    /** Returns the number with so many decimals: {@code 12.30}. */
    public static String of(double value, int decimals) {
        return Double.isFinite(value)
                ? new BigDecimal(Double.toString(value)).setScale(decimals, RoundingMode.HALF_UP).toPlainString()
                : Double.toString(value);
    }

    /** Returns a share of 0..1 as {@code 21.3 %}. */
    public static String percent(double share, int decimals) {
        return of(share * 100, decimals) + " %";
    }
}
