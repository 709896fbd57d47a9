package dev.perfhint.profile.view;

import dev.perfhint.profile.CpuTotals;
import dev.perfhint.profile.Evidence;
import dev.perfhint.profile.GradeRows;
import dev.perfhint.profile.KernelAccounting;
import dev.perfhint.profile.Profile;
import dev.perfhint.profile.Recording;
import java.util.Optional;

/**
 * Weighs samples by what the kernel counted for the process, where the two differ.
 *
 * <p>User and system samples of the program get one factor each. Samples of host interrupts, preemption and the
 * profiler are no CPU time of the program ({@link ProgramCpu}): the kernel charges them to whom they hit, or not at
 * all.
 */
public final class KernelScale {
    /** Of all CPU time: below it the samples' own error is larger. */
    private static final double MIN_DIFFERENCE = 0.02;

    private KernelScale() {}

    /**
     * Returns what the kernel counted for the program, if each recording of the best grade that measures CPU says it:
     * of a profile of {@link #of} without the recording's agent.
     */
    public static Optional<KernelAccounting> accounting(Profile profile) {
        Evidence grade = profile.evidence();
        KernelAccounting sum = new KernelAccounting(0, 0);
        boolean any = false;
        for (Recording recording : profile.recordings()) {
            if (grade.measuresCpu() && recording.evidence() != grade) {
                continue;
            }
            if (recording.kernel().isEmpty()) {
                return Optional.empty();
            }
            sum = sum.plus(recording.kernel().get());
            any = true;
        }
        return any && sum.nanos() > 0 ? Optional.of(withoutAgent(sum, ProgramCpu.leftOut(profile))) : Optional.empty();
    }

    /** The kernel charges the process with what an agent of the recording computes in it. */
    private static KernelAccounting withoutAgent(KernelAccounting counted, CpuTotals leftOut) {
        long own = leftOut.nanos() - leftOut.systemNanos();
        return new KernelAccounting(Math.max(0, counted.userNanos() - own), counted.systemNanos());
    }

    /**
     * Returns a sampled profile with the program's CPU time alone, its rows scaled where the kernel counted something
     * else.
     */
    public static Profile of(Profile profile) {
        if (profile.weights() == Profile.Weights.KERNEL) {
            throw new IllegalArgumentException("weighed by the kernel's count before");
        }
        Profile program = ProgramCpu.of(profile);
        Optional<KernelAccounting> counted = accounting(program);
        CpuTotals sampled = CpuTotals.best(program);
        if (counted.isEmpty() || !program.evidence().measuresCpu() || !differs(sampled, counted.get())) {
            return program.withRows(program.rows(), Profile.Weights.KERNEL);
        }
        double system = factor(counted.get().systemNanos(), sampled.systemNanos());
        double user = factor(counted.get().userNanos(), sampled.nanos() - sampled.systemNanos());
        return program.withRows(program.rows().scaled(cpuRows(program), user, system), Profile.Weights.KERNEL);
    }

    /** Returns what the samples of a profile of {@link #of} said before they were weighed. */
    public static CpuTotals sampled(Profile profile) {
        CpuTotals program = CpuTotals.best(profile);
        CpuTotals leftOut = ProgramCpu.leftOut(profile);
        long nanos = -leftOut.nanos();
        long systemNanos = -leftOut.systemNanos();
        for (Recording recording : profile.recordings()) {
            if (recording.evidence() == program.evidence()) {
                nanos += recording.cpuNanos();
                systemNanos += recording.systemNanos();
            }
        }
        return new CpuTotals(program.evidence(), program.samples(), program.systemSamples(), nanos, systemNanos);
    }

    private static int[] cpuRows(Profile profile) {
        return GradeRows.of(profile, profile.evidence());
    }

    /**
     * Returns a profile of {@link #of} with the weights that its samples had, if the kernel counted more user and
     * system time than they stand for: the start of the JVM and of the profiler, which no sample covers, is no call's.
     */
    public static Profile asSampled(Profile profile) {
        if (profile.weights() == Profile.Weights.SAMPLED || accounting(profile).isEmpty()
                || !profile.evidence().measuresCpu()) {
            return profile;
        }
        CpuTotals weighed = CpuTotals.best(profile);
        CpuTotals sampled = sampled(profile);
        return sampled.systemNanos() > weighed.systemNanos()
                || sampled.nanos() - sampled.systemNanos() > weighed.nanos() - weighed.systemNanos() ? profile
                : unweighed(profile);
    }

    /** Returns a profile of {@link #of} with the weights that its samples had, whatever the kernel counted. */
    public static Profile unweighed(Profile profile) {
        CpuTotals weighed = CpuTotals.best(profile);
        CpuTotals sampled = sampled(profile);
        double user = factor(sampled.nanos() - sampled.systemNanos(), weighed.nanos() - weighed.systemNanos());
        double system = factor(sampled.systemNanos(), weighed.systemNanos());
        return profile.withRows(profile.rows().scaled(cpuRows(profile), user, system), Profile.Weights.SAMPLED);
    }

    /** Returns whether samples of the program say another share of system CPU than the kernel. */
    public static boolean differs(CpuTotals sampled, KernelAccounting counted) {
        return sampled.nanos() > 0 && Math.abs(sampled.systemShare() - counted.systemShare()) > MIN_DIFFERENCE;
    }

    private static double factor(long counted, long sampled) {
        return sampled <= 0 ? 1 : (double) counted / sampled;
    }
}
