package dev.perfhint.rules.model;

/** Whose code a frame or finding is. */
public enum Owner {
    APPLICATION,
    LIBRARY,
    JDK;

    public String label() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }
}
