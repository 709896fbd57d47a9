package dev.perfhint.source;

/** What keeps a fix from being {@code safe}, each with the harm that it usually does; worst first. */
public enum HazardKind {
    WAITS("waits", Harm.HANGS),
    READ_AHEAD("read-ahead", Harm.HANGS),
    NOT_CLOSED("not-closed", Harm.LOSES),
    ENDS("ends", Harm.LOSES),
    BYPASS("bypass", Harm.LOSES),
    SECOND_STREAM("second-stream", Harm.LOSES),
    SAME_FILE("same-file", Harm.LOSES),
    REORDERS("reorders", Harm.LOSES),
    KILLED("killed", Harm.LOSES),
    SWALLOWED_ERROR("swallowed-error", Harm.LOSES),
    OPENED("opened", Harm.LOSES),
    HAND_OFF("hand-off", Harm.LATER),
    ESCAPES("escapes", Harm.LATER),
    REASSIGNED("reassigned", Harm.LATER),
    LATE("late", Harm.LATER),
    ASSUMPTION("assumption", Harm.LATER),
    UNKNOWN_ORIGIN("unknown-origin", Harm.LATER),
    TYPE("type", Harm.TYPE),
    UNRESOLVED("unresolved", Harm.TYPE),
    FORM("form", Harm.STYLE);

    private final String id;
    private final Harm harm;

    HazardKind(String id, Harm harm) {
        this.id = id;
        this.harm = harm;
    }

    /** Returns the id used in JSON. */
    public String id() {
        return id;
    }

    public Harm harm() {
        return harm;
    }
}
