package dev.perfhint.profile.timeline;

import java.util.Optional;

/** Where single events of the analysed recording can be read, for questions that its profile does not answer. */
@FunctionalInterface
public interface EventSource {
    /** Of profiles whose recordings are not at hand. */
    EventSource NONE = query -> Optional.empty();

    /** Returns the events that are asked for; empty where they cannot be read. */
    Optional<EventLog> read(EventQuery query);
}
