package dev.perfhint.cli.output;

import dev.perfhint.rules.compare.Change;
import dev.perfhint.rules.compare.Comparison;
import dev.perfhint.rules.compare.Significance;
import java.util.List;
import java.util.Locale;

/** The rows of a comparison as cells of text, the same in every form of output. */
final class ComparisonRows {
    private ComparisonRows() {}

    /** Returns the titles; the name comes last. */
    static List<String> titles(Comparison comparison) {
        String unit = (comparison.inSamples() ? "samples" : "CPU s") + " per " + comparison.unit();
        return List.of("verdict", "change", "points", "before", "after", unit + ": what");
    }

    static List<String> cells(Change change) {
        return List.of(
                change.kind().label(),
                change.relative().isPresent()
                        ? String.format(Locale.ROOT, "%+.1f %%", change.relative().getAsDouble() * 100)
                        : "",
                String.format(Locale.ROOT, "%+.1f", change.points()),
                figure(change.before()),
                figure(change.after()),
                what(change));
    }

    private static String figure(double value) {
        return String.format(Locale.ROOT, value >= 100 ? "%,.0f" : value >= 0.01 || value == 0 ? "%.3f" : "%.2e", value);
    }

    private static String what(Change change) {
        return switch (change.subject()) {
            case CPU -> "all CPU";
            case SYSTEM -> "system CPU";
            case FINDING -> "finding " + Printable.name(change.name()) + " [" + change.id() + "]";
            case SYSCALL -> "system call " + Printable.name(change.name());
            case METHOD -> Printable.name(change.name());
        };
    }

    /** Returns the result in one line. */
    static String summary(Comparison comparison) {
        long different = comparison.changes().stream().filter(change -> change.kind().isDifferent()).count();
        long open = comparison.changes().stream().filter(change -> change.kind().label().equals("inconclusive")).count();
        return Figures.plural(different, "change") + " in " + Figures.plural(comparison.changes().size(), "row")
                + (open == 0 ? "" : ", " + open + " inconclusive: record for longer, or several times");
    }

    /** Returns how the verdicts were reached, in one line. */
    static String method(Comparison comparison) {
        return String.format(Locale.ROOT, "evidence %s; a change counts from %.0f %% and %.0f point of all CPU before on,"
                        + " at a significance level of %.2f over all rows",
                comparison.evidence().label(), Comparison.LEAST_RELATIVE * 100, Comparison.LEAST_POINTS, Significance.LEVEL);
    }
}
