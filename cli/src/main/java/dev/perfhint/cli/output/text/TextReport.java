package dev.perfhint.cli.output.text;

import dev.perfhint.cli.output.Figures;
import dev.perfhint.cli.output.Palette;
import dev.perfhint.cli.output.Printable;
import dev.perfhint.cli.output.SourceLines;
import dev.perfhint.cli.output.WordWrap;
import dev.perfhint.profile.CpuTotals;
import dev.perfhint.profile.view.KernelTime;
import dev.perfhint.rules.model.AccountRow;
import dev.perfhint.rules.model.AccountVerdict;
import dev.perfhint.rules.model.Finding;
import dev.perfhint.rules.model.NotEvaluated;
import dev.perfhint.rules.model.Report;
import dev.perfhint.rules.model.Severity;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A report as text with all details: system time, its causes, and the findings with evidence and call chains. */
public final class TextReport {
    private static final int SUBSYSTEMS = 5;
    private static final double MIN_SHOWN_SHARE = 0.005;
    private static final double MAX_GREEN_UNKNOWN = 0.05;

    /** How much to say: one line for each finding, what fits on a screen, or all that is known. */
    public enum Detail {
        LINES,
        SCREEN,
        ALL
    }

    /**
     * What to show.
     *
     * @param account whether the first screen ends with all that system time was spent on
     * @param explainFix show all hazards of each fix, and reports for library maintainers in full
     * @param unsafeFixes whether fixes that are not safe were asked for
     * @param patched whether a patch with these and the safe ones is written
     * @param command what to type for the same report, to propose the next one; empty for none
     * @param directory below which files are named relative to it; empty for absolute names
     * @param columns of the terminal, where text is wrapped at words; 0 for none
     */
    public record Options(Detail detail, boolean account, boolean explainFix, boolean unsafeFixes, boolean patched,
            String command, Optional<Path> directory, Palette palette, int columns) {}

    private TextReport() {}

    public static String of(Report report, SourceLines sources, Options options) {
        String text = switch (options.detail()) {
            case LINES -> new FirstScreen(report, sources, options).quiet() + account(report, options);
            case SCREEN -> new FirstScreen(report, sources, options).text() + account(report, options);
            case ALL -> all(report, sources, options);
        };
        return options.columns() > 0 ? WordWrap.of(text, options.columns()) : text;
    }

    private static String all(Report report, SourceLines sources, Options options) {
        Palette palette = options.palette();
        Headline headline = new Headline(report);
        StringBuilder text = new StringBuilder();
        report.waiting().ifPresent(program -> text
                .append(WaitingText.of(program, palette, headline.program())).append("next: ")
                .append(WaitingText.next(program, report.profile().recordings().get(0))).append('\n'));
        text.append(CpuText.summary(report.profile(), palette));
        CpuTotals cpu = CpuTotals.best(report.profile());
        text.append(SummaryText.of(report, cpu, options));
        account(text, report, cpu, palette);
        FindingText findings = new FindingText(report, sources, options);
        for (Finding finding : report.counting()) {
            text.append('\n').append(findings.all(finding));
        }
        for (Finding finding : report.stale()) {
            text.append('\n').append(findings.stale(finding));
        }
        String unsure = UnsureText.of(report, new SiteText(report.sourceBase(), options.directory()), palette, true);
        text.append(unsure.isEmpty() ? "" : "\n" + unsure);
        text.append('\n').append(total(report, palette)).append('\n');
        for (NotEvaluated rule : options.explainFix() ? report.notEvaluated() : List.<NotEvaluated>of()) {
            text.append("not evaluated: ").append(rule.rule()).append(": ").append(Printable.line(rule.reason()))
                    .append('\n');
        }
        return text.toString();
    }

    private static String account(Report report, Options options) {
        StringBuilder text = new StringBuilder(options.account() ? "\n" : "");
        if (options.account()) {
            account(text, report, CpuTotals.best(report.profile()), options.palette());
        }
        return text.toString();
    }

    private static void account(StringBuilder text, Report report, CpuTotals cpu, Palette palette) {
        if (cpu.evidence().measuresCpu() && cpu.systemSamples() > 0) {
            kernel(text, report, cpu);
            text.append('\n').append(AccountText.of(report, cpu, palette));
        }
    }

    private static void kernel(StringBuilder text, Report report, CpuTotals cpu) {
        KernelTime kernel = KernelTime.of(report.profile(), cpu.evidence());
        line(text, "system calls: ", kernel.syscalls(), cpu);
        line(text, "kernel time:  ", kernel.subsystems(), cpu);
    }

    private static void line(StringBuilder text, String title, List<KernelTime.Row> rows, CpuTotals cpu) {
        List<String> parts = new ArrayList<>();
        for (KernelTime.Row row : rows) {
            double share = CpuText.shareOfSystem(cpu, row.samples(), row.nanos());
            if (parts.size() < SUBSYSTEMS && share >= MIN_SHOWN_SHARE) {
                parts.add(Printable.fit(row.name(), 40) + " " + Figures.percent(share));
            }
        }
        if (!parts.isEmpty()) {
            text.append(title).append(String.join(", ", parts)).append('\n');
        }
    }

    private static double share(Report report, AccountVerdict... verdicts) {
        return report.account().isEmpty() ? 1 : report.account().stream()
                .filter(row -> List.of(verdicts).contains(row.verdict()))
                .mapToDouble(AccountRow::share).sum();
    }

    private static String judged(Report report) {
        double unknown = share(report, AccountVerdict.UNKNOWN);
        double hidden = share(report, AccountVerdict.FIX, AccountVerdict.CONFIGURE, AccountVerdict.REDESIGN);
        return "of the system CPU, " + Figures.percent(Math.max(0, 1 - unknown - hidden)) + " shows no known pattern, "
                + (hidden > 0
                        ? Figures.percent(hidden) + " has advice but no finding, "
                        : "")
                + Figures.percent(unknown) + " is not judged";
    }

    private static String total(Report report, Palette palette) {
        String suppressed = report.suppressed().isEmpty() ? "" : "\n" + SuppressedText.line(report);
        if (report.counting().isEmpty()) {
            double unknown = share(report, AccountVerdict.UNKNOWN) * CpuTotals.best(report.profile()).systemShare();
            boolean green = unknown < MAX_GREEN_UNKNOWN;
            return (green ? palette.green("no findings") : palette.yellow("no findings"))
                    + (report.account().isEmpty() ? "" : ": " + judged(report)) + suppressed;
        }
        List<String> parts = new ArrayList<>();
        for (Severity severity : Severity.values()) {
            long count = report.counting().stream().filter(finding -> finding.severity() == severity).count();
            if (count > 0) {
                parts.add(Figures.count(count) + " " + severity.label());
            }
        }
        return palette.bold(Figures.plural(report.counting().size(), "finding")) + ": " + String.join(", ", parts)
                + suppressed;
    }
}
