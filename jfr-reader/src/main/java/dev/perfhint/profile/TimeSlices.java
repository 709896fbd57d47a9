package dev.perfhint.profile;

import java.util.List;

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
}
