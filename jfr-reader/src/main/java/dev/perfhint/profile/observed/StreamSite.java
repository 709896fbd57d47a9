package dev.perfhint.profile.observed;

import java.util.Comparator;

/**
 * Where streams of one kind are created.
 *
 * @param kind {@code file-out}, {@code file-in}, {@code random-access}, {@code channel}, {@code socket} ...
 * @param mode how a file is opened: {@code r}, {@code rw}, {@code rwd}, {@code append} ...; empty where there is none
 */
public record StreamSite(String kind, String mode, ObservedStack creation) implements Comparable<StreamSite> {
    private static final Comparator<StreamSite> ORDER = Comparator.comparing(StreamSite::kind)
            .thenComparing(StreamSite::mode).thenComparing(StreamSite::creation);

    /** Returns whether both ends are programs, so that bytes are sent in messages. */
    public boolean isSocket() {
        return kind.startsWith("socket");
    }

    @Override
    public int compareTo(StreamSite other) {
        return ORDER.compare(this, other);
    }
}
