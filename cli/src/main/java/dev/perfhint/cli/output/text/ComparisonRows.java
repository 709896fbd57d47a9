package dev.perfhint.cli.output.text;

import dev.perfhint.cli.output.DurationText;
import dev.perfhint.cli.output.Figures;
import dev.perfhint.cli.output.Printable;
import dev.perfhint.rules.compare.Change;
import dev.perfhint.rules.compare.ChangeKind;
import dev.perfhint.rules.compare.Comparison;
import dev.perfhint.rules.compare.Measure;
import dev.perfhint.rules.compare.Significance;
import dev.perfhint.rules.compare.Subject;
import dev.perfhint.rules.model.Finding;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/** The rows of a comparison as cells of text, the same in every form of output. */
public final class ComparisonRows {
    private static final int PLACE_COLUMNS = 200;

    private ComparisonRows() {}

    /** Returns the titles; the name comes last. */
    public static List<String> titles() {
        return List.of("verdict", "change", "before", "after", "what");
    }

    /** Returns the rows that say something: the totals, what changed, and the findings that are left. */
    public static List<List<String>> rows(Comparison comparison) {
        List<List<String>> rows = new ArrayList<>();
        comparison.measures().forEach(measure -> rows.add(cells(measure)));
        for (Change change : comparison.changes()) {
            if (isTotal(change) || change.kind().isDifferent() || isLeft(change)) {
                rows.add(cells(comparison, change));
            }
        }
        return rows;
    }

    private static boolean isTotal(Change change) {
        return change.subject() == Subject.CPU || change.subject() == Subject.SYSTEM;
    }

    private static boolean isLeft(Change change) {
        return change.kind() != ChangeKind.GONE && couldSave(change) > 0;
    }

    /** Returns what the remedy of a finding could still save, as far as something is predicted. */
    private static double couldSave(Change change) {
        return change.finding().filter(finding -> finding.cpuShare().orElse(0) > 0)
                .map(finding -> change.after() / finding.cpuShare().getAsDouble() * finding.savingCpuShare()
                        .map(range -> (range.low() + range.high()) / 2).orElse(finding.ceilingCpuShare().orElse(0)))
                .orElse(0.0);
    }

    private static List<String> cells(Comparison comparison, Change change) {
        return List.of(
                verdict(change.kind(), change.subject()),
                percent(change.relative()),
                figure(comparison, change.before()),
                figure(comparison, change.after()),
                what(change) + (isLeft(change) ? left(change, figure(comparison, couldSave(change))) : ""));
    }

    private static String left(Change change, String saving) {
        return change.finding().flatMap(Finding::savingCpuShare).isPresent() ? ": could still save " + saving
                : ": at most " + saving + " to save";
    }

    private static List<String> cells(Measure measure) {
        return List.of(verdict(measure.kind(), Subject.CPU), percent(measure.relative()),
                DurationText.of(measure.before() * 1e9), DurationText.of(measure.after() * 1e9), "wall time");
    }

    private static String verdict(ChangeKind kind, Subject subject) {
        return switch (kind) {
            case GONE -> subject == Subject.FINDING ? "fixed" : "gone";
            case SMALLER -> "improved";
            case SAME -> "same";
            case LARGER -> "regressed";
            case NEW -> "new";
            case INCONCLUSIVE -> "unclear";
        };
    }

    private static String percent(OptionalDouble change) {
        return change.isPresent() ? Figures.change(change.getAsDouble()) : "";
    }

    private static String figure(Comparison comparison, double value) {
        return comparison.inSamples() ? String.format(Locale.ROOT, value >= 100 ? "%,.0f" : "%.1f", value)
                : DurationText.of(value * 1e9);
    }

    private static String what(Change change) {
        return switch (change.subject()) {
            case CPU -> "CPU time";
            case SYSTEM -> "system time";
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
                        + ":" + site.line() + ")")
                .orElse("");
    }

    /** Returns the result in one line: what became of all CPU, then of the findings. */
    public static String summary(Comparison comparison) {
        Change cpu = comparison.changes().get(0);
        String numbers = figure(comparison, cpu.before()) + " -> " + figure(comparison, cpu.after())
                + (comparison.inSamples() ? " samples" : " of CPU time") + " per " + comparison.unit()
                + (cpu.relative().isPresent() ? " (" + percent(cpu.relative()) + ")" : "");
        long fixed = findings(comparison, ChangeKind.GONE);
        long fresh = findings(comparison, ChangeKind.NEW);
        boolean alike = comparison.moved() && !partsDiffer(comparison)
                && Math.abs(comparison.common().getAsDouble() - 1) >= Comparison.MIN_RELATIVE;
        String verdict = switch (cpu.kind()) {
            case SMALLER, GONE -> alike ? "less CPU time in all code alike" : "improved";
            case LARGER, NEW -> alike ? "more CPU time in all code alike" : "regressed";
            default -> alike ? "all code changed alike" : partsDiffer(comparison) ? "parts changed"
                    : "no change detected";
        };
        return verdict + ": " + numbers + (fixed == 0 ? "" : ", " + Figures.plural(fixed, "finding") + " fixed")
                + (fresh == 0 ? "" : ", " + Figures.plural(fresh, "new finding"));
    }

    private static boolean partsDiffer(Comparison comparison) {
        return comparison.changes().stream().anyMatch(change -> !isTotal(change) && change.kind().isDifferent());
    }

    private static long findings(Comparison comparison, ChangeKind kind) {
        return comparison.changes().stream()
                .filter(change -> change.subject() == Subject.FINDING && change.kind() == kind).count();
    }

    /** Returns what the rows leave open, in one line each. */
    public static List<String> notes(Comparison comparison) {
        List<String> notes = new ArrayList<>();
        OptionalDouble factor = comparison.common();
        if (comparison.moved() && Math.abs(factor.getAsDouble() - 1) >= Comparison.MIN_RELATIVE) {
            notes.add(String.format(Locale.ROOT, "%s used %.2fx the CPU time alike: %s work, or a %s machine",
                    partsDiffer(comparison) ? "most code" : "all code", factor.getAsDouble(),
                    factor.getAsDouble() > 1 ? "more" : "less", factor.getAsDouble() > 1 ? "slower" : "faster"));
        }
        long unclear = comparison.changes().stream().filter(change -> change.kind() == ChangeKind.INCONCLUSIVE).count();
        long hidden = comparison.changes().stream()
                .filter(change -> !change.kind().isDifferent() && !isTotal(change) && !isLeft(change)).count();
        if (hidden > 0) {
            notes.add(Figures.plural(hidden, "other row") + " without a significant change (--format json has all)");
        }
        if (unclear > 0 && !comparison.isDifferent()) {
            notes.add("smaller changes need more samples: record each side several times, separated by commas");
        }
        return notes;
    }

    /** Returns how the verdicts were reached, in one line. */
    public static String method(Comparison comparison) {
        return String.format(Locale.ROOT, "per %s; evidence %s; threshold: %.0f %% and %.0f pp of CPU; p < %.2f,"
                + " corrected for multiple rows", comparison.unit(), comparison.evidence().label(),
                Comparison.MIN_RELATIVE * 100, Comparison.MIN_POINTS, Significance.LEVEL);
    }
}
