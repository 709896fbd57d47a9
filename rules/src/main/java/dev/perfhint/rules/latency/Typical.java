package dev.perfhint.rules.latency;

import dev.perfhint.rules.latency.Attribution.Division;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * What operations near the median spend on each cause. An outlier's time above the median is what it spent beyond that:
 * an operation that always writes for 10 ms is not slow because it writes.
 *
 * @param medianNanos of all operations
 */
record Typical(long medianNanos, Map<WaitCause, Double> nanos) {
    static Typical of(long medianNanos, List<Division> divisions) {
        EnumMap<WaitCause, Double> mean = new EnumMap<>(WaitCause.class);
        for (Division division : divisions) {
            division.nanos()
                    .forEach((cause, nanos) -> mean.merge(cause, (double) nanos / divisions.size(), Double::sum));
        }
        return new Typical(medianNanos, mean);
    }

    /** Returns what each cause took of the time above the median; the sum is exactly that time. */
    Map<WaitCause, Long> excess(long durationNanos, Division division) {
        long above = Math.max(0, durationNanos - medianNanos);
        EnumMap<WaitCause, Long> excess = new EnumMap<>(WaitCause.class);
        double sum = 0;
        for (WaitCause cause : WaitCause.values()) {
            double more = division.of(cause) - nanos.getOrDefault(cause, 0.0);
            if (cause != WaitCause.NOT_EXPLAINED && more >= 1) {
                excess.put(cause, (long) more);
                sum += (long) more;
            }
        }
        if (sum > above) {
            double scale = above / sum;
            excess.replaceAll((cause, more) -> (long) (more * scale));
        }
        long explained = excess.values().stream().mapToLong(Long::longValue).sum();
        if (above > explained) {
            excess.put(WaitCause.NOT_EXPLAINED, above - explained);
        }
        return excess;
    }
}
