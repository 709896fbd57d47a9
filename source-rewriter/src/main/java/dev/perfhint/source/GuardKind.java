package dev.perfhint.source;

import java.util.Arrays;
import java.util.Optional;

/**
 * The conditions a fix may rest on, each with its stable id.
 *
 * <p>Those of the stream itself are proven or doubted, never assumed; those of the surroundings cannot be proven for a
 * real program and are assumed or doubted.
 */
public enum GuardKind {
    CLOSED("closed-on-every-path", false),
    NO_ALIAS("no-alias", false),
    SAME_ERRORS("same-error-handler", false),
    PLAIN_TARGET("plain-target", false),
    NO_LOCK("no-lock", false),
    SOLE_READER("sole-reader", false),
    NO_POSITION("no-position", false),
    /** What a repair that is no buffer round a stream has to show: the changed code does what the old one did. */
    SAME_RESULT("same-result", false),
    REGULAR_FILE("regular-file", true),
    NO_OBSERVER("no-observer", true),
    QUIET_CALLS("quiet-calls", true),
    UNCHANGED_INPUT("unchanged-input", true),
    NO_CRASH("no-crash", true),
    SOLE_APPENDER("sole-appender", true),
    NO_TAIL("no-tail", true);

    private final String id;
    private final boolean surroundings;

    GuardKind(String id, boolean surroundings) {
        this.id = id;
        this.surroundings = surroundings;
    }

    /** Returns the id used in JSON and on the command line. */
    public String id() {
        return id;
    }

    /** Returns whether it is about the surroundings of the stream, which are assumed and not proven. */
    public boolean ofSurroundings() {
        return surroundings;
    }

    /** Returns the guard of the surroundings with the id. */
    public static Optional<GuardKind> assumable(String id) {
        return Arrays.stream(values()).filter(kind -> kind.surroundings && kind.id.equals(id)).findFirst();
    }
}
