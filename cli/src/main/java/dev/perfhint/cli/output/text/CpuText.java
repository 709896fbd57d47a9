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
        StringBuilder text = new StringBuilder();
        if (counted.isPresent()) {
            text.append("system CPU: ").append(counted(profile, counted.get(), palette)).append('\n');
            grades = grades.subList(1, grades.size());
        } else if (grades.get(0).samples() > 0) {
            text.append("system CPU: ").append(ofProgram(profile, palette)).append('\n');
            grades = grades.subList(1, grades.size());
        }
        for (CpuTotals cpu : grades) {
            text.append(text.isEmpty() ? "system CPU: " : "      also: ").append(line(cpu, palette)).append('\n');
        }
        return text.toString();
    }

    /** Says what the kernel counted, and what the samples say where that is something else. */
    private static String counted(Profile profile, KernelAccounting counted, Palette palette) {
        CpuTotals sampled = KernelScale.sampled(profile);
        String evidence = sampled.evidence().label();
        String samples = Figures.count(sampled.samples());
        return seconds(counted, palette) + " ("
                + (KernelScale.differs(sampled, counted)
                        ? evidence + ": " + Figures.percent(sampled.systemShare()) + " of " + samples
                                + " samples, weighed by the accounting)"
                        : evidence + ", " + samples + " samples)");
    }

    private static String seconds(KernelAccounting counted, Palette palette) {
        return palette.bold(Figures.percent(counted.systemShare())) + ", " + Figures.seconds(counted.systemNanos())
                + " of " + Figures.seconds(counted.nanos()) + " s by the kernel's accounting";
    }

    private static String ofProgram(Profile profile, Palette palette) {
        CpuTotals all = CpuTotals.best(profile);
        CpuTotals program = ProgramCpu.of(profile);
        long left = all.samples() - program.samples();
        return left * 100 < all.samples() ? line(all, palette)
                : line(program, palette) + ", without " + Figures.count(left)
                        + " samples of interrupts, preemption and the profiler";
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
