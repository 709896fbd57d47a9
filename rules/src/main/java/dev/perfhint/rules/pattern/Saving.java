package dev.perfhint.rules.pattern;

import dev.perfhint.rules.model.Range;
import dev.perfhint.rules.observed.SeenStreams;
import dev.perfhint.rules.stack.Size;
import java.util.OptionalDouble;

/** The part of a finding's CPU that a remedy saves, 0..1, from what the recording shows of its calls. */
public final class Saving {
    /** Bytes of the JDK's default buffer. */
    public static final int BUFFER_BYTES = 8192;
    /** Calls of this size and more gain too little from a buffer to be reported. */
    public static final int SMALL_BYTES = 4096;
    /** Of a resource that is kept, or of calls done together, at most one in ten stays. */
    public static final Range KEPT = new Range(0.9, 1);
    /** What the remedy does to the CPU is not in the recording: only a ceiling is known. */
    public static final Range AT_MOST = new Range(0, 1);

    // measured: 2 million one-byte writes 680 ms raw, 5 to 60 ms buffered
    private static final double MIN_SAVING = 0.9;
    /** Bytes of a long line of text. */
    private static final double TEXT_BYTES = 512;
    // copying 1 KiB and making room for it costs at most 55 % of a call (SmallCalls): 1.25 times the call itself
    private static final double CALLS_PER_BYTE = 1.25 / 1024;

    private Saving() {}

    /** Returns what a default buffer saves over the candidate's calls: lines of text where their size is unknown. */
    public static Range byBuffer(Candidate candidate) {
        double bytes = candidate.bytesPerCall().orElse(TEXT_BYTES);
        Range collected = byBlocks(bytes, BUFFER_BYTES, candidate.copyShare());
        boolean bound = candidate.sizeKnown() == Size.Known.AT_MOST || candidate.bytesPerCall().isEmpty();
        return candidate.sizeKnown() == Size.Known.DEFAULT ? AT_MOST
                : bound ? new Range(collected.low(), drop(1, BUFFER_BYTES)) : collected;
    }

    /** Returns what larger blocks save: the calls go, the copying of the data stays at most. */
    public static Range byBlocks(double bytes, double largerBytes, OptionalDouble copyShare) {
        double calls = drop(bytes, largerBytes);
        double copied = 1 - 1 / (1 + CALLS_PER_BYTE * bytes);
        return new Range(Math.min(MIN_SAVING, 1 - Math.min(copied, copyShare.orElse(1))) * calls, calls);
    }

    /** Returns what the calls that go save: of a repair that leaves at most so many, what it leaves is one end. */
    public static Range of(SeenStreams seen, Candidate candidate) {
        double bytes = seen.calls().bytesPerCall();
        double copied = 1 - 1 / (1 + CALLS_PER_BYTE * bytes);
        double drop = seen.left().drop();
        double most = seen.left().atMost() ? Math.max(drop, drop(bytes, BUFFER_BYTES)) : drop;
        return new Range(Math.min(MIN_SAVING, 1 - Math.min(copied, candidate.copyShare().orElse(1))) * drop, most);
    }

    /** Returns the share of calls that go when {@code bytes} become {@code largerBytes} per call. */
    public static double drop(double bytes, double largerBytes) {
        return Math.max(0, 1 - Math.max(bytes, 1) / largerBytes);
    }
}
