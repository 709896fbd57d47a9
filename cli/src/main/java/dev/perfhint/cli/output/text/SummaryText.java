package dev.perfhint.cli.output.text;

import dev.perfhint.cli.output.Figures;
import dev.perfhint.cli.output.FindingLine;
import dev.perfhint.profile.CpuTotals;
import dev.perfhint.profile.Recording;
import dev.perfhint.rules.model.JointSaving;
import dev.perfhint.rules.model.Report;
import dev.perfhint.source.Applicability;
import java.util.ArrayList;
import java.util.List;

/**
 * What stands at the head of a report: the time recorded, what the fixes save together, and the command to type next.
 */
final class SummaryText {
    private static final long MIN_SAMPLES = 20;

    private SummaryText() {}

    static String of(Report report, CpuTotals cpu, TextReport.Options options) {
        StringBuilder text = new StringBuilder();
        List<Recording> recordings = report.profile().recordings();
        if (recordings.size() == 1 && recordings.get(0).durationMillis() > 0) {
            text.append("wall time: ").append(Figures.seconds(recordings.get(0).durationMillis() * 1_000_000))
                    .append(" s recorded\n");
        }
        if (cpu.evidence().measuresCpu() && cpu.systemSamples() < MIN_SAMPLES) {
            text.append("too few samples: ").append(Figures.count(cpu.systemSamples())).append(" of system CPU, ")
                    .append(MIN_SAMPLES).append(" needed: ").append(UnsureText.more(report.profile())).append('\n');
        }
        fixes(text, report, options);
        Headline.stale(report).ifPresent(line -> text.append(line).append('\n'));
        return text.toString();
    }

    private static void fixes(StringBuilder text, Report report, TextReport.Options options) {
        JointSaving safe = JointSaving.of(report, List.of(Applicability.SAFE));
        JointSaving all = JointSaving.of(report, List.of(Applicability.SAFE, Applicability.UNSAFE));
        long display = report.counting().stream().flatMap(finding -> finding.fix().stream())
                .filter(fix -> fix.applicability() == Applicability.DISPLAY).count();
        long advice = report.counting().stream()
                .filter(finding -> finding.fix().isEmpty() && !finding.advice().isEmpty()).count();
        List<String> parts = new ArrayList<>();
        add(parts, safe.fixes(), "safe");
        add(parts, all.fixes() - safe.fixes(), "unsafe");
        String gain = all.cpuShare().or(all::systemShare).filter(range -> !parts.isEmpty())
                .map(range -> gain(all)
                        + options.palette().bold(FindingLine.range(range)) + " of "
                        + (all.cpuShare().isPresent() ? "all CPU" : "the system CPU"))
                .orElse("");
        List<String> others = new ArrayList<>();
        add(others, display, display == 1 ? "suggestion" : "suggestions");
        add(others, advice, "to configure or redesign");
        if (parts.isEmpty() && others.isEmpty()) {
            if (report.sourceBase().isEmpty() && !report.counting().isEmpty() && !options.command().isEmpty()) {
                text.append("next: ").append(options.command()).append(" looks for the lines to change\n");
            }
            return;
        }
        text.append("fixes: ").append(String.join(", ", parts)).append(gain)
                .append(parts.isEmpty() || others.isEmpty() ? "" : "; ").append(String.join(", ", others)).append('\n');
        next(text, report, all.fixes(), options);
    }

    /** Returns how many of the fixes a saving is of. */
    private static String gain(JointSaving all) {
        return all.predicted() < all.fixes() ? ", " + all.predicted() + (all.predicted() == 1 ? " saves " : " save ")
                : all.fixes() == 1 ? " saves " : " together ";
    }

    private static void add(List<String> parts, long count, String what) {
        if (count > 0) {
            parts.add(Figures.count(count) + " " + what);
        }
    }

    private static void next(StringBuilder text, Report report, long all, TextReport.Options options) {
        if (!options.command().isEmpty() && all > 0) {
            text.append("next: ").append(options.command()).append(" --fix").append('\n');
        } else if (!options.command().isEmpty() && !report.counting().isEmpty()) {
            text.append("next: perfhint explain ").append(report.counting().get(0).rule()).append('\n');
        }
    }
}
