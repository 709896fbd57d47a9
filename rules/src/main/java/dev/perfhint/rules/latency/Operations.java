package dev.perfhint.rules.latency;

import dev.perfhint.profile.timeline.EventLog;
import dev.perfhint.profile.timeline.EventQuery;
import dev.perfhint.profile.timeline.EventSeries;
import dev.perfhint.profile.timeline.EventSetting;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Lists what a recording offers to measure: its timed events. */
public final class Operations {
    private Operations() {}

    /**
     * @param setting of the widest threshold, where several recordings differ
     */
    public record Offer(String eventName, Distribution distribution, EventSetting setting) {}

    /** Returns what to read for a list: every event that has a duration and a thread. */
    public static EventQuery query() {
        return (name, fields) -> fields.contains(EventQuery.DURATION) && fields.contains(EventQuery.THREAD)
                ? Set.of(EventQuery.DURATION) : Set.of();
    }

    /** Returns the events that lasted, those of the application first, then the most time first. */
    public static List<Offer> of(List<EventLog> logs) {
        Map<String, Distribution> found = new TreeMap<>();
        for (EventLog log : logs) {
            for (EventSeries events : log.series()) {
                Distribution distribution = found.computeIfAbsent(events.eventName(), name -> new Distribution());
                for (int row = 0; row < events.size(); row++) {
                    distribution.add(events.durationNanos(row));
                }
            }
        }
        List<Offer> offers = new ArrayList<>();
        found.forEach((name, distribution) -> {
            if (distribution.maxNanos() > 0) {
                offers.add(new Offer(name, distribution, setting(logs, name)));
            }
        });
        offers.sort(Comparator.comparing((Offer offer) -> offer.eventName().startsWith("jdk."))
                .thenComparing(offer -> -offer.distribution().totalNanos()).thenComparing(Offer::eventName));
        return offers;
    }

    /** Returns the setting of an event over several recordings: on if it was on in one, with the widest threshold. */
    static EventSetting setting(List<EventLog> logs, String eventName) {
        EventSetting all = EventSetting.OFF;
        for (EventLog log : logs) {
            EventSetting one = log.setting(eventName);
            all = new EventSetting(all.enabled() || one.enabled(), Math.max(all.thresholdNanos(), one.thresholdNanos()),
                    one.throttle().isEmpty() ? all.throttle() : one.throttle());
        }
        return all;
    }
}
