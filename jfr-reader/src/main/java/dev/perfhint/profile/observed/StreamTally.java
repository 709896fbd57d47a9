package dev.perfhint.profile.observed;

import java.util.SortedMap;
import java.util.TreeMap;

/** The life of one site's streams while it is read. */
final class StreamTally {
    final SortedMap<String, CallCount> operations = new TreeMap<>();
    final SortedMap<Turn, Long> turns = new TreeMap<>();
    final SortedMap<String, SortedMap<Integer, Long>> runs = new TreeMap<>();
    final SortedMap<Integer, Long> jumps = new TreeMap<>();
    final SortedMap<String, Long> blocks = new TreeMap<>();
    final SortedMap<String, Long> units = new TreeMap<>();
    final SortedMap<PlacedCall, CallCount> calls = new TreeMap<>();
    final SortedMap<ObservedStack, Long> closers = new TreeMap<>();
    final SortedMap<String, Long> paths = new TreeMap<>();
    final SortedMap<PlacedCall, Long> others = new TreeMap<>();
    private final StreamSite site;
    private StreamCount streams = StreamCount.NONE;

    StreamTally(StreamSite site) {
        this.site = site;
    }

    StreamSite site() {
        return site;
    }

    void streams(StreamCount more) {
        streams = streams.plus(more);
    }

    StreamLife life() {
        return new StreamLife(site, streams, operations, turns, runs, jumps, blocks, units, calls, closers, paths,
                others);
    }
}
