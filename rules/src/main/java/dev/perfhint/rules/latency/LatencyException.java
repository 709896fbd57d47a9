package dev.perfhint.rules.latency;

/** Says in one line why the recordings cannot answer, and what to do. */
public final class LatencyException extends Exception {
    public LatencyException(String message) {
        super(message);
    }
}
