package dev.perfhint.rules.latency;

import dev.perfhint.profile.timeline.EventSetting;
import java.util.List;
import java.util.Map;

/**
 * How long the operations took, and what the slow ones waited for.
 *
 * @param operation as chosen
 * @param setting what of the operations was recorded: a threshold cuts the distribution
 * @param by the field or {@code thread} that groups were made by; empty for one group
 * @param absences one line each: causes that the recordings cannot show
 * @param preload what operations loaded
 * @param warnings one line each, about the recordings
 */
public record LatencyReport(
        String operation, EventSetting setting, String by, List<Group> groups, List<String> absences,
        List<LatencyAdvice.Remedy> advice, Preload preload, List<String> warnings) {

    /** A part of the recordings' time: operations that began in it. */
    public record Slice(long fromNanos, long toNanos, Distribution distribution, int outliers) {}

    /**
     * The operations of one group.
     *
     * @param name the common value; empty for all operations
     * @param slowerThanNanos from which on an operation is an outlier
     * @param outliers slowest first
     */
    public record Group(String name, Distribution distribution, List<Slice> slices, long slowerThanNanos,
            List<Outlier> outliers) {
        /** Returns the time of all outliers above the median. */
        public long excessNanos() {
            return outliers.stream().mapToLong(outlier -> excess(outlier.excess())).sum();
        }

        /** Returns the part of that time that a cause took. */
        public long excessNanos(WaitCause cause) {
            return outliers.stream().mapToLong(outlier -> outlier.excess().getOrDefault(cause, 0L)).sum();
        }

        /** Returns a percentile as it would be had a cause taken no more of the outliers than of others; at most so. */
        public long withoutNanos(WaitCause cause, double percent) {
            long rank = distribution.count() - (long) Math.ceil(distribution.count() * percent / 100 - 1e-6);
            return outliers.stream().mapToLong(outlier -> outlier.excess().getOrDefault(cause, 0L)
                    - outlier.durationNanos()).sorted().map(negative -> -negative).skip(rank).findFirst()
                    .orElse(Math.min(slowerThanNanos, distribution.percentileNanos(percent)));
        }

        private static long excess(Map<WaitCause, Long> causes) {
            return causes.values().stream().mapToLong(Long::longValue).sum();
        }
    }
}
