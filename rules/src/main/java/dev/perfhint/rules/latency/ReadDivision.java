package dev.perfhint.rules.latency;

import dev.perfhint.profile.timeline.EventNames.CodeLine;
import dev.perfhint.profile.timeline.EventSeries;
import dev.perfhint.rules.latency.Attribution.Division;
import dev.perfhint.rules.latency.Outlier.Detail;
import dev.perfhint.rules.latency.Peers.Written;
import dev.perfhint.rules.latency.Spans.Span;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Divides the time of a read from a socket: it waits for its peer, and where the peer is a thread of the same
 * recording, for what that thread does; after the peer's write, for the network and a processor.
 */
final class ReadDivision {
    private final Timeline timeline;
    private final Peers peers;
    private final ProcessorTime processors;

    /** @param timeline of all events: a peer may wait for a socket itself */
    ReadDivision(Timeline timeline, ProcessorTime processors) {
        this.timeline = timeline;
        this.peers = new Peers(timeline.log());
        this.processors = processors;
    }

    Division divide(EventSeries reads, int row) {
        int thread = reads.thread(row);
        String port = reads.text(row, reads.field("port"));
        long start = reads.startNanos(row);
        long end = reads.endNanos(row);
        Optional<Integer> writer = peers.writer(thread, port);
        Optional<Written> write = peers.lastWrite(thread, port, start, end);
        EnumMap<WaitCause, Long> nanos = new EnumMap<>(WaitCause.class);
        List<Detail> details = new ArrayList<>();
        FreeTime waiting = new FreeTime(start, write.map(Written::startNanos).orElse(end));
        if (writer.isPresent()) {
            follow(writer.get(), waiting, nanos, details);
        } else {
            String host = reads.text(row, reads.field("host"));
            String address = host.isEmpty() ? reads.text(row, reads.field("address")) : host;
            add(WaitCause.PEER, address + ":" + port + " (its thread is unknown)", List.of(),
                    waiting.nanos(), nanos, details);
        }
        write.ifPresent(known -> deliver(thread, known, end, nanos, details));
        return new Division(nanos, details, 0);
    }

    /** Looks at what stopped all threads, then at what the peer did in the time that a read waited for it. */
    private void follow(int writer, FreeTime free, Map<WaitCause, Long> nanos, List<Detail> details) {
        String peer = timeline.log().names().thread(writer);
        for (WaitCause cause : WaitCause.values()) {
            boolean everywhere = cause == WaitCause.GC_PAUSE || cause == WaitCause.SAFEPOINT;
            if (!everywhere && !cause.isOnThread()) {
                continue;
            }
            for (FreeTime.Piece piece : free.pieces()) {
                for (Span span : timeline.of(cause, writer, piece.startNanos(), piece.endNanos())) {
                    long taken = free.take(span.startNanos(), span.endNanos());
                    add(everywhere ? cause : WaitCause.PEER, everywhere ? timeline.text(span, "name") : peer + ": "
                            + cause.label(), timeline.stack(span), taken, nanos, details);
                }
            }
        }
        long starved = processors.starvedNanos(writer, free);
        add(WaitCause.CPU_STARVATION, "no free processor for " + peer, List.of(), starved, nanos, details);
        long rest = free.nanos() - starved;
        List<CodeLine> where = free.pieces().isEmpty() ? List.of()
                : timeline.sampled(writer, free.pieces().get(0).startNanos(),
                        free.pieces().get(free.pieces().size() - 1).endNanos());
        add(WaitCause.PEER, peer + ": " + (where.isEmpty() ? "no recorded wait" : "on the processor"), where, rest,
                nanos, details);
    }

    /** Divides the time from the peer's write to the end of the read. */
    private void deliver(int thread, Written write, long end, Map<WaitCause, Long> nanos, List<Detail> details) {
        FreeTime free = new FreeTime(write.startNanos(), end);
        long starved = processors.starvedNanos(thread, free);
        add(WaitCause.CPU_STARVATION, "no free processor after the peer's write", List.of(), starved, nanos, details);
        add(WaitCause.DELIVERY, "", List.of(), free.nanos() - starved, nanos, details);
    }

    private static void add(WaitCause cause, String what, List<CodeLine> where, long taken, Map<WaitCause, Long> nanos,
            List<Detail> details) {
        if (taken > 0) {
            nanos.merge(cause, taken, Long::sum);
            details.add(new Detail(cause, what, where, taken));
        }
    }
}
