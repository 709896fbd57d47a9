package dev.perfhint.cli.output;

import dev.perfhint.profile.CpuTotals;
import dev.perfhint.profile.Evidence;
import dev.perfhint.profile.Profile;
import java.util.List;

/** The first line of every text: how much of the CPU is system CPU, out of how many samples, and how that is known. */
public final class CpuText {
    private CpuText() {}

    public static String summary(Profile profile, Palette palette) {
        List<CpuTotals> grades = CpuTotals.byEvidence(profile);
        if (grades.isEmpty()) {
            return "system CPU: " + palette.bold("unknown") + " (" + unknown(profile.evidence()) + ")\n";
        }
        StringBuilder text = new StringBuilder();
        for (CpuTotals cpu : grades) {
            text.append(text.isEmpty() ? "system CPU: " : "      also: ").append(line(cpu, palette)).append('\n');
        }
        return text.toString();
    }

    private static String line(CpuTotals cpu, Palette palette) {
        String share = cpu.samples() == 0
                ? "no CPU samples"
                : palette.bold(Figures.sampledPercent(cpu.systemShare(), cpu.samples())) + ", "
                        + Figures.count(cpu.systemSamples()) + " of " + Figures.plural(cpu.samples(), "CPU sample");
        String seconds = cpu.nanos() > 0
                ? ", " + Figures.seconds(cpu.systemNanos()) + " of " + Figures.seconds(cpu.nanos()) + " s"
                : "";
        return share + seconds + " (" + cpu.evidence().label() + ")";
    }

    private static String unknown(Evidence evidence) {
        return evidence == Evidence.IO_EVENTS
                ? "io-events: the recording holds I/O events but no CPU samples that tell it"
                : "none: the recording holds nothing that tells it; record with async-profiler's event=cpu or ctimer";
    }

    /** Returns a part of all system CPU of this grade, by time where known, else by samples; 0..1. */
    public static double shareOfSystem(CpuTotals cpu, long samples, long nanos) {
        return cpu.systemNanos() > 0
                ? Figures.share(nanos, cpu.systemNanos())
                : Figures.share(samples, cpu.systemSamples());
    }
}
