package dev.perfhint.rules.latency;

import dev.perfhint.profile.timeline.EventLog;
import dev.perfhint.profile.timeline.EventSeries;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Finds, in one recording, the thread that writes what another one reads from a socket. Neither event names the local
 * port: the writer is the one thread, with one remote port, that writes as many bytes just before most of a
 * connection's reads end, and is no other connection's. Of one that writes such numbers of bytes all the time this
 * says nothing: then the other direction must agree.
 */
final class Peers {
    static final String READ = "jdk.SocketRead";
    private static final String WRITE = "jdk.SocketWrite";
    /** How long before the end of a read its data is written, where no processor is short. */
    private static final long WINDOW_NANOS = 2_000_000;
    /** Fewer may be chance: then the other direction of the connection must agree. */
    private static final int MIN_READS = 3;
    private static final double MIN_SHARE = 0.5;

    /** One end of a connection: a thread and the port at the other end. */
    record End(int thread, String port) {}

    /** One write, and the thread that did it. */
    record Written(int thread, long startNanos, long endNanos) {}

    private final Map<End, End> writers = new HashMap<>();
    private final Map<End, List<Written>> writes = new HashMap<>();
    private final Map<End, Map<Double, Integer>> writesBySize = new HashMap<>();

    Peers(EventLog log) {
        Optional<EventSeries> written = log.series(WRITE);
        Optional<EventSeries> read = log.series(READ);
        if (written.isPresent() && read.isPresent()) {
            match(read.get(), written.get());
        }
    }

    private void match(EventSeries reads, EventSeries written) {
        int bytesWritten = written.field("bytesWritten");
        NavigableMap<Long, List<Integer>> inTime = new TreeMap<>();
        for (int row = 0; row < written.size(); row++) {
            inTime.computeIfAbsent(written.startNanos(row), key -> new ArrayList<>()).add(row);
        }
        inTime.values().stream().flatMap(List::stream).forEach(row -> {
            writesBySize.computeIfAbsent(end(written, row), key -> new HashMap<>())
                    .merge(written.number(row, bytesWritten), 1, Integer::sum);
            writes.computeIfAbsent(end(written, row), key -> new ArrayList<>())
                    .add(new Written(written.thread(row), written.startNanos(row), written.endNanos(row)));
        });
        Map<End, Integer> counts = new HashMap<>();
        Map<End, Map<Double, Integer>> wanted = new HashMap<>();
        Map<End, Map<End, Integer>> before = new HashMap<>();
        int bytesRead = reads.field("bytesRead");
        for (int row = 0; row < reads.size(); row++) {
            End reader = end(reads, row);
            counts.merge(reader, 1, Integer::sum);
            double bytes = reads.number(row, bytesRead);
            wanted.computeIfAbsent(reader, key -> new HashMap<>()).merge(bytes, 1, Integer::sum);
            long last = reads.endNanos(row);
            inTime.subMap(last - WINDOW_NANOS, true, last, true).values().stream().flatMap(List::stream)
                    .filter(write -> written.thread(write) != reader.thread())
                    .filter(write -> written.number(write, bytesWritten) == bytes)
                    .map(write -> end(written, write)).distinct().forEach(writer -> before
                            .computeIfAbsent(reader, key -> new HashMap<>()).merge(writer, 1, Integer::sum));
        }
        before.forEach((reader, candidates) -> candidates.keySet().removeIf(writer ->
                byChance(wanted.get(reader), writer) >= MIN_SHARE * candidates.get(writer)
                        && before.getOrDefault(writer, Map.of()).getOrDefault(reader, 0)
                                < MIN_SHARE * counts.getOrDefault(writer, 1)));
        assign(before, counts);
    }

    /** Returns before how many reads a thread would write as many bytes if it wrote at any time. */
    private double byChance(Map<Double, Integer> wanted, End writer) {
        List<Written> all = writes.get(writer);
        double span = Math.max(WINDOW_NANOS, all.get(all.size() - 1).startNanos() - all.get(0).startNanos());
        return wanted.entrySet().stream().mapToDouble(read -> read.getValue() * Math.min(1,
                writesBySize.get(writer).getOrDefault(read.getKey(), 0) * WINDOW_NANOS / span)).sum();
    }

    /** A candidate for the writer of a connection, and before how many of its reads it wrote as many bytes. */
    private record Pair(End reader, End writer, int count) {}

    /** Gives each connection the free thread that wrote before most of its reads, the clearest first. */
    private void assign(Map<End, Map<End, Integer>> before, Map<End, Integer> reads) {
        List<Pair> pairs = new ArrayList<>();
        before.forEach((reader, candidates) -> candidates.forEach((writer, count) -> {
            if (count >= MIN_SHARE * reads.get(reader)) {
                pairs.add(new Pair(reader, writer, count));
            }
        }));
        pairs.sort(Comparator.comparingInt((Pair pair) -> -pair.count())
                .thenComparingInt(pair -> pair.reader().thread()).thenComparing(pair -> pair.reader().port())
                .thenComparingInt(pair -> pair.writer().thread()).thenComparing(pair -> pair.writer().port()));
        Set<End> taken = new HashSet<>();
        for (Pair pair : pairs) {
            boolean alone = before.get(pair.reader).entrySet().stream()
                    .filter(other -> !other.getKey().equals(pair.writer) && !taken.contains(other.getKey()))
                    .allMatch(other -> other.getValue() < pair.count);
            boolean certain = pair.count >= MIN_READS ? alone : isConfirmed(pair);
            if (certain && !writers.containsKey(pair.reader) && !taken.contains(pair.writer)) {
                writers.put(pair.reader, pair.writer);
                taken.add(pair.writer);
            }
        }
    }

    /** Returns whether the other direction of the connection is known to end at the same thread and port. */
    private boolean isConfirmed(Pair pair) {
        return writers.entrySet().stream().anyMatch(known -> known.getKey().thread() == pair.writer.thread
                && known.getValue().port().equals(pair.reader.port));
    }

    private static End end(EventSeries events, int row) {
        return new End(events.thread(row), events.text(row, events.field("port")));
    }

    /** Returns the thread that writes what a connection's thread reads; empty if it is not known. */
    Optional<Integer> writer(int thread, String port) {
        return Optional.ofNullable(writers.get(new End(thread, port))).map(End::thread);
    }

    /** Returns the write that ended a read, if it was recorded: the last one that began within it. */
    Optional<Written> lastWrite(int thread, String port, long startNanos, long endNanos) {
        End writer = writers.get(new End(thread, port));
        Written last = null;
        for (Written each : writer == null ? List.<Written>of() : writes.getOrDefault(writer, List.of())) {
            if (each.startNanos >= startNanos && each.startNanos <= endNanos) {
                last = each;
            }
        }
        return Optional.ofNullable(last);
    }
}
