package dev.perfhint.rules.model;

import dev.perfhint.profile.CpuTotals;
import java.util.OptionalDouble;

/** Shares of a group of samples in the totals of one grade: by time where it is known, else by samples. */
public record Shares(OptionalDouble system, OptionalDouble cpu) {
    public static Shares of(long samples, long nanos, CpuTotals totals) {
        if (!totals.evidence().measuresCpu()) {
            return new Shares(OptionalDouble.empty(), OptionalDouble.empty());
        }
        boolean byTime = totals.systemNanos() > 0;
        double part = byTime ? nanos : samples;
        double system = byTime ? totals.systemNanos() : totals.systemSamples();
        double cpu = byTime ? totals.nanos() : totals.samples();
        return new Shares(share(part, system), share(part, cpu));
    }

    private static OptionalDouble share(double part, double whole) {
        return whole > 0 ? OptionalDouble.of(Math.min(1, part / whole)) : OptionalDouble.of(0);
    }
}
