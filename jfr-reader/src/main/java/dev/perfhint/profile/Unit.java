package dev.perfhint.profile;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * What was recorded on one host in one hour at one grade: the unit that variance and trends of a merged profile are
 * computed over. A recording belongs to the hour in which it started, however long it lasted.
 *
 * @param host empty if unknown
 * @param hourMillis start of the hour, epoch milliseconds; 0 if unknown
 * @param spans when was recorded, ascending; recordings that overlap are one span
 * @param evidence the grade of the recordings
 * @param recordings how many there are
 * @param samples CPU samples of all recordings
 * @param cpuNanos CPU time that they stand for
 * @param systemNanos system part of it
 */
public record Unit(String host, long hourMillis, List<Span> spans, Evidence evidence, int recordings, long samples,
        long cpuNanos, long systemNanos) {
    /** What rows without a known unit are of. */
    public static final Unit UNKNOWN = new Unit("", 0, List.of(), Evidence.NONE, 0, 0, 0, 0);

    private static final long HOUR_MILLIS = 3_600_000;

    /** Epoch milliseconds, the end excluded. */
    public record Span(long startMillis, long endMillis) {}

    public Unit {
        spans = List.copyOf(spans);
    }

    /** Returns the unit that a recording belongs to, with this recording only. */
    public static Unit of(Recording recording) {
        long start = Math.max(0, recording.startMillis());
        long duration = Math.max(0, recording.durationMillis());
        return new Unit(recording.labels().host(), start / HOUR_MILLIS * HOUR_MILLIS,
                duration == 0 ? List.of() : List.of(new Span(start, start + duration)), recording.evidence(), 1,
                recording.samples(), recording.cpuNanos(), recording.systemNanos());
    }

    /** Returns how long was recorded; what recordings have in common counts once. */
    public long recordedMillis() {
        return spans.stream().mapToLong(span -> span.endMillis() - span.startMillis()).sum();
    }

    /** Returns when the first recording started, epoch milliseconds; the hour if unknown. */
    public long startMillis() {
        return spans.isEmpty() ? hourMillis : spans.get(0).startMillis();
    }

    /** Returns the unit on another host. */
    public Unit withHost(String name) {
        return new Unit(name, hourMillis, spans, evidence, recordings, samples, cpuNanos, systemNanos);
    }

    /** Returns both together, of one host, hour and grade. Associative and commutative. */
    public Unit plus(Unit other) {
        return new Unit(host, hourMillis, union(spans, other.spans), evidence, recordings + other.recordings,
                samples + other.samples, cpuNanos + other.cpuNanos, systemNanos + other.systemNanos);
    }

    private static List<Span> union(List<Span> some, List<Span> others) {
        List<Span> all = new ArrayList<>(some);
        all.addAll(others);
        all.sort(Comparator.comparingLong(Span::startMillis).thenComparingLong(Span::endMillis));
        List<Span> union = new ArrayList<>();
        for (Span span : all) {
            Span last = union.isEmpty() ? new Span(0, -1) : union.get(union.size() - 1);
            if (span.startMillis() > last.endMillis()) {
                union.add(span);
            } else {
                union.set(union.size() - 1, new Span(last.startMillis(), Math.max(last.endMillis(), span.endMillis())));
            }
        }
        return union;
    }
}
