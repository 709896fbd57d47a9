package dev.perfhint.cli.record;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Watches the JVMs of a command that are recorded with perf events, and records on with CPU timers in one that switches
 * threads too often. What was recorded before is dropped, unless it is the longer part.
 */
final class EngineWatch {
    private static final Duration WINDOW = Duration.ofSeconds(1);
    /** A server is under load by then. */
    private static final Duration WATCHED = Duration.ofSeconds(60);
    private static final String LATER = "-ctimer.jfr";

    private final EngineChoice choice;
    private final RecordOptions options;
    private final Workspace workspace;
    private final PrintStream err;
    private final Map<Long, Seen> seen = new HashMap<>();
    private final Map<Long, Switch> switches = new HashMap<>();
    private final Set<Long> laterKept = new HashSet<>();
    private boolean over;

    /** A JVM at the beginning of a window. */
    private record Seen(long firstNanos, long nanos, ProcessStats stats) {}

    /**
     * A change of engine.
     *
     * @param firstNanos when the JVM was first seen
     * @param nanos when the engine changed
     * @param rate context switches per CPU second before
     * @param stats of the process at that time
     */
    private record Switch(long firstNanos, long nanos, long rate, ProcessStats stats) {}

    EngineWatch(EngineChoice choice, RecordOptions options, Workspace workspace, PrintStream err) {
        this.choice = choice;
        this.options = options;
        this.workspace = workspace;
        this.err = err;
    }

    void start() {
        workspace.watch("perfhint-engine-watch", this::look);
    }

    private synchronized boolean look() {
        if (over) {
            return false;
        }
        for (long pid : workspace.recorded()) {
            Optional<ProcessStats> stats = ProcessStats.read(pid);
            if (stats.isPresent() && !switches.containsKey(pid)) {
                look(pid, stats.get(), System.nanoTime());
            }
        }
        return true;
    }

    private void look(long pid, ProcessStats stats, long now) {
        Seen before = seen.computeIfAbsent(pid, first -> new Seen(now, now, stats));
        if (now - before.firstNanos() > WATCHED.toNanos() || now - before.nanos() < WINDOW.toNanos()) {
            return;
        }
        Optional<Long> rate = choice.tooManySwitches(stats.since(before.stats()));
        if (rate.isPresent()) {
            change(pid, before.firstNanos(), rate.get());
        } else {
            seen.put(pid, new Seen(before.firstNanos(), now, stats));
        }
    }

    private void change(long pid, long firstNanos, long rate) {
        try {
            // attaching ends a JVM that has no handler for SIGQUIT
            Attach attach = new Attach(pid, workspace.log(), TargetProcess.of(pid).owner());
            Path library = ProfilerLibrary.unpack(workspace);
            attach.stopAsyncProfiler(library, workspace.recording(pid));
            attach.startAsyncProfiler(library, AgentArguments.asyncProfiler(Engine.CTIMER, options.firstInterval(),
                    options.duration(), later(pid), workspace.log()));
            long now = System.nanoTime();
            switches.put(pid, new Switch(firstNanos, now, rate, ProcessStats.read(pid).orElseThrow()));
        } catch (RuntimeException notAttached) {
            // it lets no tool attach, or has ended: perf events go on
            switches.put(pid, new Switch(firstNanos, Long.MAX_VALUE, 0, new ProcessStats(0, 0, 0)));
        }
    }

    /** Ends the watch, keeps the longer part of each recording, and returns whether a later part is among them. */
    synchronized boolean settle() {
        over = true;
        long now = System.nanoTime();
        switches.forEach((pid, change) -> {
            if (later(pid).toFile().length() > 0) {
                boolean earlier = change.nanos() - change.firstNanos() > now - change.nanos();
                keep(pid, earlier, change);
            }
        });
        return !laterKept.isEmpty();
    }

    private void keep(long pid, boolean earlier, Switch change) {
        try {
            Files.deleteIfExists(earlier ? later(pid) : workspace.recording(pid));
        } catch (IOException kept) {
            return; // both parts are then recordings of their own
        }
        if (!earlier && laterKept.add(pid)) {
            err.printf(Locale.ROOT, "perfhint: %,d context switches per CPU second: recorded with ctimer, which costs"
                    + " less at each, from %.1f s on (--engine perf to insist)%n", change.rate(),
                    (change.nanos() - change.firstNanos()) / 1e9);
        }
    }

    /** Returns what of a process's CPU time belongs to the part of its recording that was kept. */
    synchronized ProcessStats recorded(long pid, ProcessStats all) {
        Switch change = switches.get(pid);
        if (change == null || change.nanos() == Long.MAX_VALUE) {
            return all;
        }
        return laterKept.contains(pid) ? all.since(change.stats()) : change.stats();
    }

    /** Returns whether only a part of a process's run was kept. */
    synchronized boolean isPart(long pid) {
        return switches.containsKey(pid) && switches.get(pid).nanos() != Long.MAX_VALUE;
    }

    /** Returns which part of its run the one recording is of, where an engine changed in it. */
    synchronized Optional<AppendedEvent> part() {
        List<Long> changed = switches.keySet().stream().filter(this::isPart).toList();
        if (changed.size() != 1) {
            return Optional.empty();
        }
        Switch change = switches.get(changed.get(0));
        long atNanos = change.nanos() - change.firstNanos();
        return Optional.of(laterKept.contains(changed.get(0)) ? AppendedEvent.partOfRun(atNanos, 0)
                : AppendedEvent.partOfRun(0, atNanos));
    }

    /** Returns the file that a process is recorded to. */
    synchronized Path file(long pid) {
        return isPart(pid) ? later(pid) : workspace.recording(pid);
    }

    /** Runs what must not happen while an engine changes. */
    synchronized void between(Runnable change) {
        if (!over) {
            change.run();
        }
    }

    private Path later(long pid) {
        return workspace.directory().resolve(pid + LATER);
    }
}
