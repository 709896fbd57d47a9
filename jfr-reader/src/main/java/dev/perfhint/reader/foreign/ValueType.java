package dev.perfhint.reader.foreign;

import dev.perfhint.profile.CpuEvents;
import java.util.Set;

/**
 * What the numbers of a pprof or OTLP profile are.
 *
 * @param type empty if the profile does not say
 */
record ValueType(String type, String unit) {
    private static final Set<String> NANOS = Set.of("nanoseconds", "ns");
    private static final Set<String> COUNTS = Set.of("count", "samples", "");
    /** CPU time as Datadog and others call it, which the period's type does not show. */
    private static final Set<String> CPU = Set.of("cpu-time", "cpu-samples", "cpu_time", "cpu_samples", "process_cpu");

    boolean isNanos() {
        return NANOS.contains(unit);
    }

    boolean isCount() {
        return COUNTS.contains(unit);
    }

    /** Returns whether this type has no name of its own: what was sampled is then the period's type. */
    boolean countsSamples() {
        return (type.equals("samples") || type.isEmpty()) && isCount();
    }

    /** Returns the name of what was sampled, {@code cpu} for CPU time under any other name; empty if it has none. */
    String event(ValueType period) {
        if (countsSamples() && !period.type().isEmpty()) {
            return new ValueType(period.type(), "").event(new ValueType("", ""));
        }
        return CPU.contains(type) ? "cpu" : type;
    }

    /** Returns whether CPU time was sampled. */
    boolean isCpu(ValueType period) {
        return CpuEvents.isCpu(event(period));
    }
}
