package dev.perfhint.rules.observed;

import dev.perfhint.profile.observed.Buckets;
import dev.perfhint.profile.observed.CallCount;
import dev.perfhint.profile.observed.ObservedFrame;
import dev.perfhint.profile.observed.ObservedStack;
import dev.perfhint.profile.observed.PlacedCall;
import dev.perfhint.profile.observed.StreamLife;
import dev.perfhint.profile.observed.Turn;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * How many of the observed calls a repair leaves: a call for each full block of each run that another operation ends;
 * of a file that is used at places of its own what the observer counted.
 *
 * @param before calls that were seen
 * @param after calls that are left
 * @param atMost whether fewer may be left: a seek may stay in the block, a peer that speaks first may send more at once
 */
public record CallsLeft(long before, long after, boolean atMost) {
    public static final int BUFFER_BYTES = 8192;
    private static final int LARGE_BUFFER_BYTES = 65_536;
    private static final int LARGE_CALL_BYTES = 1024;

    private static final String ENCODER = "sun.nio.cs.StreamEncoder";
    private static final Set<String> BUFFERS = Set.of(ENCODER, "java.io.BufferedOutputStream");
    private static final String FLUSH = "flush";
    private static final Set<String> WRITE_ENDS =
            Set.of(FLUSH, "sync", "close", StreamLife.READ, "seek", "truncate", "transfer", "map");
    private static final Set<String> READ_ENDS = Set.of("seek", "close", StreamLife.WRITE, "truncate", "transfer");
    /** Seeks of up to 4 KiB stay in a block in most cases. */
    private static final int NEAR_CLASS = 12;

    /** Returns what a buffer leaves that is put round the stream: calls of more than 1 KiB get a larger one. */
    public static CallsLeft buffered(StreamLife life, String operation) {
        return blocks(life, operation, bufferBytes(life, operation));
    }

    /** Returns the bytes of that buffer. */
    public static int bufferBytes(StreamLife life, String operation) {
        boolean wrapped = life.site().kind().equals("file-out") || life.site().kind().equals("file-in");
        return wrapped && life.operation(operation).bytesPerCall() > LARGE_CALL_BYTES ? LARGE_BUFFER_BYTES
                : BUFFER_BYTES;
    }

    /** Returns what is left where nothing flushes between, or only one flush ends it. */
    public static CallsLeft unflushed(StreamLife life, String operation) {
        return unflushed(life, operation, life.operation(operation));
    }

    /** Returns what is left of some of the calls where nothing flushes between. */
    public static CallsLeft unflushed(StreamLife life, String operation, CallCount calls) {
        return of(life, operation, calls, BUFFER_BYTES, false);
    }

    /** Returns what blocks of another size leave. */
    public static CallsLeft blocks(StreamLife life, String operation, int bytes) {
        return of(life, operation, life.operation(operation), bytes, true);
    }

    /** Returns that it is not known how many are left: all at most. */
    public static CallsLeft unknown(long calls) {
        return new CallsLeft(calls, calls, true);
    }

    /** Returns whether fewer are known to be left. */
    public boolean isFewer() {
        return after < before;
    }

    private static CallsLeft of(StreamLife life, String operation, CallCount calls, int block, boolean flushes) {
        boolean read = isRead(operation);
        boolean encoded = !flushes && isEncoded(life, operation);
        Long counted = block == BUFFER_BYTES && !encoded
                ? life.blocks().get(read ? StreamLife.READ : StreamLife.WRITE) : null;
        if (counted != null) {
            return new CallsLeft(calls.calls(), Math.min(calls.calls(), counted), false);
        }
        long runs = Math.max(1, Math.max(ends(life, operation, flushes), Math.min(life.streams().opened(),
                calls.calls())));
        double mean = Math.max(1, calls.bytesPerCall());
        // a buffer of bytes is written when the next piece does not fit
        double full = read || encoded ? block : Math.max(mean, Math.floor(block / mean) * mean);
        double perRun = Math.ceil((double) calls.bytes() / runs / full);
        // the read that finds the end stays, and each of a socket that finds nothing yet
        long empty = read ? calls.sizes().getOrDefault(0, 0L) : 0;
        long atEnd = life.site().isSocket() ? empty : Math.min(life.streams().opened(), empty);
        long after = Math.min(calls.calls(), Math.round(runs * Math.max(1, perRun)) + atEnd);
        boolean seeks = life.turns(operation, "seek") > 0;
        return new CallsLeft(calls.calls(), after,
                seeks && jumps(life) < Buckets.total(life.jumps()) || read && isAhead(life, operation));
    }

    /** A peer that is read before it is written to waits for no answer: its next message may be there already. */
    private static boolean isAhead(StreamLife life, String operation) {
        long before = 0;
        long runs = 0;
        for (Map.Entry<Turn, Long> turn : life.turns().entrySet()) {
            before += turn.getKey().to().equals(operation) ? turn.getValue() : 0;
            runs += turn.getKey().from().equals(operation) ? turn.getValue() : 0;
        }
        return life.site().isSocket() && life.turns(operation, StreamLife.WRITE) > 0 && runs > before;
    }

    /** Returns whether the calls write what an encoder of characters holds, which it fills to the last byte. */
    private static boolean isEncoded(StreamLife life, String operation) {
        List<ObservedStack> stacks = life.calls().keySet().stream().filter(call -> call.what().equals(operation))
                .map(PlacedCall::stack).toList();
        return !stacks.isEmpty() && stacks.stream().allMatch(stack -> stack.frames().stream()
                .map(ObservedFrame::className).filter(BUFFERS::contains).findFirst().filter(ENCODER::equals)
                .isPresent());
    }

    private static long ends(StreamLife life, String operation, boolean flushes) {
        Set<String> ends = isRead(operation) ? READ_ENDS : WRITE_ENDS;
        long jumps = operation.equals(StreamLife.READ_AT) || operation.equals(StreamLife.WRITE_AT) ? jumps(life) : 0;
        return jumps + life.turns().entrySet().stream()
                .filter(entry -> entry.getKey().from().equals(operation) && ends.contains(entry.getKey().to())
                        && (flushes || !entry.getKey().to().equals(FLUSH)))
                .mapToLong(Map.Entry::getValue).sum();
    }

    static boolean isRead(String operation) {
        return operation.equals(StreamLife.READ) || operation.equals(StreamLife.READ_AT);
    }

    /** Returns the changes of the position that leave a block of 8 KiB for sure. */
    private static long jumps(StreamLife life) {
        return life.jumps().entrySet().stream().filter(jump -> Math.abs(jump.getKey()) > NEAR_CLASS)
                .mapToLong(Map.Entry::getValue).sum();
    }

    /** Returns the operation that follows most runs of this one; empty where none does. */
    static String next(StreamLife life, String operation) {
        return life.turns().entrySet().stream().filter(entry -> entry.getKey().from().equals(operation))
                .max(Map.Entry.<Turn, Long>comparingByValue().thenComparing(Map.Entry.comparingByKey()))
                .map(entry -> entry.getKey().to()).orElse("");
    }

    /** Returns what is left of some of the calls, if they are like the others. */
    public CallsLeft scaled(long calls) {
        return calls == before || before == 0 ? this
                : new CallsLeft(calls, Math.round((double) after / before * calls), atMost);
    }

    /** Returns the part of the calls that goes, 0..1. */
    public double drop() {
        return before == 0 ? 0 : 1 - (double) after / before;
    }
}
