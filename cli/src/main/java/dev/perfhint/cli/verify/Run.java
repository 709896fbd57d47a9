package dev.perfhint.cli.verify;

import java.util.Map;

/**
 * What one run of the command did.
 *
 * @param exitCode the command's, meaningless after a time-out
 * @param timedOut whether it was killed at the time limit
 * @param counts system calls and CPU time; only the wall time off Linux
 * @param outputs by what is compared: a fingerprint of standard output and of each listed file, the result of each test
 * @param complaint the line of its standard error that says why it failed; may be empty
 */
record Run(int exitCode, boolean timedOut, Map<Measure, Long> counts, Map<String, String> outputs, String complaint) {
    static final String MISSING = "missing";
    static final String STANDARD_OUTPUT = "standard output";

    /** What is counted, in the order in which it is shown. */
    enum Measure {
        /** {@code syscr} of {@code /proc/PID/io}: read-like system calls on files (and sockets on JDK 13 and newer). */
        READ_CALLS("read system calls", ""),
        /** {@code syscw} of {@code /proc/PID/io}. */
        WRITE_CALLS("write system calls", ""),
        /** What {@code perf stat} counts where it may: metadata, fsync and waiting too. */
        ALL_CALLS("all system calls", ""),
        USER_MILLIS("user CPU", "ms"),
        SYSTEM_MILLIS("system CPU", "ms"),
        WALL_MILLIS("wall", "ms");

        final String title;
        final String unit;

        Measure(String title, String unit) {
            this.title = title;
            this.unit = unit;
        }
    }

    long wallMillis() {
        return counts.get(Measure.WALL_MILLIS);
    }
}
