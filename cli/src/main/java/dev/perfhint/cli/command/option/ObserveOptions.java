package dev.perfhint.cli.command.option;

import dev.perfhint.cli.CliException;
import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Whether streams are observed: of a command unless refused, of a running JVM if asked for. */
public final class ObserveOptions {
    @Option(names = "--no-observe", description = "Do not observe the streams of a command.")
    private boolean unobserved;

    @Option(names = "--observe", paramLabel = "DURATION", converter = DurationConverter.class,
            description = "Observe the streams of a running JVM for so long, such as 10s; changes some JDK classes.")
    private Duration time;

    /** Returns whether a command is observed. */
    public boolean ofCommand() {
        return !unobserved;
    }

    /**
     * Returns how long a running JVM is observed.
     *
     * @param pid whether the target is one
     * @param recorded how long it is recorded; null for until Ctrl-C
     */
    public Optional<Duration> ofRunning(boolean pid, Duration recorded) {
        if (time != null && !pid) {
            throw new CliException("--observe is for a running JVM: a command is observed from its start");
        }
        if (time != null && recorded != null && time.compareTo(recorded) >= 0) {
            throw new CliException("--observe has to end before the recording: choose a longer --duration");
        }
        return Optional.ofNullable(time);
    }
}
