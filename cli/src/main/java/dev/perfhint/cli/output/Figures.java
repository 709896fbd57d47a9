package dev.perfhint.cli.output;

import dev.perfhint.rules.model.Decimals;

/**
 * Formats numbers: counts with thousands separators, shares as percent, nanoseconds as seconds. Independent of the
 * locale, and without {@link java.util.Formatter}, which takes the start-up time of a small command.
 */
public final class Figures {
    private static final double Z_95 = 1.96;

    private Figures() {}

    /** Returns a relative change as {@code +12.3 %}; to ten times as much or more as {@code ×12.3}. */
    public static String change(double relative) {
        double factor = relative + 1;
        return factor >= 100 ? "×" + count(Math.round(factor))
                : factor >= 10 ? "×" + Decimals.of(factor, 1)
                : (relative >= 0 ? "+" : "-") + percent(Math.abs(relative));
    }

    public static String count(long count) {
        return grouped(Long.toString(count));
    }

    /** Returns a share of 0..1 as {@code 21.3 %}. */
    public static String percent(double share) {
        return points(share) + " %";
    }

    /** Returns a share of 0..1 with the digits that a sampled number deserves: {@code 21 %}, {@code 2.1 %}. */
    public static String whole(double share) {
        return Decimals.of(share * 100, share >= 0.0995 ? 0 : 1) + " %";
    }

    /** Returns a share of 0..1 in percent without the sign, as tables show it. */
    public static String points(double share) {
        return Decimals.of(share * 100, 1);
    }

    /** Returns a share with its 95 % confidence interval in points, {@code 21.3 % ± 1.8}: it comes from samples. */
    public static String sampledPercent(double share, long samples) {
        if (samples <= 0) {
            return percent(share);
        }
        double bounded = Math.min(Math.max(share, 0), 1);
        double error = Z_95 * Math.sqrt(bounded * (1 - bounded) / samples);
        return percent(share) + " ± " + points(error);
    }

    /** Returns a duration in seconds: two decimals, or three below a tenth of a second. */
    public static String seconds(long nanos) {
        double seconds = nanos / 1e9;
        return seconds > 0 && seconds < 0.1 ? Decimals.of(seconds, 3) : grouped(Decimals.of(seconds, 2));
    }

    /** Returns a duration as {@code 7.9 s} or {@code 120 s}, two decimals below one second. */
    public static String brief(long nanos) {
        double seconds = nanos / 1e9;
        return (seconds >= 99.95 ? count(Math.round(seconds)) : Decimals.of(seconds, seconds >= 0.995 ? 1 : 2)) + " s";
    }

    /** Returns a cell of a column, aligned to the right. */
    public static String pad(String cell, int width) {
        return " ".repeat(Math.max(0, width - cell.length())) + cell;
    }

    /** Returns {@code 1 finding} or {@code 2 findings}. */
    public static String plural(long count, String noun) {
        return count(count) + " " + noun + (count == 1 ? "" : noun.endsWith("x") ? "es" : "s");
    }

    /** Returns a part of a whole, 0 if the whole is 0. */
    public static double share(long part, long whole) {
        return whole == 0 ? 0 : (double) part / whole;
    }

    /** Separates the thousands of a decimal number. */
    private static String grouped(String number) {
        StringBuilder text = new StringBuilder(number);
        int point = number.indexOf('.');
        int first = number.startsWith("-") ? 1 : 0;
        for (int at = (point < 0 ? number.length() : point) - 3; at > first; at -= 3) {
            text.insert(at, ',');
        }
        return text.toString();
    }
}
