package dev.perfhint.cli.output.text;

import dev.perfhint.cli.output.Figures;
import dev.perfhint.cli.output.Printable;
import dev.perfhint.profile.CpuTotals;
import dev.perfhint.profile.EventCounts;
import dev.perfhint.profile.Gauge;
import dev.perfhint.profile.Recording;
import dev.perfhint.profile.view.KernelScale;
import dev.perfhint.rules.model.Finding;
import dev.perfhint.rules.model.Report;
import dev.perfhint.rules.model.Severity;
import dev.perfhint.source.Fix;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** The first line of a report: what the changes would save, of how much CPU time, and how that is known. */
public final class Headline {
    private static final double LITTLE_SYSTEM_SHARE = 0.1;
    private static final long MIN_SAMPLES = 20;

    private final Report report;
    private final CpuTotals cpu;

    public Headline(Report report) {
        this.report = report;
        this.cpu = CpuTotals.best(report.profile());
    }

    /** Returns the line, with the name of the program and without an end of line. */
    String text() {
        return program() + ": " + amounts();
    }

    /** Returns the line without the name of the program. */
    String amounts() {
        return cpu.evidence().measuresCpu() && cpu.samples() > 0 ? measured() : unmeasured();
    }

    /** Returns whether there is little system time and nothing to change. */
    boolean isQuiet() {
        return cpu.evidence().measuresCpu() && cpu.systemShare() < LITTLE_SYSTEM_SHARE
                && open(report).stream().allMatch(finding -> finding.middleCpuShare() == 0);
    }

    /** Returns the findings that the sources still have, those that save most first. */
    static List<Finding> open(Report report) {
        return report.counting().stream()
                .sorted((a, b) -> Double.compare(b.middleCpuShare(), a.middleCpuShare())).toList();
    }

    /** Returns the simple name of the main class, or the name of the jar or recording. */
    public String program() {
        List<Recording> recordings = report.profile().recordings();
        String main = recordings.isEmpty() ? "" : recordings.get(0).mainClass();
        if (!main.isEmpty() && !main.contains("/") && !main.endsWith(".jar")) {
            return Printable.fit(main.substring(main.lastIndexOf('.') + 1), 60);
        }
        String path = !main.isEmpty() ? main : recordings.isEmpty() ? "" : recordings.get(0).path();
        Path file = Path.of(path).getFileName();
        return Printable.fit(file == null ? "" : file.toString(), 60);
    }

    private String measured() {
        List<Finding> open = open(report);
        List<Finding> saving = open.stream().filter(finding -> saving(finding) > 0).toList();
        String system = Figures.whole(cpu.systemShare()) + " of ";
        if (cpu.systemSamples() == 0) {
            return "no system time in " + Figures.plural(cpu.samples(), "CPU sample");
        }
        if (isQuiet()) {
            return "system time is " + system + total() + " (" + source()
                    + "): nothing to gain from fewer system calls";
        }
        if (saving.isEmpty()) {
            return "system time is " + system + total() + " (" + source() + "); "
                    + (open.isEmpty() ? "no findings" : Figures.plural(open.size(), "finding") + atMost(open));
        }
        long changes = saving.stream().map(Headline::change).distinct().count();
        return Figures.plural(changes, "change") + " would save about " + gain(saving) + " of " + total() + " ("
                + Figures.whole(cpu.systemShare()) + " system time; " + source() + ")";
    }

    private String unmeasured() {
        long open = open(report).size();
        boolean known = KernelScale.accounting(report.profile()).isPresent();
        return (cpu.evidence().measuresCpu() || known ? "the recording has no CPU samples"
                : "the recording has no CPU times")
                + (open > 0 ? "; " + Figures.plural(open, "finding")
                        : known ? "; record longer" : "; record with `perfhint record`");
    }

    private String total() {
        // what the JIT compiled for the agent that observed is left out, and estimated
        String about = report.profile().observed().isEmpty() ? "" : "about ";
        return cpu.nanos() > 0 ? about + Figures.brief(cpu.nanos()) + " of CPU time" : "the CPU time";
    }

    private String source() {
        Recording first = report.profile().recordings().get(0);
        String engine = first.engine().isEmpty() ? cpu.evidence().label() : first.engine();
        String samples = Figures.plural(cpu.samples(), "sample")
                + (cpu.systemSamples() < MIN_SAMPLES ? ", too few: " + UnsureText.more(report.profile()) : "");
        return (CpuText.estimated(cpu) ? "estimated from " : "") + Printable.fit(engine, 30) + part() + ", " + samples;
    }

    /** Returns from when on or to when of its run a recording is, where that is not the whole. */
    private String part() {
        EventCounts counts = report.profile().counts();
        return report.profile().recordings().size() > 1 ? ""
                : counts.gauge(Gauge.FROM_NANOS).map(from -> " from " + Figures.brief(from.last()) + " on")
                        .or(() -> counts.gauge(Gauge.TO_NANOS).map(to -> " to " + Figures.brief(to.last())))
                        .orElse("");
    }

    private String atMost(List<Finding> open) {
        List<Finding> helping = open.stream().filter(finding -> finding.severity() != Severity.INFO).toList();
        OptionalDouble most = report.ceilingCpuShare(helping);
        return most.isEmpty() ? ", savings unknown" : ": at most " + Figures.whole(most.getAsDouble()) + " to save";
    }

    // findings hold disjoint parts of the CPU time: their savings add up, to no more than all that may go with them
    private String gain(List<Finding> findings) {
        return Figures.whole(Math.min(report.ceilingCpuShare(findings).orElse(1),
                findings.stream().mapToDouble(Headline::saving).sum()));
    }

    /** Returns the middle of the predicted saving, of all CPU; 0 where none is, or not of what the fix leaves. */
    static double saving(Finding finding) {
        boolean unknown = finding.fix().filter(fix -> fix.effect().calls().isOfMessages()).isPresent()
                && finding.fixSaving().cpuShare().isEmpty();
        return finding.savingCpuShare().isPresent() && !unknown ? finding.middleCpuShare() : 0;
    }

    private static String change(Finding finding) {
        return finding.fix().map(Fix::id).orElse(finding.id());
    }

    /** Returns a line on the findings that are left out because their sources changed; empty for none. */
    static Optional<String> stale(Report report) {
        int stale = report.stale().size();
        return stale == 0 ? Optional.empty() : Optional.of("sources changed since the recording: "
                + Figures.count(stale) + " of " + Figures.plural(report.counting().size() + stale, "finding")
                + (stale == 1 ? " is" : " are") + " stale; record again");
    }
}
