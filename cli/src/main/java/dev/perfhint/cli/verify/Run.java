package dev.perfhint.cli.verify;

import java.util.List;
import java.util.Map;

/**
 * What one run of the command did.
 *
 * @param exitCode the command's, meaningless after a time-out
 * @param timedOut whether it was killed at the time limit
 * @param wallMillis by the wall clock
 * @param counts system calls and CPU time; empty off Linux
 * @param outputs fingerprint of standard output and of each listed file; {@link #MISSING} for one that is not there
 */
record Run(int exitCode, boolean timedOut, long wallMillis, Map<Measure, Long> counts, List<String> outputs) {
    static final String MISSING = "missing";

    /** What is counted, in the order in which it is shown. */
    enum Measure {
        /** {@code syscr} of {@code /proc/PID/io}: read-like system calls on files (and sockets on JDK 13 and newer). */
        READ_CALLS("read system calls", ""),
        /** {@code syscw} of {@code /proc/PID/io}. */
        WRITE_CALLS("write system calls", ""),
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
}
