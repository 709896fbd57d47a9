package dev.perfhint.profile;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The CPU time of a profile at one evidence grade. Numbers of different grades are never added.
 *
 * @param nanos CPU time the samples stand for; 0 if the sampling interval is unknown
 */
public record CpuTotals(Evidence evidence, long samples, long systemSamples, long nanos, long systemNanos) {

    /** Returns one entry for each grade that measures CPU and that the profile holds, best grade first. */
    public static List<CpuTotals> byEvidence(Profile profile) {
        Map<Evidence, long[]> sums = new EnumMap<>(Evidence.class);
        long[][] byEvent = new long[profile.events().size()][];
        for (int event = 0; event < byEvent.length; event++) {
            Event measured = profile.events().get(event);
            byEvent[event] = measured.cpu() && measured.evidence().measuresCpu()
                    ? sums.computeIfAbsent(measured.evidence(), grade -> new long[4])
                    : new long[4];
        }
        Rows rows = profile.rows();
        for (int row = 0; row < rows.size(); row++) {
            long[] sum = byEvent[rows.event(row)];
            sum[0] += rows.samples(row);
            sum[1] += rows.systemSamples(row);
            sum[2] += rows.nanos(row);
            sum[3] += rows.systemNanos(row);
        }
        List<CpuTotals> totals = new ArrayList<>();
        sums.forEach((grade, sum) -> totals.add(new CpuTotals(grade, sum[0], sum[1], sum[2], sum[3])));
        return totals;
    }

    /** Returns the totals of the best grade; zeros under {@link Profile#evidence()} if none measures CPU. */
    public static CpuTotals best(Profile profile) {
        List<CpuTotals> totals = byEvidence(profile);
        return totals.isEmpty() ? new CpuTotals(profile.evidence(), 0, 0, 0, 0) : totals.get(0);
    }

    /** Returns system CPU ÷ all CPU, by time where the interval is known, else by samples; 0 without samples. */
    public double systemShare() {
        if (nanos > 0) {
            return (double) systemNanos / nanos;
        }
        return samples == 0 ? 0 : (double) systemSamples / samples;
    }

    /** Returns the sums of two totals of one grade. */
    public CpuTotals plus(CpuTotals other) {
        return new CpuTotals(evidence, samples + other.samples, systemSamples + other.systemSamples,
                nanos + other.nanos, systemNanos + other.systemNanos);
    }
}
