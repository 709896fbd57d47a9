package dev.perfhint.source;

/** What keeps a fix from being {@code safe}; worst first, the order in which a fix shows them. */
public enum HazardKind {
    NOT_CLOSED("not-closed"),
    SWALLOWED_ERROR("swallowed-error"),
    BYPASS("bypass"),
    RETURNED("returned"),
    STORED("stored"),
    PASSED("passed"),
    CAPTURED("captured"),
    REASSIGNED("reassigned"),
    USED("used"),
    OPENED("opened"),
    SOCKET("socket"),
    WAITS("waits"),
    OTHER_FILE("other-file"),
    CALL("call"),
    ASSUMPTION("assumption"),
    UNKNOWN_ORIGIN("unknown-origin"),
    FORM("form"),
    UNRESOLVED("unresolved");

    private final String id;

    HazardKind(String id) {
        this.id = id;
    }

    /** Returns the id used in JSON. */
    public String id() {
        return id;
    }
}
