package dev.perfhint.rules.model;

/** How much a finding matters, by the lower end of its predicted saving of all CPU; worst first. */
public enum Severity {
    /** At least 5 %. */
    HIGH,
    /** At least 1 %. */
    MEDIUM,
    /** At least 0.2 %. */
    LOW,
    /** No saving claimed, or not actionable. */
    INFO;

    public String label() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }
}
