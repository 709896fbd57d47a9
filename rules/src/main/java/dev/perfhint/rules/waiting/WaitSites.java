package dev.perfhint.rules.waiting;

import dev.perfhint.profile.timeline.EventLog;
import dev.perfhint.profile.timeline.EventNames.CodeLine;
import dev.perfhint.profile.timeline.EventQuery;
import dev.perfhint.profile.timeline.EventSeries;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Collects where the threads of one recording waited: from its timed events, and from samples of threads in waiting
 * methods, which show no single wait. Where both show a place, the events count unless they miss half of the time.
 */
public final class WaitSites {
    /** Timed events by what they say if the stack does not. */
    private static final Map<String, WaitKind> EVENTS = Map.of(
            "jdk.SocketRead", WaitKind.SOCKET_READ,
            "jdk.JavaMonitorEnter", WaitKind.LOCK,
            "jdk.JavaMonitorWait", WaitKind.NOTIFICATION,
            "jdk.ThreadPark", WaitKind.PARK,
            "jdk.ThreadSleep", WaitKind.SLEEP,
            "jdk.FileForce", WaitKind.FILE_SYNC);
    private static final String WALL_SAMPLE = "profiler.WallClockSample";
    private static final Set<String> SAMPLES = Set.of("jdk.NativeMethodSample", WALL_SAMPLE);
    private static final Set<String> FIELDS = Set.of(EventQuery.DURATION, EventQuery.THREAD,
            EventQuery.STACK, "monitorClass", "parkedClass", "host", "samples", "timeSpan", "state", "jvmUser",
                    "jvmSystem", "machineTotal");
    /** The JVM's and the recorder's own threads. */
    static final Pattern HOUSEKEEPING = Pattern.compile(
            "Reference Handler|Finalizer|Common-Cleaner|Cleaner-\\d+"
            + "|Signal Dispatcher|Notification Thread|Attach Listener|DestroyJavaVM|process reaper.*|JFR .*|"
            + "Service Thread"
            + "|VM .*|GC .*|G1 .*|C[12] .*|.*CompilerThread.*|Async-?[pP]rofiler.*|perfhint.*|\\[tid.*|java");
    private static final int MIN_SAMPLES = 2;
    private static final long DEFAULT_PERIOD = 20_000_000;

    private record Key(WaitKind kind, String place, boolean sampled) {}

    private static final class Sum {
        private long nanos;
        private String subject = "";
        private String eventName = "";
        private int seen;
        private final Set<Integer> threads = new LinkedHashSet<>();
        private final List<Long> durations = new ArrayList<>();

        private void add(int thread, long moreNanos) {
            nanos += moreNanos;
            seen++;
            threads.add(thread);
        }
    }

    private final EventLog log;
    private final Map<Key, Sum> sums = new LinkedHashMap<>();

    private WaitSites(EventLog log) {
        this.log = log;
    }

    /** Returns what to read of a recording. */
    public static EventQuery query() {
        return (name, fields) -> EVENTS.containsKey(name) || SAMPLES.contains(name) || name.equals("jdk.CPULoad")
                ? FIELDS : Set.of();
    }

    /** Returns where threads waited, the longest sum first. */
    public static List<WaitSite> of(EventLog log) {
        WaitSites sites = new WaitSites(log);
        EVENTS.forEach((name, kind) -> log.series(name).ifPresent(events -> sites.addEvents(events, kind)));
        SAMPLES.forEach(name -> log.series(name).ifPresent(sites::addSamples));
        return sites.longest();
    }

    private void addEvents(EventSeries events, WaitKind otherwise) {
        for (int row = 0; row < events.size(); row++) {
            List<CodeLine> stack = log.names().stack(events.stack(row));
            WaitKind kind = otherwise == WaitKind.LOCK || otherwise == WaitKind.SOCKET_READ ? otherwise
                    : WaitKind.of(jdkMethods(stack)).orElse(otherwise);
            long nanos = events.durationNanos(row);
            add(kind, stack, events.thread(row), nanos, false).ifPresent(sum -> {
                sum.eventName = events.eventName();
                sum.durations.add(nanos);
            });
            if (kind != WaitKind.SOCKET_READ) {
                subject(events, row, kind, stack);
            }
        }
    }

    private void subject(EventSeries events, int row, WaitKind kind, List<CodeLine> stack) {
        Sum sum = sums.get(new Key(kind, place(stack, log.names().thread(events.thread(row))), false));
        if (sum != null && sum.subject.isEmpty()) {
            String monitor = events.text(row, events.field("monitorClass"));
            sum.subject = monitor.isEmpty() ? events.text(row, events.field("parkedClass")) : monitor;
        }
    }

    private Optional<Sum> add(WaitKind kind, List<CodeLine> stack, int thread, long nanos, boolean sampled) {
        String name = log.names().thread(thread);
        if (HOUSEKEEPING.matcher(name).matches()) {
            return Optional.empty();
        }
        Sum sum = sums.computeIfAbsent(new Key(kind, place(stack, name), sampled), key -> new Sum());
        sum.add(thread, nanos);
        return Optional.of(sum);
    }

    private void addSamples(EventSeries events) {
        long period = period(events);
        for (int row = 0; row < events.size(); row++) {
            String state = events.text(row, events.field("state"));
            if (events.eventName().equals(WALL_SAMPLE) && !state.equals("STATE_SLEEPING")) {
                continue;
            }
            List<CodeLine> stack = log.names().stack(events.stack(row));
            long nanos = period * samples(events, row);
            int thread = events.thread(row);
            Optional<WaitKind> kind = WaitKind.of(jdkMethods(stack));
            (kind.isPresent() ? kind : blocked(events, stack))
                    .ifPresent(found -> add(found, stack, thread, nanos, true));
        }
    }

    /** A thread that sleeps in a method of the application itself waits to enter a monitor. */
    private static Optional<WaitKind> blocked(EventSeries events, List<CodeLine> stack) {
        return events.eventName().equals(WALL_SAMPLE) && !stack.isEmpty() && isApplication(stack.get(0))
                ? Optional.of(WaitKind.LOCK) : Optional.empty();
    }

    /** A sample of the wall clock may stand for several. */
    private static long samples(EventSeries events, int row) {
        return Math.max(1, (long) events.number(row, events.field("samples")));
    }

    /** Returns the distance of the samples of the thread that has most of them. */
    private static long period(EventSeries events) {
        Map<Integer, long[]> seen = new HashMap<>();
        for (int row = 0; row < events.size(); row++) {
            long at = events.startNanos(row);
            long[] thread = seen.computeIfAbsent(events.thread(row), key -> new long[] {at, at, 0});
            thread[0] = Math.min(thread[0], at);
            thread[1] = Math.max(thread[1], at + (long) events.number(row, events.field("timeSpan")));
            thread[2] += samples(events, row);
        }
        return seen.values().stream().filter(thread -> thread[2] > MIN_SAMPLES)
                .max(Comparator.comparingLong(thread -> thread[2]))
                .map(thread -> (thread[1] - thread[0]) / (thread[2] - 1)).orElse(DEFAULT_PERIOD);
    }

    private List<WaitSite> longest() {
        Map<Key, Sum> kept = new LinkedHashMap<>();
        sums.forEach((key, sum) -> kept.merge(new Key(key.kind, key.place, false), sum, (one, other) ->
            one.nanos >= other.nanos / 2 && !one.eventName.isEmpty() ? one : other.nanos > one.nanos ? other : one));
        return kept.entrySet().stream()
                .map(entry -> site(entry.getKey(), entry.getValue(), log))
                .sorted(Comparator.comparingLong((WaitSite site) -> -site.nanos()).thenComparing(WaitSite::place)
                        .thenComparing(WaitSite::kind)).toList();
    }

    private static WaitSite site(Key key, Sum sum, EventLog log) {
        sum.durations.sort(null);
        return new WaitSite(key.kind, key.place, sum.subject, sum.eventName, sum.nanos, sum.threads.size(),
                log.names().thread(sum.threads.iterator().next()), sum.seen, sum.durations);
    }

    private static List<String> jdkMethods(List<CodeLine> stack) {
        List<String> methods = new ArrayList<>();
        for (CodeLine frame : stack) {
            if (isApplication(frame)) {
                break;
            }
            methods.add(frame.method());
        }
        return methods;
    }

    private static String place(List<CodeLine> stack, String thread) {
        return stack.stream().filter(WaitSites::isApplication).findFirst()
                .map(frame -> frame.method() + (frame.line() > 0 ? ":" + frame.line() : "")).orElse("thread " + thread);
    }

    private static boolean isApplication(CodeLine frame) {
        String name = frame.className().replace('/', '.');
        return !name.isEmpty() && !name.endsWith(".so") && !name.contains(".so.")
                && !name.matches("(java|javax|jdk|sun|com\\.sun)\\..*");
    }
}
