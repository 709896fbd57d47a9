package dev.perfhint.rules.latency;

import dev.perfhint.profile.timeline.EventLog;
import dev.perfhint.profile.timeline.EventNames;
import dev.perfhint.profile.timeline.EventSeries;
import java.util.stream.IntStream;

/**
 * Which events are the operations to measure.
 *
 * @param eventName type of the events
 * @param field that must have a value; empty for all events of the type
 */
public record OperationChoice(String eventName, String field, String value) {
    /** Reads {@code EVENT} or {@code EVENT:field=value}. */
    public static OperationChoice of(String text) throws LatencyException {
        int colon = text.indexOf(':');
        if (colon < 0) {
            return new OperationChoice(text, "", "");
        }
        int equals = text.indexOf('=', colon);
        if (equals <= colon + 1 || colon == 0) {
            throw new LatencyException("--operation " + text
                    + ": write EVENT or EVENT:field=value, as in jdk.FileWrite:path=/var/log/a");
        }
        return new OperationChoice(text.substring(0, colon), text.substring(colon + 1, equals),
                text.substring(equals + 1));
    }

    /** Returns whether an event is one of them. */
    boolean takes(EventSeries events, int row, EventNames names) {
        return field.isEmpty() || value(events, row, names, field).equals(value);
    }

    /** How many operations there were, and the time between the begin of the first and the end of the last one. */
    public record Phase(long count, long nanos) {}

    /** Returns the phase of a recording in which there were such operations. */
    public Phase phase(EventLog log) throws LatencyException {
        EventSeries events = log.series(eventName).orElseThrow(() -> new LatencyException(
                log.path() + ": holds no " + eventName + ": perfhint latency lists what it offers"));
        int[] rows = IntStream.range(0, events.size()).filter(row -> takes(events, row, log.names())).toArray();
        long first = IntStream.of(rows).mapToLong(events::startNanos).min().orElse(0);
        return new Phase(rows.length, IntStream.of(rows).mapToLong(events::endNanos).max().orElse(first) - first);
    }

    /** Returns the value of a field, or the name of the thread. */
    static String value(EventSeries events, int row, EventNames names, String field) {
        return field.equals(Latency.BY_THREAD) ? names.thread(events.thread(row))
                : events.text(row, events.field(field));
    }

    @Override
    public String toString() {
        return field.isEmpty() ? eventName : eventName + ":" + field + "=" + value;
    }
}
