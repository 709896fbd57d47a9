package dev.perfhint.cli.output;

import dev.perfhint.profile.CpuTotals;
import dev.perfhint.profile.KernelTime;
import dev.perfhint.rules.Finding;
import dev.perfhint.rules.NotEvaluated;
import dev.perfhint.rules.Report;
import dev.perfhint.rules.Severity;
import dev.perfhint.rules.Unexplained;
import java.util.ArrayList;
import java.util.List;

/** A report as text: the system CPU, the findings worst first, and what the kernel's time went to. */
public final class TextReport {
    private static final int SUBSYSTEMS = 5;
    private static final double LEAST_SHOWN_SHARE = 0.005;

    /**
     * What to show.
     *
     * @param explainFix show what was proven and inspected for each fix, and reports for library maintainers in full
     * @param unsafeFixes whether fixes that are not proven safe were asked for
     */
    public record Options(boolean explainFix, boolean unsafeFixes, Palette palette) {}

    private TextReport() {}

    public static String of(Report report, Options options) {
        Palette palette = options.palette();
        StringBuilder text = new StringBuilder(CpuText.summary(report.profile(), palette));
        CpuTotals cpu = CpuTotals.best(report.profile());
        if (cpu.evidence().measuresCpu() && cpu.systemSamples() > 0) {
            kernel(text, report, cpu);
        }
        FindingText findings = new FindingText(report.sourceBase(), cpu, options);
        for (Finding finding : report.counting()) {
            text.append('\n').append(findings.of(finding));
        }
        unexplained(text, report, options);
        text.append('\n').append(total(report, palette)).append('\n');
        for (NotEvaluated rule : options.explainFix() ? report.notEvaluated() : List.<NotEvaluated>of()) {
            text.append("not evaluated: ").append(rule.rule()).append(": ").append(Printable.line(rule.reason())).append('\n');
        }
        return text.toString();
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
            if (parts.size() < SUBSYSTEMS && share >= LEAST_SHOWN_SHARE) {
                parts.add(Printable.fit(row.name(), 40) + " " + Figures.percent(share));
            }
        }
        if (!parts.isEmpty()) {
            text.append(title).append(String.join(", ", parts)).append('\n');
        }
    }

    private static void unexplained(StringBuilder text, Report report, Options options) {
        if (!report.unexplained().isEmpty()) {
            text.append('\n');
        }
        for (Unexplained time : report.unexplained()) {
            String method = time.method().isEmpty() ? "" : ", most of it in " + Printable.fit(time.method(), 120);
            text.append(options.palette().cyan("note:")).append(' ');
            text.append(Printable.line(time.what())).append(' ').append(Figures.percent(time.share()));
            text.append(" of system CPU, in no finding").append(Printable.line(method)).append('\n');
            if (!time.hint().isEmpty()) {
                text.append("    ").append(Printable.line(time.hint())).append('\n');
            }
        }
    }

    private static String total(Report report, Palette palette) {
        String suppressed = report.suppressed().isEmpty() ? "" : "\n" + SuppressedText.of(report);
        if (report.counting().isEmpty()) {
            return palette.green("no findings") + suppressed;
        }
        List<String> parts = new ArrayList<>();
        for (Severity severity : Severity.values()) {
            long count = report.counting().stream().filter(finding -> finding.severity() == severity).count();
            if (count > 0) {
                parts.add(Figures.count(count) + " " + severity.label());
            }
        }
        return palette.bold(Figures.plural(report.counting().size(), "finding")) + ": " + String.join(", ", parts) + suppressed;
    }
}
