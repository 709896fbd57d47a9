package dev.perfhint.source;

/** The worst that a hazard does where it comes true; hazards are shown in this order. */
public enum Harm {
    HANGS, LOSES, LATER, TYPE, STYLE;

    /** Returns the id used in JSON. */
    public String id() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }
}
