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

/** What happened when in one recorded JVM: to all threads, to each thread, and to each compiled method. */
final class Timeline {
    private static final String COMPILATION = "jdk.Compilation";
    private static final List<String> SAMPLES = List.of("jdk.ExecutionSample", "jdk.CPUTimeSample");
    private static final List<String> STALLS = List.of("jdk.ZAllocationStall");

    private final EventLog log;
    private final EnumMap<WaitCause, Spans> everywhere = new EnumMap<>(WaitCause.class);
    private final Map<Integer, EnumMap<WaitCause, Spans>> byThread = new HashMap<>();
    private final Map<String, Spans> compilations = new HashMap<>();
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
        log.series(COMPILATION).ifPresent(this::addCompilations);
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

    /** Returns the compilations, in this time, of methods that were on the thread's recorded stacks. */
    List<Span> compilations(int thread, int stack, long startNanos, long endNanos) {
        Set<String> methods = new HashSet<>();
        log.names().stack(stack).stream().map(CodeLine::method).forEach(methods::add);
        for (Span sample : samples.getOrDefault(thread, new Spans()).overlapping(startNanos, endNanos)) {
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
        return samples.getOrDefault(thread, new Spans()).overlapping(startNanos, endNanos).stream().findFirst()
                .map(this::stack).orElse(List.of());
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

    private void addCompilations(EventSeries events) {
        int method = events.field("method");
        for (int row = 0; row < events.size(); row++) {
            compilations.computeIfAbsent(events.text(row, method), name -> new Spans()).add(span(events, row));
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
