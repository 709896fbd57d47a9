package dev.perfhint.cli.output;

import java.util.Map;
import java.util.Optional;

/**
 * What runs of the program with a fix showed.
 *
 * @param difference what differs with it; empty if nothing does
 * @param callsBefore read and write system calls of a run without the fixes; empty if not counted
 * @param callsAfter the same with all fixes that pass, this one among them; empty for one that does not
 * @param runs of each side
 */
public record FixVerification(
        Optional<String> difference,
        Optional<Long> callsBefore,
        Optional<Long> callsAfter,
        Optional<Long> cpuNanosBefore,
        Optional<Long> cpuNanosAfter,
        int runs) {
    /** No fix was run. */
    public static final Map<String, FixVerification> NONE = Map.of();
}
