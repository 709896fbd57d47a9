package dev.perfhint.rules.events;

import dev.perfhint.profile.EventCount;
import dev.perfhint.profile.EventCounts;
import dev.perfhint.profile.Gauge;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What the recording's other events say of the program as a whole. */
public final class AccountNotes {
    private static final String THROTTLING = "jdk.ContainerCPUThrottling.";

    private AccountNotes() {}

    /** Returns one line for each thing that changes how the account is to be read. */
    public static List<String> of(EventCounts counts) {
        List<String> notes = new ArrayList<>();
        long throttled = grown(counts, "cpuThrottledSlices");
        if (throttled > 0) {
            notes.add(String.format(Locale.ROOT, "the container's CPU quota throttled the program in %,d "
                                                         + "of %,d periods, %.1f s in all "
                                                         + "(jdk.ContainerCPUThrottling)", throttled,
                    grown(counts, "cpuElapsedSlices"), grown(counts, "cpuThrottledTime") / 1e9));
        }
        List<EventCount> pinned =
                counts.rows().stream().filter(count -> count.kind() == EventCount.Kind.PINNED).toList();
        if (!pinned.isEmpty()) {
            notes.add(String.format(Locale.ROOT, "virtual threads held their carriers while they waited %,d times,"
                    + " %.1f s in all (jdk.VirtualThreadPinned)", pinned.stream().mapToLong(EventCount::events).sum(),
                    pinned.stream().mapToLong(EventCount::nanos).sum() / 1e9));
        }
        return notes;
    }

    // counters since the container's start
    private static long grown(EventCounts counts, String field) {
        Optional<Gauge> gauge = counts.gauge(THROTTLING + field);
        return gauge.map(known -> known.last() - known.first()).orElse(0L);
    }
}
