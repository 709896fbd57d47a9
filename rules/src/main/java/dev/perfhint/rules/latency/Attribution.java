package dev.perfhint.rules.latency;

import dev.perfhint.profile.timeline.EventNames.CodeLine;
import dev.perfhint.rules.latency.Outlier.Detail;
import dev.perfhint.rules.latency.Spans.Span;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Divides the time of one operation among its causes: each instant goes to the first cause that it overlaps. */
final class Attribution {
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

    Division divide(int thread, int stack, long startNanos, long endNanos) {
        FreeTime free = new FreeTime(startNanos, endNanos);
        EnumMap<WaitCause, Long> nanos = new EnumMap<>(WaitCause.class);
        List<Detail> details = new ArrayList<>();
        for (WaitCause cause : WaitCause.values()) {
            List<Span> spans = cause == WaitCause.COMPILATION
                    ? timeline.compilations(thread, stack, startNanos, endNanos)
                    : timeline.of(cause, thread, startNanos, endNanos);
            for (Span span : spans) {
                long taken = free.take(span.startNanos(), span.endNanos());
                if (taken > 0) {
                    nanos.merge(cause, taken, Long::sum);
                    details.add(detail(cause, span, taken));
                }
            }
        }
        long missing = processors.missingNanos(thread, free);
        long starved = processors.starvedNanos(thread, free);
        if (starved > 0) {
            nanos.put(WaitCause.CPU_STARVATION, starved);
            details.add(new Detail(WaitCause.CPU_STARVATION, "no free processor", List.of(), starved));
        }
        long rest = free.nanos() - starved;
        if (rest > 0) {
            nanos.put(WaitCause.NOT_EXPLAINED, rest);
        }
        return new Division(nanos, details, Math.max(0, missing - starved));
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
