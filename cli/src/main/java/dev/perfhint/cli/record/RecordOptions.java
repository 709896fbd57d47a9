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
 * @param interval between samples of one thread's CPU time
 * @param pid a running JVM; empty to start {@code command}
 */
public record RecordOptions(
        Path output,
        Optional<Duration> duration,
        Optional<Engine> engine,
        Duration interval,
        OptionalLong pid,
        List<String> command) {
    /** Long enough to measure the program and not the profiler; gives 100 samples for each CPU second. */
    public static final Duration DEFAULT_INTERVAL = Duration.ofMillis(10);

    public RecordOptions {
        command = List.copyOf(command);
    }
}
