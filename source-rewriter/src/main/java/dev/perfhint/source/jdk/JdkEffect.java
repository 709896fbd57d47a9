package dev.perfhint.source.jdk;

/** What a JDK method does; the table in {@code jdk-methods.txt} says what each means. */
public enum JdkEffect {
    WRITE,
    LINE,
    FLUSH,
    CLOSE,
    READ,
    OWN,
    POSITION,
    RAW,
    INTO,
    FROM,
    SAME,
    QUIET,
    LOOKS,
    LOADS,
    NAMES,
    CHANGES,
    MAKES,
    GRANTS,
    OPENS_READ,
    OPENS_WRITE,
    STARTS,
    RUNS,
    RUNS_DAEMON,
    DAEMON,
    INTERRUPTS,
    WAITS,
    CLOCK,
    EXITS
}
