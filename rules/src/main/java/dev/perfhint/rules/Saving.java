package dev.perfhint.rules;

import dev.perfhint.rules.stack.Size;

/** The part of an I/O call's system CPU that fewer calls save, 0..1. */
public final class Saving {
    /** Bytes of the JDK's default buffer. */
    public static final int BUFFER_BYTES = 8192;
    /** Calls of this size and more gain too little from a buffer to be reported. */
    public static final int SMALL_BYTES = 4096;

    // measured: 2 million one-byte writes 680 ms raw, 5 to 60 ms buffered; the rest is copying and the page cache
    private static final double LEAST = 0.9;

    private Saving() {}

    /** Returns what a default buffer saves over calls of that size. */
    public static Range byBuffer(double bytesPerCall, Size.Known known) {
        double calls = drop(bytesPerCall, BUFFER_BYTES);
        return switch (known) {
            case AT_MOST -> new Range(LEAST * calls, drop(1, BUFFER_BYTES));
            case DEFAULT -> new Range(0.5 * calls, calls);
            default -> new Range(LEAST * calls, calls);
        };
    }

    /** Returns the share of calls that go when {@code bytes} become {@code largerBytes} per call. */
    public static double drop(double bytes, double largerBytes) {
        return Math.max(0, 1 - Math.max(bytes, 1) / largerBytes);
    }
}
