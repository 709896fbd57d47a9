package dev.perfhint.rules.waiting;

import java.util.List;

/**
 * Where threads of the program waited for one kind of thing.
 *
 * @param place {@code pkg.Type.method:line} of the application, or the thread's name where there is no such frame
 * @param subject class of the lock, host; empty if unknown
 * @param eventName of the timed events; empty if only samples show it
 * @param nanos all waits together
 * @param threads how many threads waited here
 * @param thread the name of one of them
 * @param seen events and samples: a thread that ran in between is seen again
 * @param durationsNanos of the single waits, in ascending order
 */
public record WaitSite(WaitKind kind, String place, String subject, String eventName, long nanos, int threads,
        String thread, int seen, List<Long> durationsNanos) {
    public WaitSite {
        durationsNanos = List.copyOf(durationsNanos);
    }

    /** Returns the median duration of a wait. */
    public long medianNanos() {
        return durationsNanos.isEmpty() ? 0 : durationsNanos.get(durationsNanos.size() / 2);
    }
}
