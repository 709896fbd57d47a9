package dev.perfhint.source;

/** What keeps a fix from being {@code safe}; worst first, the order in which a fix shows them. */
public enum HazardKind {
    NOT_CLOSED("not-closed", GuardKind.CLOSED),
    SWALLOWED_ERROR("swallowed-error", GuardKind.SAME_ERRORS),
    BYPASS("bypass", GuardKind.NO_POSITION),
    RETURNED("returned", GuardKind.NO_ALIAS),
    STORED("stored", GuardKind.NO_ALIAS),
    PASSED("passed", GuardKind.NO_ALIAS),
    CAPTURED("captured", GuardKind.NO_ALIAS),
    REASSIGNED("reassigned", GuardKind.NO_ALIAS),
    USED("used", GuardKind.NO_ALIAS),
    OPENED("opened", GuardKind.PLAIN_TARGET),
    SOCKET("socket", GuardKind.SOLE_READER),
    WAITS("waits", GuardKind.NO_LOCK),
    OTHER_FILE("other-file", GuardKind.NO_OBSERVER),
    CALL("call", GuardKind.QUIET_CALLS),
    ASSUMPTION("assumption", GuardKind.NO_OBSERVER),
    UNKNOWN_ORIGIN("unknown-origin", GuardKind.NO_ALIAS),
    FORM("form", GuardKind.SAME_RESULT),
    UNRESOLVED("unresolved", GuardKind.NO_ALIAS),
    NOT_COMPILED("not-compiled", GuardKind.SAME_RESULT);

    private final String id;
    private final GuardKind guard;

    HazardKind(String id, GuardKind guard) {
        this.id = id;
        this.guard = guard;
    }

    /** Returns the id used in JSON. */
    public String id() {
        return id;
    }

    /** Returns the guard of schema version 1 that a hazard of this kind doubts. */
    public GuardKind guard() {
        return guard;
    }
}
