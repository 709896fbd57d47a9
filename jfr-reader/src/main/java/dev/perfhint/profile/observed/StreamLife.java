package dev.perfhint.profile.observed;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What was seen of all streams of one site. Totals are exact but for races; what is split by stack is estimated.
 *
 * @param operations calls by operation
 * @param turns changes from one operation to another
 * @param runs lengths of runs of equal operations, by operation and power of two
 * @param jumps seek distances by signed power of two
 * @param blocks reads and writes that blocks of 8 KiB leave, of files that are used at places of their own
 * @param units repeated sequences of operations with their sizes, such as {@code W4 W17 F}
 * @param calls the operations by stack
 * @param closers stacks of {@code close()}
 * @param paths files or hosts, by streams
 * @param others accesses of an open stream's file by other code
 */
public record StreamLife(
        StreamSite site,
        StreamCount streams,
        SortedMap<String, CallCount> operations,
        SortedMap<Turn, Long> turns,
        SortedMap<String, SortedMap<Integer, Long>> runs,
        SortedMap<Integer, Long> jumps,
        SortedMap<String, Long> blocks,
        SortedMap<String, Long> units,
        SortedMap<PlacedCall, CallCount> calls,
        SortedMap<ObservedStack, Long> closers,
        SortedMap<String, Long> paths,
        SortedMap<PlacedCall, Long> others) {
    public static final String WRITE = "write";
    public static final String READ = "read";
    /** Writes and reads at a position of their own. */
    public static final String WRITE_AT = "write-at";
    public static final String READ_AT = "read-at";
    /** No operation: as calls the files, as bytes their size in the end, where few were read again and again. */
    public static final String SIZE = "size";

    public StreamLife {
        operations = kept(operations);
        turns = kept(turns);
        runs = kept(runs);
        jumps = kept(jumps);
        blocks = kept(blocks);
        units = kept(units);
        calls = kept(calls);
        closers = kept(closers);
        paths = kept(paths);
        others = kept(others);
    }

    private static <K, V> SortedMap<K, V> kept(SortedMap<K, V> map) {
        return Collections.unmodifiableSortedMap(new TreeMap<>(map));
    }

    /** Returns what was seen of an operation; {@link CallCount#NONE} if it was not. */
    public CallCount operation(String name) {
        return operations.getOrDefault(name, CallCount.NONE);
    }

    /** Returns the number of changes from one operation to another. */
    public long turns(String from, String to) {
        return turns.getOrDefault(new Turn(from, to), 0L);
    }

    /** Returns the sum with what another run saw of the same site. */
    public StreamLife plus(StreamLife other) {
        SortedMap<String, CallCount> moreOperations = new TreeMap<>(operations);
        other.operations.forEach((name, count) -> moreOperations.merge(name, count, CallCount::plus));
        SortedMap<PlacedCall, CallCount> moreCalls = new TreeMap<>(calls);
        other.calls.forEach((call, count) -> moreCalls.merge(call, count, CallCount::plus));
        SortedMap<String, SortedMap<Integer, Long>> moreRuns = new TreeMap<>(runs);
        other.runs.forEach((name, counts) -> moreRuns.merge(name, counts, Buckets::sum));
        return new StreamLife(site, streams.plus(other.streams), moreOperations, Buckets.sum(turns, other.turns),
                moreRuns, Buckets.sum(jumps, other.jumps), Buckets.sum(blocks, other.blocks),
                Buckets.sum(units, other.units), moreCalls, Buckets.sum(closers, other.closers),
                Buckets.sum(paths, other.paths), Buckets.sum(others, other.others));
    }
}
