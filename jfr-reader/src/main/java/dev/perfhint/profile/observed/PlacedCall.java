package dev.perfhint.profile.observed;

import java.util.Comparator;

/**
 * A call that was seen, with its stack.
 *
 * @param what the operation, such as {@code write} or {@code exists}
 */
public record PlacedCall(String what, ObservedStack stack) implements Comparable<PlacedCall> {
    private static final Comparator<PlacedCall> ORDER =
            Comparator.comparing(PlacedCall::what).thenComparing(PlacedCall::stack);

    @Override
    public int compareTo(PlacedCall other) {
        return ORDER.compare(this, other);
    }
}
