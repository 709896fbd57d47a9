package dev.perfhint.cli.output;

import dev.perfhint.rules.compare.Change;
import dev.perfhint.rules.compare.ChangeKind;
import dev.perfhint.rules.compare.Comparison;
import dev.perfhint.rules.compare.Significance;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/** The rows of a comparison as cells of text, the same in every form of output. */
final class ComparisonRows {
    private static final List<String> UNITS = List.of("s", "ms", "µs", "ns");

    private static final int PLACE_COLUMNS = 200;

    private ComparisonRows() {}

    /** Returns the titles; the name comes last. */
    static List<String> titles() {
        return List.of("verdict", "change", "vs rest", "points", "before", "after", "what");
    }

    /** Returns what the columns before and after hold. */
    private static String measure(Comparison comparison) {
        return (comparison.inSamples() ? "samples" : UNITS.get(scale(comparison)) + " of CPU") + " per "
                + comparison.unit();
    }

    /** Returns the power of 1000 that makes all CPU before, the first row, at least 1. */
    private static int scale(Comparison comparison) {
        double value = comparison.changes().get(0).before();
        int scale = 0;
        for (; !comparison.inSamples() && value < 1 && scale < UNITS.size() - 1; scale++) {
            value *= 1000;
        }
        return scale;
    }

    static List<String> cells(Comparison comparison, Change change) {
        double factor = Math.pow(1000, scale(comparison));
        return List.of(
                change.kind().label(),
                // what is too small to judge may be gone by chance: a percentage would claim more
                change.kind() == ChangeKind.SAME && change.after() == 0 ? "gone" : percent(change.relative()),
                // what is new is that against anything
                change.relative().isPresent() ? percent(change.againstRest()) : "",
                String.format(Locale.ROOT, "%+.1f", change.points()),
                figure(change.before() * factor),
                figure(change.after() * factor),
                what(change));
    }

    private static String percent(OptionalDouble change) {
        return change.isPresent() ? Figures.change(change.getAsDouble()) : "";
    }

    private static String figure(double value) {
        return String.format(Locale.ROOT, value >= 100 ? "%,.0f" : value >= 10 ? "%.1f" : "%.3f", value);
    }

    private static String what(Change change) {
        return switch (change.subject()) {
            case CPU -> "all CPU";
            case SYSTEM -> "system CPU";
            case FINDING -> "finding " + Printable.name(change.name()) + place(change) + " [" + change.id() + "]";
            case SYSCALL -> "system call " + Printable.name(change.name());
            case METHOD -> Printable.name(change.name());
        };
    }

    /** Returns where the stream is made if that is known, else where it is used. */
    private static String place(Change change) {
        return change.finding()
                .map(finding -> finding.created().orElse(finding.site()))
                .filter(site -> site.line() > 0)
                .map(site -> " (" + Printable.fit(site.path().isEmpty() ? site.file() : site.path(), PLACE_COLUMNS)
                        + ":"
                        + site.line() + ")")
                .orElse("");
    }

    /** Returns the result in one line. */
    static String summary(Comparison comparison) {
        long different = comparison.changes().stream().filter(change -> change.kind().isDifferent()).count();
        long open = comparison.changes().stream().filter(change -> change.kind() == ChangeKind.INCONCLUSIVE).count();
        return Figures.plural(different, "change") + " in " + Figures.plural(comparison.changes().size(), "row")
                + (open == 0 ? "" : ", " + open + " inconclusive: record for longer, or several times");
    }

    /** Returns in one line by how much all shifted that no verdict is about, if that is much. */
    static Optional<String> common(Comparison comparison) {
        OptionalDouble factor = comparison.common();
        if (factor.isEmpty() || Math.abs(factor.getAsDouble() - 1) < Comparison.LEAST_RELATIVE) {
            return Optional.empty();
        }
        return Optional.of(
                String.format(Locale.ROOT, "%s took %.2f times the CPU: a %s, which recordings cannot tell apart",
                comparison.isDifferent() ? "the rest of the code" : "all code", factor.getAsDouble(),
                factor.getAsDouble() > 1 ? "slower machine or more work" : "faster machine or less work"));
    }

    /** Returns how the verdicts were reached, in one line. */
    static String method(Comparison comparison) {
        return String.format(Locale.ROOT,
                "before and after are %s; evidence %s; a change counts from %.0f %% and %.0f point of all CPU"
                        + " before on, at a significance level of %.2f over all rows",
                measure(comparison), comparison.evidence().label(), Comparison.LEAST_RELATIVE * 100,
                Comparison.LEAST_POINTS,
                Significance.LEVEL);
    }
}
