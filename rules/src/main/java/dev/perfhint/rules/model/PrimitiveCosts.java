package dev.perfhint.rules.model;

import dev.perfhint.profile.Cause;
import java.util.Map;
import java.util.Optional;

/**
 * What system calls cost on one host and JVM, measured: turns calls that go into seconds.
 *
 * <p>A loop that does nothing else keeps code, data and the kernel's tables in the caches. In a program a call costs up
 * to {@link #MAX_IN_PROGRAM} times as much, and a JVM that was lucky in its layout {@link #MIN_IN_PROGRAM} of it: the
 * range.
 *
 * @param medianNanos by the name of the primitive, as {@code perfhint calibrate} prints it
 */
public record PrimitiveCosts(Map<String, Double> medianNanos) {
    static final double MIN_IN_PROGRAM = 0.5;
    static final double MAX_IN_PROGRAM = 5;
    private static final int BLOCK_BYTES = 8192;

    public PrimitiveCosts {
        medianNanos = Map.copyOf(medianNanos);
    }

    /** Returns the same calls with the seconds that those which go take, if what they cost is known. */
    CountedCalls priced(CountedCalls counted, Cause cause) {
        Optional<Range> seconds = nanos(cause, counted.bytesPerCall()).map(nanos -> new Range(
                counted.saved().low() * nanos * MIN_IN_PROGRAM / 1e9,
                counted.saved().high() * nanos * MAX_IN_PROGRAM / 1e9));
        return new CountedCalls(counted.calls(), counted.bytesPerCall(), counted.saved(), seconds);
    }

    private Optional<Double> nanos(Cause cause, double bytes) {
        return switch (cause) {
            case FILE_WRITE -> between("file-write-1", "file-write-8192", bytes);
            case FILE_READ -> between("file-read-1", "file-read-8192", bytes);
            case SOCKET_WRITE -> Optional.ofNullable(medianNanos.get("socket-write-1"));
            default -> Optional.empty();
        };
    }

    /** Returns the cost of a call of some size: it grows with the bytes that are copied. */
    private Optional<Double> between(String one, String block, double bytes) {
        Double small = medianNanos.get(one);
        Double large = medianNanos.get(block);
        return small == null || large == null
                ? Optional.empty()
                : Optional.of(small + Math.max(0, large - small)
                        * Math.min(1, Math.max(0, bytes - 1) / (BLOCK_BYTES - 1)));
    }
}
