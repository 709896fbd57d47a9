package dev.perfhint.profile.timeline;

import java.util.List;
import java.util.Set;

/** Chooses the events to keep one by one. Asked once for each event type of a chunk. */
@FunctionalInterface
public interface EventQuery {
    /** The fields of every event that has them. */
    String DURATION = "duration";
    String THREAD = "eventThread";
    String STACK = "stackTrace";

    /**
     * Returns the fields to keep of a type's; empty if the events are not wanted. Start and duration are always kept.
     */
    Set<String> fields(String eventName, List<String> available);
}
