package dev.perfhint.profile;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the events beside the samples say: waits by lock, starts of processes and threads, and numbers that the recorder
 * noted.
 *
 * @param rows the events that have stacks, folded
 * @param thresholdNanos by kind, which shorter events the recorder left out; without an entry that is not known
 * @param gauges by event and field: {@code jdk.GCHeapSummary.heapUsed}
 */
public record EventCounts(List<EventCount> rows, Map<EventCount.Kind, Long> thresholdNanos, Map<String, Gauge> gauges) {
    public static final EventCounts NONE = new EventCounts(List.of(), Map.of(), Map.of());

    public EventCounts {
        rows = List.copyOf(rows);
        thresholdNanos = Map.copyOf(thresholdNanos);
        gauges = Map.copyOf(gauges);
    }

    /** Returns a number that the recorder noted; empty if it did not. */
    public Optional<Gauge> gauge(String eventAndField) {
        return Optional.ofNullable(gauges.get(eventAndField));
    }

    /** The counts under construction. Beyond {@link #MAX_ROWS} new ones are added up without stack and subject. */
    public static final class Table {
        public static final int MAX_ROWS = 1 << 16;

        private record Key(EventCount.Kind kind, int leaf, int threadGroup, String subject) {}

        private Map<Key, long[]> sums = new HashMap<>();
        private final Map<EventCount.Kind, Long> thresholds = new HashMap<>();
        private final Map<String, Gauge> gauges = new HashMap<>();
        private final Map<String, Gauge> endedGauges = new HashMap<>();
        private final int maxRows;

        public Table(int maxRows) {
            this.maxRows = maxRows;
        }

        public void add(EventCount count) {
            Key key = new Key(count.kind(), count.leaf(), count.threadGroup(), count.subject());
            boolean room = sums.size() < maxRows || sums.containsKey(key);
            long[] sum = sums.computeIfAbsent(
                    room ? key : new Key(count.kind(), CallTree.ROOT, count.threadGroup(), ""), one -> new long[2]);
            sum[0] += count.events();
            sum[1] += count.nanos();
        }

        /** Notes which events were left out; of several recordings the widest threshold counts. */
        public void threshold(EventCount.Kind kind, long nanos) {
            thresholds.merge(kind, nanos, Math::max);
        }

        public void gauge(String name, Gauge more) {
            gauges.merge(name, more, Gauge::then);
        }

        /** Notes that what follows is of another recording. */
        public void endRecording() {
            for (Map.Entry<String, Gauge> gauge : gauges.entrySet()) {
                Gauge known = endedGauges.get(gauge.getKey());
                endedGauges.put(gauge.getKey(), known == null ? gauge.getValue() : known.beside(gauge.getValue()));
            }
            gauges.clear();
        }

        /** Replaces every leaf by its new node. */
        public void move(int[] nodes) {
            Map<Key, long[]> old = sums;
            sums = new HashMap<>();
            old.forEach((key, sum) -> add(
                    new EventCount(key.kind, nodes[key.leaf], key.threadGroup, key.subject, sum[0], sum[1])));
        }

        public EventCounts counts() {
            endRecording();
            return new EventCounts(sums.entrySet().stream()
                    .map(row -> new EventCount(row.getKey().kind, row.getKey().leaf, row.getKey().threadGroup,
                            row.getKey().subject, row.getValue()[0], row.getValue()[1]))
                    .sorted((a, b) -> order(a, b))
                    .toList(), thresholds, endedGauges);
        }

        private static int order(EventCount a, EventCount b) {
            int byKind = a.kind().compareTo(b.kind());
            int byLeaf = Integer.compare(a.leaf(), b.leaf());
            int byGroup = Integer.compare(a.threadGroup(), b.threadGroup());
            return byKind != 0 ? byKind : byLeaf != 0 ? byLeaf : byGroup != 0 ? byGroup
                    : a.subject().compareTo(b.subject());
        }
    }
}
