package dev.perfhint.profile;

/** What the kernel itself counted for the recorded process between start and end of a recording. */
public record KernelAccounting(long userNanos, long systemNanos) {
    public KernelAccounting plus(KernelAccounting other) {
        return new KernelAccounting(userNanos + other.userNanos, systemNanos + other.systemNanos);
    }

    public long nanos() {
        return userNanos + systemNanos;
    }

    /** Returns system CPU of all CPU time, 0..1. */
    public double systemShare() {
        return nanos() == 0 ? 0 : (double) systemNanos / nanos();
    }
}
