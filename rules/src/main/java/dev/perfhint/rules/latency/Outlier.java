package dev.perfhint.rules.latency;

import dev.perfhint.profile.timeline.EventNames.CodeLine;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * One slow operation and what its time above the median went to.
 *
 * @param values of the event's fields, as text
 * @param sinceStartNanos since the first operation of its recording began
 * @param excess of each cause, in nanoseconds: their sum is the duration less the median
 */
public record Outlier(
        String recording, String thread, Map<String, String> values, long startNanos, long sinceStartNanos,
        long durationNanos, Map<WaitCause, Long> excess, List<Detail> details, long offProcessorNanos) {
    /**
     * A part of an operation's time.
     *
     * @param what it was: a class, a file, a lock's class and owner
     * @param where the recorded stack that it happened on, or that the owner of a lock was at
     */
    public record Detail(WaitCause cause, String what, List<CodeLine> where, long nanos) {}

    /** Returns the cause that took most of the time above the median. */
    public WaitCause first() {
        return excess.entrySet().stream()
                .max(Map.Entry.<WaitCause, Long>comparingByValue()
                        .thenComparing(Map.Entry.comparingByKey(Comparator.reverseOrder())))
                .map(Map.Entry::getKey).orElse(WaitCause.NOT_EXPLAINED);
    }
}
