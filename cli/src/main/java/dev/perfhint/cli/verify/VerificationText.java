package dev.perfhint.cli.verify;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Prints a verification as lines: a table with medians and ranges, then the verdict. */
public final class VerificationText {
    private VerificationText() {}

    public static List<String> lines(Verification verification) {
        List<String[]> rows = new ArrayList<>();
        rows.add(new String[] {"", "before", "after", "change"});
        for (Map.Entry<Run.Measure, Stats[]> row : verification.measures().entrySet()) {
            Run.Measure measure = row.getKey();
            Stats before = row.getValue()[0];
            Stats after = row.getValue()[1];
            String title = measure.unit.isEmpty() ? measure.title : measure.title + ", " + measure.unit;
            rows.add(new String[] {title, before.toString(), after.toString(),
                    change(before.median(), after.median())});
        }
        verification.changedCalls().forEach((name, calls) -> rows.add(new String[] {
            name + " (strace)", String.format(Locale.ROOT, "%,d", calls[0]),
            String.format(Locale.ROOT, "%,d", calls[1]),
            change(calls[0], calls[1])}));
        List<String> lines = new ArrayList<>(aligned(rows));
        lines.add(verification.before().size() + " runs each, in turn; median (range)");
        lines.add("verdict: " + verdict(verification));
        return lines;
    }

    static String verdict(Verification verification) {
        return switch (verification.verdict()) {
            case BETTER -> String.format(Locale.ROOT, "better: the same output with %.1f %% fewer system calls",
                    verification.gain() * 100);
            case NOT_BETTER ->
                    String.format(Locale.ROOT, "not better: the same output, system calls change by %+.1f %%",
                    -verification.gain() * 100);
            case OUTPUT_DIFFERS -> "output differs: " + String.join(", ", verification.differences());
            case DEADLOCK_SUSPECTED -> "deadlock suspected: the patched program did not end within the time limit";
            case NOT_COMPARABLE -> verification.before().stream().anyMatch(Run::timedOut)
                    ? "not comparable: the unpatched program did not end within the time limit (--time-limit)"
                    : "not comparable: without the patch these differ from run to run: "
                            + String.join(", ", verification.unstable());
        };
    }

    private static String change(long before, long after) {
        if (before == after) {
            return "same";
        }
        if (before > after && after > 0 && before / after >= 10) {
            return String.format(Locale.ROOT, "÷ %,d", Math.round((double) before / after));
        }
        return before == 0 ? "new" : String.format(Locale.ROOT, "%+.1f %%", (after - before) * 100.0 / before);
    }

    private static List<String> aligned(List<String[]> rows) {
        int columns = rows.get(0).length;
        int[] widths = new int[columns];
        for (String[] row : rows) {
            for (int i = 0; i < columns; i++) {
                widths[i] = Math.max(widths[i], row[i].length());
            }
        }
        return rows.stream().map(row -> {
            StringBuilder line = new StringBuilder(String.format(Locale.ROOT, "%-" + widths[0] + "s", row[0]));
            for (int i = 1; i < columns; i++) {
                line.append("  ").append(String.format(Locale.ROOT, "%" + widths[i] + "s", row[i]));
            }
            return line.toString();
        }).toList();
    }
}
