package dev.perfhint.rules.latency;

import dev.perfhint.profile.timeline.EventNames.CodeLine;
import dev.perfhint.rules.latency.Outlier.Detail;
import dev.perfhint.rules.latency.ProcessorTime.Split;
import dev.perfhint.rules.latency.Spans.Span;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Divides the time of one operation among its causes: each instant goes to the first cause that it overlaps. */
final class Attribution {
    /** Between two loads lies the linking of the class that was loaded, if the thread goes on so soon. */
    private static final long LINKING_NANOS = 1_000_000;

    /**
     * @param nanos of each cause; of all causes together as long as the operation
     * @param offProcessorNanos of what is not explained: at least so long off the processor, with no recorded wait
     */
    record Division(Map<WaitCause, Long> nanos, List<Detail> details, long offProcessorNanos) {
        long of(WaitCause cause) {
            return nanos.getOrDefault(cause, 0L);
        }
    }

    private final Timeline timeline;
    private final ProcessorTime processors;

    Attribution(Timeline timeline, ProcessorTime processors) {
        this.timeline = timeline;
        this.processors = processors;
    }

    /** @param slow operations of each thread: the others ran for all of the time in which they did not wait */
    Division divide(int thread, int stack, long startNanos, long endNanos, Map<Integer, Spans> slow) {
        FreeTime free = new FreeTime(startNanos, endNanos);
        EnumMap<WaitCause, Long> nanos = new EnumMap<>(WaitCause.class);
        List<Detail> details = new ArrayList<>();
        Consumer<Detail> add = detail -> {
            if (detail.nanos() > 0) {
                nanos.merge(detail.cause(), detail.nanos(), Long::sum);
                details.add(detail);
            }
        };
        for (WaitCause cause : WaitCause.values()) {
            if (cause == WaitCause.COMPILATION) {
                linking(thread, startNanos, endNanos, free, add);
            }
            List<Span> spans = cause == WaitCause.COMPILATION
                    ? timeline.compilations(thread, stack, startNanos, endNanos)
                    : timeline.of(cause, thread, startNanos, endNanos);
            for (Span span : spans) {
                add.accept(detail(cause, span, free.take(span.startNanos(), span.endNanos())));
            }
        }
        Split split = processors.split(thread, free, (from, to, had, part) -> running(thread, from, to, had,
                part, new Span(startNanos, endNanos, "", 0), slow));
        add.accept(new Detail(WaitCause.CPU_STARVATION, "no free processor", List.of(), (long) split.starved()));
        running(thread, free, (long) split.running()).forEach(add);
        long rest = endNanos - startNanos - nanos.values().stream().mapToLong(Long::longValue).sum();
        if (rest > 0) {
            nanos.put(WaitCause.NOT_EXPLAINED, rest);
        }
        return new Division(nanos, details, (long) split.off());
    }

    /** Takes what lies between two loads of classes: linking and initialising have no events of their own. */
    private void linking(int thread, long startNanos, long endNanos, FreeTime free, Consumer<Detail> add) {
        long loaded = Long.MIN_VALUE;
        for (Span load : timeline.of(WaitCause.CLASS_LOADING, thread, startNanos, endNanos)) {
            if (load.startNanos() - loaded < LINKING_NANOS && load.startNanos() > loaded) {
                add.accept(new Detail(WaitCause.CLASS_LOADING, "linking and initialising", List.of(),
                        free.take(loaded, load.startNanos())));
            }
            loaded = Math.max(loaded, load.endNanos());
        }
    }

    /**
     * Returns how much of a part of an operation was on a processor. A usual operation has its part of what the thread
     * had; slow ones together have what the rest of the thread's time leaves.
     */
    private double running(int thread, long from, long to, double had, double part, Span own,
            Map<Integer, Spans> slow) {
        FreeTime ready = new FreeTime(from, to);
        timeline.waits(thread, from, to).forEach(wait -> ready.take(wait.startNanos(), wait.endNanos()));
        double all = Math.max(part, ready.nanos());
        List<Span> slowOnes = slow.getOrDefault(thread, new Spans()).overlapping(from, to);
        boolean usual = slowOnes.stream().noneMatch(one -> one.startNanos() == own.startNanos());
        slowOnes.forEach(one -> ready.take(one.startNanos(), one.endNanos()));
        double others = usual ? 0 : ready.nanos();
        return part * Math.max(0, Math.min(1, (had - others) / Math.max(1, all - others)));
    }

    /** Divides the time on a processor by the samples of it. */
    private List<Detail> running(int thread, FreeTime free, long nanos) {
        List<Span> samples = free.pieces().stream()
                .flatMap(piece -> timeline.samples(thread, piece.startNanos(), piece.endNanos()).stream()).toList();
        return samples.isEmpty() ? List.of(new Detail(WaitCause.RUNNING, "without a sample", List.of(), nanos))
                : samples.stream().map(sample -> ran(sample, nanos / samples.size())).toList();
    }

    private Detail ran(Span sample, long nanos) {
        List<CodeLine> where = timeline.stack(sample);
        String top = where.isEmpty() ? "" : where.get(0).method();
        Optional<CodeLine> initialiser =
                where.stream().filter(line -> line.methodName().equals("<clinit>")).findFirst();
        if (initialiser.isPresent()) {
            return new Detail(WaitCause.CLASS_LOADING, "initialiser of " + initialiser.get().className(), where, nanos);
        }
        return timeline.isInterpreted(top, sample.startNanos())
                ? new Detail(WaitCause.COMPILATION, top + ", interpreted: waits for its compiler", where, nanos)
                : new Detail(WaitCause.RUNNING, top, where, nanos);
    }

    private Detail detail(WaitCause cause, Span span, long nanos) {
        List<CodeLine> where = timeline.stack(span);
        String what = switch (cause) {
            case GC_PAUSE -> timeline.text(span, "name");
            case SAFEPOINT -> timeline.text(span, "safepoint").isEmpty() ? "stopping the threads"
                    : timeline.text(span, "operation");
            case CLASS_LOADING -> timeline.text(span, "loadedClass");
            case LOCK -> lock(span);
            case FILE_IO -> timeline.text(span, "path");
            case SOCKET_IO -> timeline.text(span, "host") + ":" + timeline.text(span, "port");
            case OBJECT_WAIT -> timeline.text(span, "monitorClass");
            case PARK -> timeline.text(span, "parkedClass");
            case COMPILATION -> timeline.text(span, "method");
            default -> "";
        };
        if (cause == WaitCause.LOCK) {
            List<CodeLine> owner =
                    timeline.whereabouts(timeline.text(span, "previousOwner"), span.startNanos(), span.endNanos());
            where = owner.isEmpty() ? where : owner;
        }
        return new Detail(cause, what, where, nanos);
    }

    private String lock(Span span) {
        String owner = timeline.text(span, "previousOwner");
        return timeline.text(span, "monitorClass") + (owner.isEmpty() ? "" : " held by " + owner);
    }
}
