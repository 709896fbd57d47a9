package dev.perfhint.rules.events;

import static dev.perfhint.profile.EventCount.Kind.MONITOR_ENTER;
import static dev.perfhint.profile.EventCount.Kind.MONITOR_WAIT;
import static dev.perfhint.profile.EventCount.Kind.PROCESS_START;
import static dev.perfhint.profile.EventCount.Kind.THREAD_PARK;
import static dev.perfhint.profile.EventCount.Kind.THREAD_START;

import dev.perfhint.profile.Cause;
import dev.perfhint.profile.EventCount;
import dev.perfhint.profile.Gauge;
import dev.perfhint.profile.Profile;
import dev.perfhint.profile.Recording;
import dev.perfhint.rules.stack.SystemStack;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

/** Says of a finding what other events of the recording tell: at which locks threads waited, what was started. */
public final class EventNotes {
    private static final int MAX_SUBJECTS = 3;
    private static final String SWITCH_RATE = "jdk.ThreadContextSwitchRate.switchRate";
    private static final Set<Cause> SWITCHING = EnumSet.of(Cause.LOCK, Cause.THREAD_HANDOFF, Cause.SLEEP, Cause.YIELD);

    private EventNotes() {}

    /** Returns what the events say of stacks of one cause, and notes the numbers among the facts. */
    public static List<String> of(Profile profile, Cause cause, List<SystemStack> stacks, Map<String, Object> facts) {
        List<String> notes = new ArrayList<>(ofCode(profile, cause, stacks, facts));
        Gauge switches = profile.counts().gauges().get(SWITCH_RATE);
        if (SWITCHING.contains(cause) && switches != null) {
            facts.put("machineSwitchesPerSecond", Math.round(rate(switches.most())));
            notes.add(String.format(Locale.ROOT, "the machine switched threads %,.0f to %,.0f times a second"
                    + " (jdk.ThreadContextSwitchRate)", rate(switches.least()), rate(switches.most())));
        }
        return notes;
    }

    private static float rate(long bits) {
        return Float.intBitsToFloat((int) bits);
    }

    private static List<String> ofCode(
            Profile profile, Cause cause, List<SystemStack> stacks, Map<String, Object> facts) {
        return switch (cause) {
            case LOCK -> waits(profile, JoinedEvents.of(profile, stacks, MONITOR_ENTER, THREAD_PARK), facts);
            case THREAD_HANDOFF -> waits(profile, JoinedEvents.of(profile, stacks, THREAD_PARK, MONITOR_WAIT), facts);
            case PROCESS -> starts(profile, JoinedEvents.of(profile, stacks, PROCESS_START), "processes", facts,
                    count -> program(count.subject()));
            case THREAD_START -> starts(profile, JoinedEvents.of(profile, stacks, THREAD_START), "threads", facts,
                    count -> profile.threadGroups().get(count.threadGroup()));
            default -> List.of();
        };
    }

    private static List<String> waits(Profile profile, List<EventCount> waits, Map<String, Object> facts) {
        List<String> notes = new ArrayList<>();
        waits.stream().map(EventCount::kind).distinct().sorted().forEach(kind -> {
            List<EventCount> alike = waits.stream().filter(count -> count.kind() == kind).toList();
            List<Map.Entry<String, Long>> byClass = largest(alike, EventCount::subject, EventCount::nanos);
            long threshold = profile.counts().thresholdNanos().getOrDefault(kind, 0L);
            notes.add(String.format(Locale.ROOT, "%s: %,d waits%s, %.1f s together%s", kind.event(), events(alike),
                    threshold > 0 ? String.format(Locale.ROOT, " of %s ms or more", millis(threshold)) : "",
                    nanos(alike) / 1e9, byClass.isEmpty() ? "" : ", for " + String.join(", ",
                            byClass.stream().map(Map.Entry::getKey).toList())));
        });
        if (!waits.isEmpty()) {
            facts.put("waits", events(waits));
            facts.put("waitedNanos", nanos(waits));
            largest(waits, EventCount::subject, EventCount::nanos).stream().findFirst()
                    .ifPresent(most -> facts.put("waitedFor", most.getKey()));
        }
        return notes;
    }

    private static List<String> starts(Profile profile, List<EventCount> starts, String what, Map<String, Object> facts,
            Function<EventCount, String> name) {
        if (starts.isEmpty()) {
            return List.of();
        }
        long all = events(starts);
        facts.put(what + "Started", all);
        List<String> parts = largest(starts, name, EventCount::events).stream()
                .map(part -> String.format(Locale.ROOT, "%s %,d", part.getKey(), part.getValue())).toList();
        double seconds = profile.recordings().stream().mapToLong(Recording::durationMillis).sum() / 1e3;
        return List.of(String.format(Locale.ROOT, "%s: %,d %s were started here%s: %s", starts.get(0).kind().event(),
                all, what, seconds < 1 ? "" : String.format(Locale.ROOT, ", %,.0f a second", all / seconds),
                String.join(", ", parts)));
    }

    // arguments may be secrets
    private static String program(String command) {
        int end = command.indexOf(' ');
        return end < 0 ? command : command.substring(0, end);
    }

    private static List<Map.Entry<String, Long>> largest(List<EventCount> counts, Function<EventCount, String> name,
            Function<EventCount, Long> weight) {
        Map<String, Long> sums = new TreeMap<>();
        counts.forEach(count -> sums.merge(name.apply(count), weight.apply(count), Long::sum));
        sums.remove("");
        return sums.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed().thenComparing(Map.Entry.comparingByKey()))
                .limit(MAX_SUBJECTS).toList();
    }

    private static long events(List<EventCount> counts) {
        return counts.stream().mapToLong(EventCount::events).sum();
    }

    private static long nanos(List<EventCount> counts) {
        return counts.stream().mapToLong(EventCount::nanos).sum();
    }

    private static String millis(long nanos) {
        return nanos % 1_000_000 == 0 ? Long.toString(nanos / 1_000_000)
                : String.format(Locale.ROOT, "%.3f", nanos / 1e6);
    }
}
