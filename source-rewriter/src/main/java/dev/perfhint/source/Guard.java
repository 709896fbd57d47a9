package dev.perfhint.source;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/**
 * A condition of one fix, and what is known about it.
 *
 * @param text what has to hold, in plain words: {@code nobody reads export.bin before it is closed}
 * @param accepted whether an assumption is one that the user takes; true for a proven guard, false for a doubted one
 * @param file where a doubt arises, or where the stream is created; empty if no single place is meant
 * @param line 1-based, 0 without a place
 */
public record Guard(GuardKind kind, State state, String text, boolean accepted, Optional<Path> file, int line) {
    /** What is known about a condition. */
    public enum State {
        /** Holds in every run of the code as it stands. */
        PROVEN,
        /** Cannot be proven; nothing in the code in view speaks against it. */
        ASSUMED,
        /** Something in the code in view speaks against it, or it could not be followed. */
        DOUBTED;

        /** Returns the name used in JSON. */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public static Guard proven(GuardKind kind, String text) {
        return new Guard(kind, State.PROVEN, text, true, Optional.empty(), 0);
    }

    public static Guard assumed(GuardKind kind, String text, boolean accepted) {
        return new Guard(kind, State.ASSUMED, text, accepted, Optional.empty(), 0);
    }

    public static Guard doubted(GuardKind kind, String text) {
        return new Guard(kind, State.DOUBTED, text, false, Optional.empty(), 0);
    }

    /** Returns the same guard at a place. */
    public Guard at(Path path, int atLine) {
        return new Guard(kind, state, text, accepted, Optional.of(path), atLine);
    }

    /** Returns whether the fix may be {@code safe} as far as this guard goes. */
    public boolean holds() {
        return state == State.PROVEN || state == State.ASSUMED && accepted;
    }
}
