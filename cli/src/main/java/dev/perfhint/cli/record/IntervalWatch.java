package dev.perfhint.cli.record;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Samples the JVMs of a command more rarely the more CPU time they use, so that a short program has as many samples as
 * it can and a long one about {@value #WANTED_SAMPLES}. The interval changes between two recordings of one JVM, which
 * become chunks of one file: each sample stands for the time of its own interval.
 */
final class IntervalWatch {
    static final int WANTED_SAMPLES = 20_000;
    private static final List<Step> STEPS = steps(EngineChoice.ofMachine().counters());
    private static final String PART = ".part";

    private final RecordOptions options;
    private final Workspace workspace;
    private final Engine engine;
    private final Optional<EngineWatch> engines;
    private final long beganNanos = System.nanoTime();
    private final Map<Long, Integer> steps = new HashMap<>();
    private boolean over;

    /** An interval, and the CPU time of the program from which on it is taken. */
    record Step(long fromCpuMillis, long micros) {
        Duration interval() {
            return Duration.of(micros, ChronoUnit.MICROS);
        }
    }

    IntervalWatch(RecordOptions options, Workspace workspace, Engine engine, Optional<EngineWatch> engines) {
        this.options = options;
        this.workspace = workspace;
        this.engine = engine;
        this.engines = engines;
    }

    /**
     * Returns the intervals, and from which CPU time on each holds. A sample costs 30 to 50 us where perf events need a
     * kernel timer: about 2 % of the CPU time at the interval that still gives half the samples of every millisecond.
     *
     * @param counters whether there are hardware performance counters
     */
    static List<Step> steps(boolean counters) {
        long finest = counters ? 1000 : 1800;
        return List.of(new Step(0, finest), new Step(15 * finest, 10_000), new Step(15 * finest + 200_000, 100_000));
    }

    /** Returns the interval at which a command is recorded from its start. */
    static Duration first() {
        return STEPS.get(0).interval();
    }

    /** Returns the interval for a running JVM that uses so much CPU time while it is recorded; not the finest. */
    static Duration forCpu(double cpuMillis) {
        return Duration.ofMillis(Math.min(10, Math.max(2, Math.round(cpuMillis / WANTED_SAMPLES))));
    }

    void start() {
        workspace.watch("perfhint-interval-watch", this::look);
    }

    private synchronized boolean look() {
        if (over) {
            return false;
        }
        for (long pid : workspace.recorded()) {
            int step = steps.getOrDefault(pid, 0);
            long used = ProcessStats.read(pid).map(ProcessStats::cpuMillis).orElse(0L);
            if (step + 1 < STEPS.size() && used >= STEPS.get(step + 1).fromCpuMillis()) {
                steps.put(pid, step + 1);
                engines.ifPresentOrElse(watch -> watch.between(() -> change(pid, step + 1)),
                        () -> change(pid, step + 1));
            }
        }
        return true;
    }

    private void change(long pid, int step) {
        try {
            Engine used = engines.filter(watch -> watch.isPart(pid)).isPresent() ? Engine.CTIMER : engine;
            Path file = engines.map(watch -> watch.file(pid)).orElse(workspace.recording(pid));
            // attaching ends a JVM that has no handler for SIGQUIT
            Attach attach = new Attach(pid, workspace.log(), TargetProcess.of(pid).owner());
            Path library = ProfilerLibrary.unpack(workspace);
            attach.stopAsyncProfiler(library, file);
            Files.move(file, part(file, step));
            attach.startAsyncProfiler(library, AgentArguments.asyncProfiler(used, STEPS.get(step).interval(), left(),
                    file, workspace.log()));
        } catch (IOException | RuntimeException notAttached) {
            // it lets no tool attach, or has ended: the finer interval goes on
            steps.put(pid, STEPS.size());
        }
    }

    private Optional<Duration> left() {
        return options.duration().map(all -> {
            Duration left = all.minusNanos(System.nanoTime() - beganNanos);
            return left.isNegative() ? Duration.ofSeconds(1) : left;
        });
    }

    private static Path part(Path file, int step) {
        return file.resolveSibling(file.getFileName() + "." + step + PART);
    }

    /** Ends the watch and makes the parts of each recording one file. */
    synchronized void settle() {
        over = true;
        for (Path file : recordings()) {
            for (int step = STEPS.size() - 1; step > 0; step--) {
                prepend(part(file, step), file);
            }
        }
    }

    private List<Path> recordings() {
        try (Stream<Path> files = Files.list(workspace.directory())) {
            return files.map(file -> file.resolveSibling(
                    file.getFileName().toString().replaceAll("\\.jfr\\.\\d+\\.part$", ".jfr")))
                    .filter(file -> file.toString().endsWith(".jfr")).distinct().toList();
        } catch (IOException gone) {
            return List.of();
        }
    }

    private static void prepend(Path part, Path file) {
        if (!Files.exists(part)) {
            return;
        }
        try {
            if (Files.exists(file)) {
                try (OutputStream out = Files.newOutputStream(part, StandardOpenOption.APPEND)) {
                    Files.copy(file, out);
                }
            }
            Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new RecordException(file + ": cannot join the parts of the recording: " + e.getMessage(), e);
        }
    }
}
