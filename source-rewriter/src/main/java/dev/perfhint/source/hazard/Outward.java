package dev.perfhint.source.hazard;

/** What code does that others notice, or that lets them notice, what a stream has not written yet. */
public enum Outward {
    READS, WAITS, LOCKS, SIGNALS, WRITES, STARTS, ENDS,
    /** It asks for the file's size, time or existence, or moves it. */
    ASKS_FILE,
    /** It opens the file once more. */
    OPENS_FILE
}
