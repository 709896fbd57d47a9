package dev.perfhint.rules.latency;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Time intervals that may overlap each other, found by what they overlap. Complete once {@link #sort} was called. */
final class Spans {
    /** One interval and the event that it is of. */
    record Span(long startNanos, long endNanos, String eventName, int row) {}

    private final List<Span> spans = new ArrayList<>();
    private long[] latestEnds = {};

    void add(Span span) {
        spans.add(span);
    }

    void sort() {
        spans.sort(Comparator.comparingLong(Span::startNanos).thenComparingLong(Span::endNanos));
        latestEnds = new long[spans.size()];
        long latest = Long.MIN_VALUE;
        for (int i = 0; i < latestEnds.length; i++) {
            latest = Math.max(latest, spans.get(i).endNanos());
            latestEnds[i] = latest;
        }
    }

    List<Span> all() {
        return spans;
    }

    /** Returns the intervals that share time with this one, in the order of their start. */
    List<Span> overlapping(long startNanos, long endNanos) {
        List<Span> found = new ArrayList<>();
        for (int i = firstEndingAfter(startNanos); i < spans.size() && spans.get(i).startNanos() < endNanos; i++) {
            if (spans.get(i).endNanos() > startNanos) {
                found.add(spans.get(i));
            }
        }
        return found;
    }

    private int firstEndingAfter(long nanos) {
        int low = 0;
        int high = latestEnds.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (latestEnds[middle] > nanos) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }
}
