package dev.perfhint.cli.record;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * CPU time and context switches of a running process, from {@code /proc} (proc(5)).
 *
 * @param cpuMillis user and system time since its start, in steps of 10 ms
 * @param contextSwitches voluntary and involuntary, of all its present threads
 */
record ProcessStats(long cpuMillis, long contextSwitches) {
    private static final long MILLIS_PER_TICK = 10; // USER_HZ is 100 on every Linux architecture in use

    /** Reads them, empty when the process is gone or there is no {@code /proc}. */
    static Optional<ProcessStats> read(long pid) {
        Path process = Path.of("/proc", Long.toString(pid));
        try {
            String stat = Files.readString(process.resolve("stat"));
            // The command name may hold spaces and parentheses: fields are counted from the last one.
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
            long ticks = Long.parseLong(fields[11]) + Long.parseLong(fields[12]);
            try (Stream<Path> threads = Files.list(process.resolve("task"))) {
                return Optional.of(new ProcessStats(
                        ticks * MILLIS_PER_TICK, threads.mapToLong(ProcessStats::switchesOf).sum()));
            }
        } catch (IOException | UncheckedIOException e) {
            return Optional.empty();
        }
    }

    private static long switchesOf(Path thread) {
        try {
            return Files.readString(thread.resolve("status")).lines()
                    .filter(line -> line.contains("voluntary_ctxt_switches:"))
                    .mapToLong(line -> Long.parseLong(line.substring(line.indexOf(':') + 1).trim()))
                    .sum();
        } catch (IOException e) {
            return 0; // the thread ended meanwhile
        }
    }
}
