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
 * @param userMillis since its start, in steps of 10 ms
 * @param systemMillis the same
 * @param contextSwitches those that its present threads asked for: others preempt it as often as they please
 */
record ProcessStats(long userMillis, long systemMillis, long contextSwitches) {
    private static final long MILLIS_PER_TICK = 10; // USER_HZ is 100 on every Linux architecture in use

    /** Reads them, empty when the process is gone or there is no {@code /proc}. */
    static Optional<ProcessStats> read(long pid) {
        Path process = Path.of("/proc", Long.toString(pid));
        try {
            String stat = Files.readString(process.resolve("stat"));
            // The command name may hold spaces and parentheses: fields are counted from the last one.
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
            try (Stream<Path> threads = Files.list(process.resolve("task"))) {
                return Optional.of(new ProcessStats(Long.parseLong(fields[11]) * MILLIS_PER_TICK,
                        Long.parseLong(fields[12]) * MILLIS_PER_TICK,
                        threads.mapToLong(ProcessStats::switchesOf).sum()));
            }
        } catch (IOException | UncheckedIOException e) {
            return Optional.empty();
        }
    }

    /** Returns the times of this process's children that have ended; empty where there is no {@code /proc}. */
    static Optional<ProcessStats> ofEndedChildren() {
        return ofEndedChildren(ProcessHandle.current().pid());
    }

    /** Returns the times of a process's children that have ended; empty when it is gone. */
    static Optional<ProcessStats> ofEndedChildren(long pid) {
        try {
            String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
            return Optional.of(new ProcessStats(Long.parseLong(fields[13]) * MILLIS_PER_TICK,
                    Long.parseLong(fields[14]) * MILLIS_PER_TICK, 0));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    long cpuMillis() {
        return userMillis + systemMillis;
    }

    /** Returns what was added since. */
    ProcessStats since(ProcessStats before) {
        return new ProcessStats(userMillis - before.userMillis, systemMillis - before.systemMillis,
                Math.max(0, contextSwitches - before.contextSwitches));
    }

    private static long switchesOf(Path thread) {
        try {
            return Files.readString(thread.resolve("status")).lines()
                    .filter(line -> line.startsWith("voluntary_ctxt_switches:"))
                    .mapToLong(line -> Long.parseLong(line.substring(line.indexOf(':') + 1).trim()))
                    .sum();
        } catch (IOException e) {
            return 0; // the thread ended meanwhile
        }
    }
}
