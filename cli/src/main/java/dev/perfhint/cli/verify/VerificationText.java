package dev.perfhint.cli.verify;

import dev.perfhint.cli.output.Figures;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Prints a verification as lines: a table with medians and ranges, then the verdict. */
public final class VerificationText {
    private static final int MAX_NAMED = 12;
    private static final String SAME_CPU = "no measurable change of CPU time";

    private VerificationText() {}

    public static List<String> lines(Verification verification) {
        List<String> lines = new ArrayList<>(measured(verification));
        lines.addAll(fixes(verification));
        lines.add("verdict: " + verdict(verification));
        return lines;
    }

    /** Returns what was measured and compared, without the names of the program's files. */
    public static List<String> shareable(Verification verification) {
        return measured(verification, VerificationText::counted);
    }

    /** Returns the table of counts and times, and what was compared. */
    public static List<String> measured(Verification verification) {
        return measured(verification, VerificationText::named);
    }

    private static List<String> measured(Verification verification, Function<Collection<String>, String> names) {
        List<String[]> rows = new ArrayList<>();
        rows.add(new String[] {"", "before", "after", "change"});
        boolean unsteady = false;
        for (Map.Entry<Run.Measure, Stats[]> row : verification.measures().entrySet()) {
            Run.Measure measure = row.getKey();
            Stats before = row.getValue()[0];
            Stats after = row.getValue()[1];
            String title = measure.unit.isEmpty() ? measure.title : measure.title + ", " + measure.unit;
            boolean varies = measure.isOfTheClock() && (before.varies() || after.varies());
            unsteady |= varies;
            rows.add(new String[] {title, before.toString(), after.toString(),
                varies ? "varies" : change(before.median(), after.median())});
        }
        boolean whole = verification.straceBefore().whole() && verification.straceAfter().whole();
        verification.changedCalls().forEach((name, calls) -> rows.add(new String[] {
            name + (whole ? " (strace)" : " (strace, start of the run)"),
            String.format(Locale.ROOT, "%,d", calls[0]),
            String.format(Locale.ROOT, "%,d", calls[1]),
            change(calls[0], calls[1])}));
        List<String> lines = new ArrayList<>();
        if (verification.after().stream().noneMatch(Run::hung) && !verification.after().isEmpty()) {
            lines.addAll(aligned(rows));
            lines.add("median (range) of " + Figures.plural(verification.before().size(), "run")
                    + " without and " + verification.after().size() + " with "
                    + (verification.failed().isEmpty() ? "the patch" : "the fixes that pass") + ", in turn");
            if (unsteady) {
                lines.add("varies: runs of the same code differ by more than half, as on a machine with other load");
            }
        }
        lines.addAll(compared(verification, names));
        return lines;
    }

    /** Returns how many runs there were and how long they took. */
    public static String total(Verification verification) {
        return verification.runs() + " runs in " + RunLog.seconds(verification.wallMillis()) + ", compiling included"
                + (verification.searchMillis() == 0 ? "" : "; " + RunLog.seconds(verification.searchMillis())
                + " of it to find the fix that fails");
    }

    /** Returns what was compared, and what was not. */
    private static List<String> compared(Verification verification,
            Function<Collection<String>, String> names) {
        OutputComparison comparison = verification.comparison();
        List<String> lines = new ArrayList<>();
        if (verification.after().isEmpty() || !comparison.isPossible()) {
            return lines;
        }
        lines.add((verification.differences().isEmpty() ? "identical in all runs: " : "compared: ") + "exit code"
                + (comparison.compared().isEmpty() ? "" : ", ")
                + names.apply(comparison.compared()));
        List<String> left = new ArrayList<>(comparison.unstable());
        left.addAll(comparison.partlyUnstable());
        if (!left.isEmpty()) {
            int lengths = comparison.lengths().size();
            lines.add("not compared, differs without the patch: " + names.apply(left)
                    + (lengths == 0 ? "" : "; compared by length alone: " + Figures.plural(lengths, "file")));
        }
        return lines;
    }

    private static String counted(Collection<String> names) {
        return Figures.plural(names.size(), "other output");
    }

    private static String named(Collection<String> names) {
        return names.stream().limit(MAX_NAMED).collect(Collectors.joining(", "))
                + (names.size() > MAX_NAMED ? " and " + (names.size() - MAX_NAMED) + " more" : "");
    }

    /** Returns a line for each fix that fails, with what differs, and for each that passes. */
    private static List<String> fixes(Verification verification) {
        List<String> lines = new ArrayList<>();
        if (!verification.failed().isEmpty() || !verification.untried().isEmpty()) {
            verification.failed().forEach((fix, why) -> lines.add("left out: fix " + (fix + 1) + ", "
                    + verification.names().get(fix) + ": " + why));
            verification.untried().forEach((fix, why) -> lines.add("not tried: fix " + (fix + 1) + ", "
                    + verification.names().get(fix) + ": " + why));
            verification.passed().forEach(fix -> lines.add("passed: fix " + (fix + 1) + ", "
                    + verification.names().get(fix)));
        }
        return lines;
    }

    /** Returns how many outputs are not compared; empty if all are. */
    public static Optional<String> left(Verification verification) {
        return verification.comparison().left();
    }

    /** Returns the verdict in words. */
    public static String verdict(Verification verification) {
        return switch (verification.verdict()) {
            case BETTER, NOT_BETTER -> result(verification) + ", no difference in what was compared"
                    + left(verification).map(left -> ", " + left + (left.startsWith("1 ") ? " was" : " were") + " not")
                            .orElse("");
            case OUTPUT_DIFFERS -> verification.after().isEmpty() || !verification.failed().isEmpty()
                    ? "no fix passes"
                    : "output differs: " + String.join(", ", verification.differences());
            case HANGS -> verification.after().stream().flatMap(run -> run.hang().stream()).findFirst()
                    .map(why -> "hangs: with the patch " + why).orElseThrow();
            case UNTRIED -> "no fix could be tried";
            case NOT_COMPARABLE -> verification.before().stream().anyMatch(Run::hung)
                    ? "not comparable: the unpatched program did not end within the time limit (--time-limit)"
                    : "not comparable: differs from run to run without the patch: "
                            + named(verification.comparison().unstable())
                            + "; compare the exit code alone with '> /dev/null' in --run";
        };
    }

    /** Returns whether the fixes that pass are better, and what the table shows of calls and CPU. */
    private static String result(Verification verification) {
        boolean better = verification.verdict() == Verification.Verdict.BETTER;
        int left = verification.failed().size() + verification.untried().size();
        String head = !better ? "not better: " : left == 0 ? "better: "
                : Figures.plural(left, "fix") + " of " + verification.names().size() + " left out; with the others ";
        Verification.Gain gain = verification.gain();
        String calls = gain.share() < Verification.MIN_GAIN
                ? String.format(Locale.ROOT, "%s change by %+.1f %%", gain.calls(),
                        0.0 - Math.round(gain.share() * 1000) / 10.0)
                : String.format(Locale.ROOT, "%d %% fewer %s", Math.min(99, Math.round(gain.share() * 100)),
                        gain.calls());
        return head + calls + cpu(verification);
    }

    /** Returns the CPU time of a run without and with the fixes, where the two differ; empty if not measured. */
    public static Optional<String> cpuTime(Verification verification) {
        return verification.cpu() == CpuChange.NONE ? Optional.of(SAME_CPU)
                : verification.cpuNanos(false).filter(before -> before > 0)
                        .flatMap(before -> verification.cpuNanos(true).map(after ->
                                "CPU time " + Figures.brief(before) + " → " + Figures.brief(after)));
    }

    private static String cpu(Verification verification) {
        return switch (verification.cpu()) {
            case UNKNOWN -> "";
            case NONE -> ", " + SAME_CPU;
            case LESS, MORE -> verification.cpuMillis(false).flatMap(before -> verification.cpuMillis(true)
                    .map(after -> ", user and system CPU " + change(before.median(), after.median()))).orElseThrow();
        };
    }

    private static String change(long before, long after) {
        if (before == after) {
            return "same";
        }
        double percent = (after - before) * 100.0 / before;
        return before == 0 ? "new" : after > 0 && percent < -99 ? String.format(Locale.ROOT, "%+.2f %%",
                Math.max(-99.99, percent)) : String.format(Locale.ROOT, "%+,.1f %%", percent);
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
