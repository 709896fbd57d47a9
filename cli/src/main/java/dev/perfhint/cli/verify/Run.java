package dev.perfhint.cli.verify;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What one run of the command did.
 *
 * @param exitCode the command's, meaningless where it was killed
 * @param hang why it was killed
 * @param counts system calls and CPU time; only the wall time off Linux
 * @param outputs by what is compared: streams, each file that the run created or changed, the result of each test
 * @param compiled whether it wrote class files or jars
 * @param complaint the line of its standard error that says why it failed; may be empty
 */
record Run(int exitCode, Optional<String> hang, Map<Measure, Long> counts, Map<String, Produced> outputs,
        boolean compiled, String complaint) {
    static final String STANDARD_OUTPUT = "standard output";
    static final String STANDARD_ERROR = "standard error";
    static final String LOAD_OUTPUT = "output of the load";
    static final String LOAD_EXIT_CODE = "exit code of the load";
    static final List<String> STREAMS = List.of(STANDARD_OUTPUT, STANDARD_ERROR, LOAD_OUTPUT, LOAD_EXIT_CODE);

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
        WALL_MILLIS("wall", "ms"),
        LOAD_MILLIS("the load", "ms"),
        /** What the load says itself. */
        REQUESTS_PER_SECOND("requests per second", "");

        final String title;
        final String unit;

        Measure(String title, String unit) {
            this.title = title;
            this.unit = unit;
        }

        /** Returns whether other load of the machine changes it. */
        boolean isOfTheClock() {
            return this == WALL_MILLIS || this == LOAD_MILLIS || this == REQUESTS_PER_SECOND;
        }
    }

    long wallMillis() {
        return counts.get(Measure.WALL_MILLIS);
    }

    boolean hung() {
        return hang.isPresent();
    }
}
