package dev.perfhint.cli.output.text;

import dev.perfhint.cli.output.Figures;
import dev.perfhint.cli.output.Palette;
import dev.perfhint.profile.CpuTotals;
import dev.perfhint.profile.Evidence;
import dev.perfhint.profile.KernelAccounting;
import dev.perfhint.profile.Profile;
import dev.perfhint.profile.view.KernelScale;
import dev.perfhint.profile.view.ProgramCpu;
import java.util.List;
import java.util.Optional;

/** The first line of every text: how much of the CPU is system CPU, out of how many samples, and how that is known. */
public final class CpuText {
    private CpuText() {}

    public static String summary(Profile profile, Palette palette) {
        List<CpuTotals> grades = CpuTotals.byEvidence(profile);
        Optional<KernelAccounting> counted = KernelScale.accounting(profile);
        if (grades.isEmpty() && counted.isPresent()) {
            return "system CPU: " + seconds(counted.get(), palette) + "; " + unknown(profile.evidence()) + "\n";
        }
        if (grades.isEmpty()) {
            return "system CPU: " + palette.bold("unknown") + " (" + unknown(profile.evidence()) + ")\n";
        }
        StringBuilder text = new StringBuilder("system CPU: ");
        text.append(isWeighed(profile, counted) ? counted(profile, counted.get(), palette)
                : line(grades.get(0), palette)).append(leftOut(profile)).append('\n');
        for (CpuTotals cpu : grades.subList(1, grades.size())) {
            text.append("      also: ").append(line(cpu, palette)).append('\n');
        }
        return text.toString();
    }

    private static boolean isWeighed(Profile profile, Optional<KernelAccounting> counted) {
        return counted.isPresent() && KernelScale.differs(KernelScale.sampled(profile), counted.get());
    }

    /** Says what the kernel counted, which the samples are weighed by, and what they say themselves. */
    private static String counted(Profile profile, KernelAccounting counted, Palette palette) {
        CpuTotals sampled = KernelScale.sampled(profile);
        return seconds(counted, palette) + " (" + sampled.evidence().label() + ": "
                + Figures.percent(sampled.systemShare()) + " of " + Figures.count(sampled.samples())
                + " samples, weighed by the accounting)";
    }

    private static String seconds(KernelAccounting counted, Palette palette) {
        return palette.bold(Figures.percent(counted.systemShare())) + ", " + Figures.seconds(counted.systemNanos())
                + " of " + Figures.seconds(counted.nanos()) + " s by the kernel's accounting";
    }

    private static String leftOut(Profile profile) {
        CpuTotals all = CpuTotals.best(profile);
        long left = ProgramCpu.leftOut(profile).samples();
        return left * 100 < all.samples() + left ? "" : ", without " + Figures.plural(left, "sample")
                + " of interrupts, preemption, profiler and observer";
    }

    private static String line(CpuTotals cpu, Palette palette) {
        if (cpu.samples() == 0) {
            return "no CPU samples (" + cpu.evidence().label() + ")";
        }
        String part = part(cpu, cpu.systemSamples(), cpu.systemNanos(), cpu.samples(), cpu.nanos(), "CPU sample");
        String share = estimated(cpu)
                ? Figures.percent(cpu.systemShare())
                : Figures.sampledPercent(cpu.systemShare(), cpu.samples());
        return palette.bold(share) + ", " + part + " (" + cpu.evidence().label() + ")";
    }

    /**
     * Returns numerator and denominator of a share: samples, and seconds where known. Estimated time has no samples of
     * its own: there the seconds are the share, and the samples only say how much the estimate rests on.
     */
    static String part(CpuTotals cpu, long samples, long nanos, long allSamples, long allNanos, String noun) {
        String seconds = Figures.seconds(nanos) + " of " + Figures.seconds(allNanos) + " s";
        if (estimated(cpu)) {
            return seconds + ", estimated from " + Figures.plural(cpu.samples(), "sample");
        }
        String counts = Figures.count(samples) + " of " + Figures.plural(allSamples, noun);
        return allNanos > 0 ? counts + ", " + seconds : counts;
    }

    /** Returns whether the system time comes from thread loads spread over samples. */
    static boolean estimated(CpuTotals cpu) {
        return cpu.evidence() == Evidence.JFR_ESTIMATE;
    }

    private static String unknown(Evidence evidence) {
        return evidence == Evidence.IO_EVENTS
                ? "the recording has I/O events but no CPU samples"
                : "the recording has no CPU samples; record with async-profiler's event=cpu or ctimer";
    }

    /** Returns a part of all system CPU of this grade, by time where known, else by samples; 0..1. */
    public static double shareOfSystem(CpuTotals cpu, long samples, long nanos) {
        return cpu.systemNanos() > 0
                ? Figures.share(nanos, cpu.systemNanos())
                : Figures.share(samples, cpu.systemSamples());
    }
}
