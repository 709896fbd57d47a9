package dev.perfhint.source.proof;

/** What an expression denotes, as far as the proof follows it. */
sealed interface Value {
    /** Values without an object that is followed. */
    enum Untracked implements Value {
        NULL,
        /** Anything from which the stream is not reached. */
        OTHER,
        /** An object of an earlier run of the same creation. */
        STALE
    }

    /** One of the objects in {@link State#heap}. */
    record Ref(int thing) implements Value {}

    /**
     * A lambda, which takes nothing along that is followed.
     *
     * @param creates whether the stream is created in it
     */
    record Code(int node, boolean creates) implements Value {}
}
