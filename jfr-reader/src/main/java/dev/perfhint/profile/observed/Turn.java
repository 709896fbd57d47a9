package dev.perfhint.profile.observed;

import java.util.Comparator;

/** A change from one operation to another on one stream. */
public record Turn(String from, String to) implements Comparable<Turn> {
    private static final Comparator<Turn> ORDER = Comparator.comparing(Turn::from).thenComparing(Turn::to);

    @Override
    public int compareTo(Turn other) {
        return ORDER.compare(this, other);
    }
}
