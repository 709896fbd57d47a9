package dev.perfhint.profile.timeline;

/**
 * How the recorder was set for one type of events.
 *
 * @param enabled whether the events were recorded at all
 * @param thresholdNanos shorter events were left out; 0 without a threshold
 * @param throttle the most events that were kept, such as {@code 100/s}; empty without a throttle
 */
public record EventSetting(boolean enabled, long thresholdNanos, String throttle) {
    /** What is known of an event that no setting names. */
    public static final EventSetting OFF = new EventSetting(false, 0, "");

    public boolean isThrottled() {
        return !throttle.isEmpty();
    }
}
