package dev.perfhint.profile.observed;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What was observed in one or several runs; {@link #NONE} for recordings of others. Sums are commutative.
 *
 * @param runs recordings that hold an observation
 * @param nanos time that was observed in all of them
 * @param losses why a part was not observed, in words; empty if all was
 * @param metadata calls of {@code exists}, {@code list}, {@code delete} ... by operation
 * @param metadataCalls the same by stack, estimated
 * @param metadataPaths the same by path, as {@code operation path}
 * @param polls calls that returned nothing, such as {@code available} with 0 bytes, by stack
 */
public record Observation(
        long runs,
        long nanos,
        SortedSet<String> losses,
        SortedMap<StreamSite, StreamLife> streams,
        SortedMap<String, Long> metadata,
        SortedMap<PlacedCall, Long> metadataCalls,
        SortedMap<String, Long> metadataPaths,
        SortedMap<PlacedCall, Long> polls) {
    public static final Observation NONE = new Observation(0, 0, Collections.emptySortedSet(),
            Collections.emptySortedMap(), Collections.emptySortedMap(), Collections.emptySortedMap(),
            Collections.emptySortedMap(), Collections.emptySortedMap());

    public Observation {
        losses = Collections.unmodifiableSortedSet(new TreeSet<>(losses));
        streams = Collections.unmodifiableSortedMap(new TreeMap<>(streams));
        metadata = Collections.unmodifiableSortedMap(new TreeMap<>(metadata));
        metadataCalls = Collections.unmodifiableSortedMap(new TreeMap<>(metadataCalls));
        metadataPaths = Collections.unmodifiableSortedMap(new TreeMap<>(metadataPaths));
        polls = Collections.unmodifiableSortedMap(new TreeMap<>(polls));
    }

    public boolean isEmpty() {
        return runs == 0;
    }

    /** Returns what was seen in these and other runs. */
    public Observation plus(Observation other) {
        if (isEmpty() || other.isEmpty()) {
            return isEmpty() ? other : this;
        }
        SortedSet<String> allLosses = new TreeSet<>(losses);
        allLosses.addAll(other.losses);
        SortedMap<StreamSite, StreamLife> allStreams = new TreeMap<>(streams);
        for (Map.Entry<StreamSite, StreamLife> stream : other.streams.entrySet()) {
            allStreams.merge(stream.getKey(), stream.getValue(), StreamLife::plus);
        }
        return new Observation(runs + other.runs, nanos + other.nanos, allLosses, allStreams,
                Buckets.sum(metadata, other.metadata), Buckets.sum(metadataCalls, other.metadataCalls),
                Buckets.sum(metadataPaths, other.metadataPaths), Buckets.sum(polls, other.polls));
    }
}
