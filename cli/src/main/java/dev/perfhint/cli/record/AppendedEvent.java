package dev.perfhint.cli.record;

import java.util.List;

/**
 * An event that perfhint adds to a recording.
 *
 * @param fields after the time of start; those of all events of a type are the same
 * @param values one for each field, a {@code Long} or a {@code String}
 */
record AppendedEvent(String type, List<String> fields, List<Object> values) {
    /** The kernel's count of the process, for the time of the recording. */
    static AppendedEvent processTime(long userNanos, long systemNanos) {
        return new AppendedEvent("perfhint.ProcessTime", List.of("userNanos", "systemNanos"),
                List.of(userNanos, systemNanos));
    }

    /** The recording begins or ends so long after the program's start; 0 where it begins or ends with the program. */
    static AppendedEvent partOfRun(long fromNanos, long toNanos) {
        return new AppendedEvent("perfhint.PartOfRun", List.of("fromNanos", "toNanos"), List.of(fromNanos, toNanos));
    }

    /** A piece of what the agent observed; the pieces are one text. */
    static AppendedEvent observation(String piece) {
        return new AppendedEvent("perfhint.Observation", List.of("text"), List.of(piece));
    }

    /** The kernel's count of one thread: on a processor, ready but not on one, and turns on a processor. */
    static AppendedEvent threadTime(long thread, String name, long cpuNanos, long readyNanos, long turns) {
        return new AppendedEvent("perfhint.ThreadTime", List.of("thread", "name", "cpuNanos", "readyNanos", "turns"),
                List.of(thread, name, cpuNanos, readyNanos, turns));
    }
}
