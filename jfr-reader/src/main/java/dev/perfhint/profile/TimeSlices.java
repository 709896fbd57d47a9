package dev.perfhint.profile;

import java.util.List;
import java.util.Optional;

/**
 * How samples spread over time, in 64 slices of equal, power-of-two width. Times count from each recording's own start;
 * recordings merged into one profile share the slices.
 *
 * @param widthNanos width of one slice
 * @param byThreadGroup one series for each (thread group, event)
 * @param byApplicationMethod one series for each (method of the innermost Java frame outside the JDK, event)
 */
public record TimeSlices(long widthNanos, List<Series> byThreadGroup, List<Series> byApplicationMethod) {
    public static final int SLICES = 64;
    /** Nothing is known of the samples' times. */
    public static final TimeSlices NONE = new TimeSlices(1L << 20, List.of(), List.of());

    public TimeSlices {
        byThreadGroup = List.copyOf(byThreadGroup);
        byApplicationMethod = List.copyOf(byApplicationMethod);
    }

    /**
     * What was sampled in each slice for one key. Each array holds {@link #SLICES} values; samples of unknown time are
     * in none.
     *
     * @param key index in {@link Profile#threadGroups()}, or id in {@link Methods}
     * @param event index in {@link Profile#events()}
     */
    public record Series(
            int key, int event, long[] samples, long[] nanos, long[] systemSamples, long[] systemNanos) {}

    /** Returns the series of a thread group. */
    public Optional<Series> ofThreadGroup(int threadGroup, int event) {
        return find(byThreadGroup, threadGroup, event);
    }

    /** Returns the series of a method that was the innermost Java frame outside the JDK. */
    public Optional<Series> ofApplicationMethod(int method, int event) {
        return find(byApplicationMethod, method, event);
    }

    private static Optional<Series> find(List<Series> all, int key, int event) {
        return all.stream().filter(s -> s.key() == key && s.event() == event).findFirst();
    }
}
