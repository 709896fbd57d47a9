package dev.perfhint.rules.observed;

import dev.perfhint.profile.observed.Buckets;
import dev.perfhint.profile.observed.CallCount;
import dev.perfhint.profile.observed.Observation;
import dev.perfhint.profile.observed.StreamLife;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The observed calls of one recorded stack.
 *
 * @param life of the streams that they are made on
 * @param operation {@code write}, {@code read} ...
 * @param here those of the stack itself
 */
public record SeenCalls(StreamLife life, String operation, CallCount here) {
    /** The operation of a call that creates the stream. */
    public static final String OPEN = "open";
    private static final int MAX_SPREAD = 16;
    /** Part of the calls that a remedy removes at least. */
    public static final double MIN_DROP = 0.25;

    /** Returns all calls of an operation; the creations for {@link #OPEN}. */
    public static CallCount all(StreamLife life, String operation) {
        return !operation.equals(OPEN) ? life.operation(operation)
                : new CallCount(life.streams().opened(), 0, life.streams().failedOpens(), new TreeMap<>());
    }

    /** Returns whether a buffer removes a good part of the calls. */
    public boolean gains() {
        if (!operation.startsWith(StreamLife.READ) && !operation.startsWith(StreamLife.WRITE)) {
            return false;
        }
        boolean answers = life.site().isSocket() && CallsLeft.isRead(operation)
                && life.turns(operation, StreamLife.WRITE) == 0;
        return !(answers && !isFixed()) && CallsLeft.buffered(life, operation).drop() >= MIN_DROP;
    }

    /** Returns whether a buffer removes a good part of the calls only where nothing flushes it between them. */
    public boolean gainsWithoutFlushes() {
        return operation.startsWith(StreamLife.WRITE) && !life.site().isSocket() && !gains()
                && CallsLeft.unflushed(life, operation).drop() >= MIN_DROP;
    }

    /** A read from a socket returns what has come: only where none got much more the program asked for so little. */
    private boolean isFixed() {
        SortedMap<Integer, Long> sizes = life.operation(operation).sizes();
        long half = Buckets.percentile(sizes, 0.5);
        return !sizes.isEmpty() && Buckets.least(sizes.lastKey()) <= MAX_SPREAD * Math.max(1, half);
    }

    /** Returns what streams of one place of creation have in common, whoever asked for them. */
    public String place() {
        return SeenPlaces.creation(life.site());
    }

    /**
     * Returns what was seen of all streams of the same place of creation that have such calls, whoever asked for them;
     * of these streams alone where that place is not known, or who opens a socket does not write its messages.
     */
    public List<StreamLife> ofPlace(Observation observed) {
        return life.site().isSocket() || SeenPlaces.firstOutsideJdk(life.site().creation()).isEmpty() ? List.of(life)
                : observed.streams().values().stream()
                        .filter(each -> SeenPlaces.creation(each.site()).equals(place())
                                && all(each, operation).calls() > 0).toList();
    }
}
