package dev.perfhint.rules.latency;

import dev.perfhint.profile.timeline.EventLog;
import dev.perfhint.profile.timeline.EventNames.CodeLine;
import dev.perfhint.profile.timeline.EventSeries;
import dev.perfhint.rules.latency.Spans.Span;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** What happened when in one recorded JVM: to all threads, to each thread, and to each compiled method. */
final class Timeline {
    /** What a JVM does about a method whose compiled code stays in use. */
    private static final Set<String> STILL_COMPILED = Set.of("none", "maybe_recompile");
    private static final List<String> SAMPLES = List.of("jdk.ExecutionSample", "jdk.CPUTimeSample");
    private static final List<String> STALLS = List.of("jdk.ZAllocationStall");

    private final EventLog log;
    private final EnumMap<WaitCause, Spans> everywhere = new EnumMap<>(WaitCause.class);
    private final Map<Integer, EnumMap<WaitCause, Spans>> byThread = new HashMap<>();
    private final Map<String, Spans> compilations = new HashMap<>();
    private final Map<String, Spans> deoptimisations = new HashMap<>();
    private final Map<Integer, Spans> samples = new HashMap<>();

    /** @param measured the type of the operations: they do not explain themselves */
    Timeline(EventLog log, String measured) {
        this.log = log;
        for (WaitCause cause : WaitCause.values()) {
            if (cause == WaitCause.GC_PAUSE || cause == WaitCause.SAFEPOINT) {
                everywhere.put(cause, new Spans());
                cause.events().forEach(name -> addEverywhere(cause, name));
            } else if (cause.isOnThread()) {
                cause.events().stream().filter(name -> !name.equals(measured))
                        .forEach(name -> addOnThreads(cause, name));
            }
        }
        STALLS.forEach(name -> addOnThreads(WaitCause.GC_PAUSE, name));
        log.series("jdk.Compilation").ifPresent(events -> addMethods(events, compilations));
        log.series("jdk.Deoptimization").ifPresent(events -> addMethods(events, deoptimisations));
        SAMPLES.forEach(name -> log.series(name).ifPresent(this::addSamples));
        everywhere.values().forEach(Spans::sort);
        byThread.values().forEach(causes -> causes.values().forEach(Spans::sort));
        compilations.values().forEach(Spans::sort);
        samples.values().forEach(Spans::sort);
    }

    EventLog log() {
        return log;
    }

    /** Returns what of a cause overlapped a time on a thread. */
    List<Span> of(WaitCause cause, int thread, long startNanos, long endNanos) {
        List<Span> found = new ArrayList<>();
        if (everywhere.containsKey(cause)) {
            found.addAll(everywhere.get(cause).overlapping(startNanos, endNanos));
        }
        EnumMap<WaitCause, Spans> own = byThread.get(thread);
        if (own != null && own.containsKey(cause)) {
            found.addAll(own.get(cause).overlapping(startNanos, endNanos));
        }
        return found;
    }

    /** Returns all that kept a thread from running in this time, as far as events tell it. */
    List<Span> waits(int thread, long startNanos, long endNanos) {
        return Stream.of(WaitCause.values()).filter(cause -> cause != WaitCause.CLASS_LOADING)
                .flatMap(cause -> of(cause, thread, startNanos, endNanos).stream()).toList();
    }

    /** Returns whether a method that has a compiler's attention was interpreted at this time: not yet, or no longer. */
    boolean isInterpreted(String method, long nanos) {
        List<Span> compiled = compilations.getOrDefault(method, new Spans()).all();
        long lost = deoptimisations.getOrDefault(method, new Spans()).all().stream().mapToLong(Span::startNanos)
                .filter(at -> at <= nanos).max().orElse(Long.MIN_VALUE);
        // the first that a recording shows may be another's successor, if it is of the last level
        return !compiled.isEmpty() && (lost > Long.MIN_VALUE || !text(compiled.get(0), "compileLevel").equals("4"))
                && compiled.stream().noneMatch(each -> each.endNanos() > lost && each.endNanos() <= nanos);
    }

    /** Returns the samples of a thread in this time. */
    List<Span> samples(int thread, long startNanos, long endNanos) {
        return samples.getOrDefault(thread, new Spans()).overlapping(startNanos, endNanos);
    }

    /** Returns the compilations, in this time, of methods that were on the thread's recorded stacks. */
    List<Span> compilations(int thread, int stack, long startNanos, long endNanos) {
        Set<String> methods = new HashSet<>();
        log.names().stack(stack).stream().map(CodeLine::method).forEach(methods::add);
        for (Span sample : samples(thread, startNanos, endNanos)) {
            stack(sample).stream().map(CodeLine::method).forEach(methods::add);
        }
        List<Span> found = new ArrayList<>();
        for (String method : methods) {
            if (compilations.containsKey(method)) {
                found.addAll(compilations.get(method).overlapping(startNanos, endNanos));
            }
        }
        return found;
    }

    /** Returns where another thread was in this time: in the wait that overlaps most of it, else in a sample. */
    List<CodeLine> whereabouts(String threadName, long startNanos, long endNanos) {
        List<CodeLine> best = List.of();
        long most = 0;
        for (Map.Entry<Integer, EnumMap<WaitCause, Spans>> thread : byThread.entrySet()) {
            if (!log.names().thread(thread.getKey()).equals(threadName)) {
                continue;
            }
            for (Spans spans : thread.getValue().values()) {
                for (Span span : spans.overlapping(startNanos, endNanos)) {
                    long common = Math.min(span.endNanos(), endNanos) - Math.max(span.startNanos(), startNanos);
                    if (common > most && !stack(span).isEmpty()) {
                        most = common;
                        best = stack(span);
                    }
                }
            }
        }
        if (!best.isEmpty()) {
            return best;
        }
        return samples.entrySet().stream()
                .filter(thread -> log.names().thread(thread.getKey()).equals(threadName))
                .flatMap(thread -> thread.getValue().overlapping(startNanos, endNanos).stream())
                .findFirst().map(this::stack).orElse(List.of());
    }

    /** Returns where a thread ran in this time, by its first sample; empty without one. */
    List<CodeLine> sampled(int thread, long startNanos, long endNanos) {
        return samples(thread, startNanos, endNanos).stream().findFirst().map(this::stack).orElse(List.of());
    }

    /** Returns the stack trace of an event, empty if none was recorded. */
    List<CodeLine> stack(Span span) {
        return log.series(span.eventName()).map(events -> log.names().stack(events.stack(span.row())))
                .orElse(List.of());
    }

    /** Returns a value of an event. */
    String text(Span span, String field) {
        return log.series(span.eventName()).map(events -> events.text(span.row(), events.field(field))).orElse("");
    }

    private void addEverywhere(WaitCause cause, String eventName) {
        log.series(eventName).ifPresent(events -> {
            int safepoint = events.field("safepoint");
            for (int row = 0; row < events.size(); row++) {
                if (safepoint < 0 || events.number(row, safepoint) != 0) {
                    everywhere.get(cause).add(span(events, row));
                }
            }
        });
    }

    private void addOnThreads(WaitCause cause, String eventName) {
        log.series(eventName).ifPresent(events -> {
            for (int row = 0; row < events.size(); row++) {
                byThread.computeIfAbsent(events.thread(row), thread -> new EnumMap<>(WaitCause.class))
                        .computeIfAbsent(cause, key -> new Spans()).add(span(events, row));
            }
        });
    }

    private static void addMethods(EventSeries events, Map<String, Spans> methods) {
        for (int row = 0; row < events.size(); row++) {
            if (!STILL_COMPILED.contains(events.text(row, events.field("action")))) {
                methods.computeIfAbsent(events.text(row, events.field("method")), name -> new Spans())
                        .add(span(events, row));
            }
        }
    }

    private void addSamples(EventSeries events) {
        for (int row = 0; row < events.size(); row++) {
            long start = events.startNanos(row);
            samples.computeIfAbsent(events.thread(row), thread -> new Spans())
                    .add(new Span(start, start + 1, events.eventName(), row));
        }
    }

    static Span span(EventSeries events, int row) {
        return new Span(events.startNanos(row), events.endNanos(row), events.eventName(), row);
    }
}
