package dev.perfhint.profile.view;

import dev.perfhint.profile.FrameKind;
import dev.perfhint.profile.Frames;
import java.util.Comparator;

/**
 * System CPU of one method. All values are system samples and system nanoseconds of one grade.
 *
 * @param method {@code pkg.Class.method}, or a function's name; {@link Frames#NO_JAVA} for stacks without Java frames
 * @param exclusive in the method itself; without native frames also in the native and kernel code that it called
 * @param inclusive in the method and all it called; a recursive method counts once
 */
public record Hotspot(
        String method, FrameKind kind, long exclusive, long inclusive, long exclusiveNanos, long inclusiveNanos) {

    /** Orders by exclusive time, then by samples, most first, ties by name. */
    public static Comparator<Hotspot> byExclusive() {
        return Comparator.comparingLong(Hotspot::exclusiveNanos)
                .thenComparingLong(Hotspot::exclusive)
                .thenComparingLong(Hotspot::inclusiveNanos)
                .thenComparingLong(Hotspot::inclusive)
                .reversed()
                .thenComparing(Hotspot::method)
                .thenComparing(Hotspot::kind);
    }

    /** Orders by inclusive time, then by samples, most first, ties by name. */
    public static Comparator<Hotspot> byInclusive() {
        return Comparator.comparingLong(Hotspot::inclusiveNanos)
                .thenComparingLong(Hotspot::inclusive)
                .thenComparingLong(Hotspot::exclusiveNanos)
                .thenComparingLong(Hotspot::exclusive)
                .reversed()
                .thenComparing(Hotspot::method)
                .thenComparing(Hotspot::kind);
    }
}
