package dev.perfhint.cli.record;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What to record.
 *
 * @param output where the recording goes; an existing file is replaced once the new one is complete
 * @param duration empty: until the program ends or Ctrl-C
 * @param engine empty: the best that works
 * @param interval between samples of one thread's CPU time; empty: by the CPU time that the program uses
 * @param pid a running JVM; empty to start {@code command}
 * @param tracedMethods {@code Class::method} each, timed by the JVM where it can (JDK 25)
 * @param observed whether the streams of a command are observed
 * @param observedFor how long those of a running JVM are
 * @param keepArguments whether values of arguments stay in the recording
 */
public record RecordOptions(
        Path output,
        Optional<Duration> duration,
        Optional<Engine> engine,
        Optional<Duration> interval,
        OptionalLong pid,
        List<String> command,
        Purpose purpose,
        List<String> tracedMethods,
        boolean observed,
        Optional<Duration> observedFor,
        boolean keepArguments) {
    /** Of a running JVM, whose CPU time is not known: 100 samples for each CPU second. */
    public static final Duration CALM_INTERVAL = Duration.ofMillis(10);

    private static final int FIRST_TRACING_RELEASE = 25;

    /** What the recording is for. */
    public enum Purpose {
        /** {@code analyze} and its like: who burns system CPU. */
        CPU,
        /** {@code latency}: what operations wait for. */
        LATENCY
    }

    public RecordOptions {
        command = List.copyOf(command);
        tracedMethods = List.copyOf(tracedMethods);
    }

    /** Refuses to trace methods in a JVM that is known to be unable; a release of 0 is unknown. */
    void checkTracing(int release, String jvm) {
        if (!tracedMethods.isEmpty() && release > 0 && release < FIRST_TRACING_RELEASE) {
            throw new RecordException(jvm + ": is Java " + release + ", --trace-method needs " + FIRST_TRACING_RELEASE
                    + " or newer: time the method with a JFR event of your own");
        }
    }

    /** Returns the interval that the recording begins with. */
    Duration firstInterval() {
        return interval.orElse(pid.isPresent() ? CALM_INTERVAL : IntervalWatch.first());
    }

    /** Returns the same options with that interval. */
    RecordOptions withInterval(Duration chosen) {
        return new RecordOptions(output, duration, engine, Optional.of(chosen), pid, command, purpose, tracedMethods,
                observed, observedFor, keepArguments);
    }

    /** Makes the options of a recording for {@code analyze}; a command is observed. */
    public RecordOptions(Path output, Optional<Duration> duration, Optional<Engine> engine,
            Optional<Duration> interval, OptionalLong pid, List<String> command) {
        this(output, duration, engine, interval, pid, command, Purpose.CPU, List.of(), pid.isEmpty(),
                Optional.empty(), false);
    }
}
