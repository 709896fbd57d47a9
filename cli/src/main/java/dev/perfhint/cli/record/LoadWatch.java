package dev.perfhint.cli.record;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Watches a recorded process from outside, to tell afterwards whether the profiler measured mostly itself. */
final class LoadWatch {
    /** Above this, perf events cost more than the program: measured on socket ping-pong and a chat server. */
    private static final long SWITCHES_PER_CPU_SECOND = 10_000;

    private static final long PERIOD_MILLIS = 200;
    /** A look at a thread takes 20 us: at most 5 % of a processor. */
    private static final int MAX_LOOKS_PER_MILLI = 2;
    /** CPU of a JVM's start and end, when nobody samples. */
    private static final long START_UP_MILLIS = 1500;

    private final long pid;
    private final Thread thread;
    private final KernelThreads threads;
    private ProcessStats first = new ProcessStats(0, 0, 0);
    private ProcessStats last = first;
    private ProcessStats children = first;

    private LoadWatch(long pid) {
        this.pid = pid;
        this.threads = new KernelThreads(pid);
        this.thread = new Thread(this::watch, "perfhint-load-watch");
        thread.setDaemon(true);
    }

    static LoadWatch start(long pid) {
        LoadWatch watch = new LoadWatch(pid);
        ProcessStats.read(pid).ifPresent(stats -> {
            watch.first = stats;
            watch.last = stats;
        });
        watch.threads.look();
        watch.thread.start();
        return watch;
    }

    private void watch() {
        while (true) {
            Optional<ProcessStats> stats = ProcessStats.read(pid);
            if (stats.isEmpty()) {
                return;
            }
            Optional<ProcessStats> ended = ProcessStats.ofEndedChildren(pid);
            synchronized (this) {
                children = ended.orElse(children);
                // threads that end take their switches out of the sum, all of them when the process ends
                last = new ProcessStats(Math.max(last.userMillis(), stats.get().userMillis()),
                        Math.max(last.systemMillis(), stats.get().systemMillis()),
                        Math.max(last.contextSwitches(), stats.get().contextSwitches()));
            }
            int looked = threads.look();
            try {
                Thread.sleep(Math.max(PERIOD_MILLIS, looked / MAX_LOOKS_PER_MILLI));
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    /** Returns what the process used since the start; context switches of threads that ended are missing. */
    synchronized ProcessStats used() {
        return last.since(first);
    }

    /** Returns what the kernel counted for each thread since the start, of a process that ran before since then. */
    List<AppendedEvent> threads() {
        return threads.events();
    }

    /** Returns what processes used that the process started: it is not in the recording. */
    synchronized ProcessStats usedByChildren() {
        return children;
    }

    /** Returns a line each on signs that the profiler disturbed the program. */
    static List<String> distortions(ProcessStats used, String engine, long sampledNanos) {
        List<String> lines = new ArrayList<>();
        if (used.cpuMillis() < 1000) {
            return lines;
        }
        long switchesPerSecond = used.contextSwitches() * 1000 / used.cpuMillis();
        if (engine.equals("perf_events") && switchesPerSecond > SWITCHES_PER_CPU_SECOND) {
            lines.add(String.format(
                    Locale.ROOT, "high context-switch rate (%,d per CPU second): perf sampling overhead may bias "
                            + "results; consider --engine ctimer",
                    switchesPerSecond));
        }
        long sampledMillis = sampledNanos / 1_000_000;
        if (!engine.equals("jfr") && sampledMillis * 2 < used.cpuMillis() - START_UP_MILLIS) {
            lines.add(String.format(
                    Locale.ROOT, "%.1f of %.1f CPU seconds sampled; try --engine ctimer or a longer --interval",
                    sampledMillis / 1e3, used.cpuMillis() / 1e3));
        }
        return lines;
    }
}
