package dev.perfhint.profile;

/**
 * A number that the recorder noted again and again: what it was at first and at last, and between which values. Of
 * several recordings first and last are sums, so that what counters grew by adds up.
 *
 * @param events how often it was noted
 * @param changes how often it was another than before
 */
public record Gauge(long first, long last, long least, long most, long events, long changes) {
    /** The distance of the samples of the wall clock, in nanoseconds. */
    public static final String WALL_INTERVAL = "profiler.WallClockSample.interval";
    /** Noted once for each recording that the JVM's own options started and nothing but its end stopped. */
    public static final String WHOLE_RUN = "jdk.JVMInformation.wholeRun";

    /** When a recording begins, in nanoseconds after its program, where the engine changed and the rest was dropped. */
    public static final String FROM_NANOS = "perfhint.PartOfRun.fromNanos";
    /** When a recording ends, in nanoseconds after its program began, for the same reason. */
    public static final String TO_NANOS = "perfhint.PartOfRun.toNanos";

    /** The time that threads were ready to run and not on a processor, of a recording. */
    public static final String READY_NANOS = "perfhint.ThreadTime.readyNanos";
    /** Turns of threads on a processor, of a recording. */
    public static final String TURNS = "perfhint.ThreadTime.turns";

    /** Returns the gauge after one event. */
    public static Gauge of(long value) {
        return new Gauge(value, value, value, value, 1, 0);
    }

    /** Returns this gauge and what followed. */
    public Gauge then(Gauge next) {
        return new Gauge(first, next.last, Math.min(least, next.least), Math.max(most, next.most),
                events + next.events, changes + next.changes + (last == next.first ? 0 : 1));
    }

    /** Returns the gauges of two recordings together. Associative and commutative, as {@link #then} is not. */
    Gauge beside(Gauge other) {
        return new Gauge(first + other.first, last + other.last, Math.min(least, other.least),
                Math.max(most, other.most), events + other.events, changes + other.changes);
    }
}
