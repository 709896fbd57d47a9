package dev.perfhint.profile.timeline;

import dev.perfhint.profile.timeline.EventSeries.ValueKind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/** The chosen events of one recording, one by one, and how the recorder was set for them. */
public final class EventLog {
    private final String path;
    private final EventNames names = new EventNames();
    private final Map<String, EventSeries> series = new TreeMap<>();
    private final Map<String, EventSetting> settings = new TreeMap<>();
    private final TreeSet<String> eventTypes = new TreeSet<>();
    private final Map<String, String> facts = new LinkedHashMap<>();
    private final List<String> warnings = new ArrayList<>();

    /** @param path of the recording, as given by the user */
    public EventLog(String path) {
        this.path = path;
    }

    public String path() {
        return path;
    }

    public EventNames names() {
        return names;
    }

    /** Returns the events of a type; empty if there is none. */
    public Optional<EventSeries> series(String eventName) {
        return Optional.ofNullable(series.get(eventName)).filter(events -> events.size() > 0);
    }

    /** Returns all events, by the names of their types. */
    public List<EventSeries> series() {
        return List.copyOf(series.values());
    }

    /** Returns the events of a type, to add some. What one JVM's type holds is that of the first chunk. */
    public EventSeries open(String eventName, List<String> fields, List<ValueKind> kinds) {
        return series.computeIfAbsent(eventName, name -> new EventSeries(name, fields, kinds, names));
    }

    /** Returns the names of all types of timed events that the recording describes, also of those without an event. */
    public TreeSet<String> eventTypes() {
        return eventTypes;
    }

    public void addEventType(String eventName) {
        eventTypes.add(eventName);
    }

    /** Notes a setting; the widest threshold counts where it changed. */
    public void setting(String eventName, EventSetting setting) {
        settings.merge(eventName, setting, (before, now) -> new EventSetting(before.enabled() || now.enabled(),
                Math.max(before.thresholdNanos(), now.thresholdNanos()),
                now.throttle().isEmpty() ? before.throttle() : now.throttle()));
    }

    /** Returns how the recorder was set; off where no setting names the event and none was recorded. */
    public EventSetting setting(String eventName) {
        EventSetting known = settings.get(eventName);
        return known != null ? known : new EventSetting(series(eventName).isPresent(), 0, "");
    }

    /** Notes what the recording says of the JVM or the machine, such as {@code hwThreads}. */
    public void fact(String name, String value) {
        facts.put(name, value);
    }

    /** Returns what was noted, empty if it was not recorded. */
    public String fact(String name) {
        return facts.getOrDefault(name, "");
    }

    public void warn(String warning) {
        warnings.add(warning);
    }

    public List<String> warnings() {
        return List.copyOf(warnings);
    }
}
