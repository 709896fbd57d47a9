package dev.perfhint.cli.record;

import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Records a JVM with the best engine that works, and says which one it got and why not a better one.
 *
 * <p>async-profiler's {@code cpu} event falls back to CPU timers by itself where perf events are refused, so what it
 * really used is read from the finished recording, never assumed.
 */
public final class Recorder {
    /** Exit code where perfhint fails before the command has started. */
    public static final int FAILED_BEFORE_START = 125;

    private static final Duration POLL = Duration.ofMillis(100);

    private final RecordOptions options;
    private final PrintStream err;
    private final CountDownLatch stopped = new CountDownLatch(1);

    public Recorder(RecordOptions options, PrintStream err) {
        this.options = options;
        this.err = err;
    }

    /** Records until the program ends, the duration is over or Ctrl-C; returns the exit code for the user's shell. */
    public int run() throws RecordException {
        Optional<Path> library = ProfilerLibrary.unpack();
        Engine engine = engine(library);
        Workspace workspace = Workspace.create(options.output());
        try {
            return options.pid().isPresent()
                    ? attach(Attach.to(options.pid().getAsLong()), engine, library, workspace)
                    : launch(engine, library, workspace);
        } finally {
            workspace.delete();
        }
    }

    private Engine engine(Optional<Path> library) throws RecordException {
        Engine wanted = options.engine().orElse(library.isPresent() ? Engine.PERF : Engine.JFR);
        if (wanted != Engine.JFR && library.isEmpty()) {
            throw new RecordException("async-profiler does not run on " + System.getProperty("os.name") + " "
                    + System.getProperty("os.arch") + ": use --engine jfr");
        }
        return wanted;
    }

    private int launch(Engine engine, Optional<Path> library, Workspace workspace) throws RecordException {
        Process process = Launch.start(options, engine, library, workspace);
        LoadWatch watch = LoadWatch.start(process.pid());
        // The terminal sends Ctrl-C to the command too: perfhint only has to outlive it and keep the recording.
        Thread hook = onInterrupt(() -> {
            process.onExit().join();
            conclude(workspace, engine, watch);
        });
        int code = waitFor(process);
        if (withdraw(hook)) {
            conclude(workspace, engine, watch);
        }
        return code;
    }

    private int attach(Attach target, Engine engine, Optional<Path> library, Workspace workspace) throws RecordException {
        long pid = options.pid().getAsLong();
        Path file = workspace.directory().resolve(pid + ".jfr");
        Engine chosen = quieter(pid, engine);
        if (chosen == Engine.JFR) {
            Path settings = AgentArguments.writeSettings(workspace.directory());
            target.startFlightRecorder(AgentArguments.flightRecorderStart(settings, options.duration(), file));
        } else {
            target.startAsyncProfiler(library.orElseThrow(),
                    AgentArguments.asyncProfiler(chosen, options.interval(), options.duration(), file));
        }
        LoadWatch watch = LoadWatch.start(pid);
        Thread hook = onInterrupt(() -> finish(target, chosen, library, file, workspace, watch));
        err.println(options.duration().isPresent()
                ? "perfhint: recording " + pid + " for " + options.duration().get().toSeconds() + " s"
                : "perfhint: recording " + pid + ", stop with Ctrl-C");
        await(pid);
        if (withdraw(hook)) {
            finish(target, chosen, library, file, workspace, watch);
        }
        return 0;
    }

    /** Measures a second of the running program and avoids perf events if it switches threads all the time. */
    private Engine quieter(long pid, Engine engine) {
        Optional<ProcessStats> before = ProcessStats.read(pid);
        if (engine != Engine.PERF || options.engine().isPresent() || before.isEmpty()) {
            return engine;
        }
        sleep(Duration.ofSeconds(1));
        Optional<ProcessStats> after = ProcessStats.read(pid);
        if (after.isEmpty()) {
            return engine;
        }
        long cpuMillis = Math.max(1, after.get().cpuMillis() - before.get().cpuMillis());
        long switches = after.get().contextSwitches() - before.get().contextSwitches();
        if (cpuMillis < 100 || switches * 1000 / cpuMillis <= LoadWatch.SWITCHES_PER_CPU_SECOND) {
            return engine;
        }
        err.printf("perfhint: %,d context switches per CPU second: using ctimer, perf events would disturb the program"
                + " (--engine perf to insist)%n", switches * 1000 / cpuMillis);
        return Engine.CTIMER;
    }

    private void finish(
            Attach target, Engine engine, Optional<Path> library, Path file, Workspace workspace, LoadWatch watch)
            throws RecordException {
        if (ProcessHandle.of(options.pid().getAsLong()).map(ProcessHandle::isAlive).orElse(false)) {
            stop(target, engine, library, file);
        }
        conclude(workspace, engine, watch);
    }

    private void stop(Attach target, Engine engine, Optional<Path> library, Path file) throws RecordException {
        try {
            if (engine == Engine.JFR) {
                target.stopFlightRecorder(file);
            } else {
                target.stopAsyncProfiler(library.orElseThrow(), file);
            }
        } catch (RecordException e) {
            // Its own timeout may have stopped it a moment ago: then the file is there.
            if (!file.toFile().exists()) {
                throw e;
            }
        }
    }

    private void conclude(Workspace workspace, Engine engine, LoadWatch watch) throws RecordException {
        List<Path> recordings = workspace.collect();
        if (recordings.isEmpty()) {
            throw new RecordException(options.pid().isPresent()
                    ? options.pid().getAsLong() + ": ended without leaving a recording: record a running program"
                    : String.join(" ", options.command()) + ": left no recording: it started no JVM, or was killed");
        }
        for (String line : RecordSummary.lines(recordings, engine, MachineLimits.read(), watch.used())) {
            err.println("perfhint: " + line);
        }
    }

    private void await(long pid) {
        long end = options.duration().map(d -> System.nanoTime() + d.toNanos()).orElse(Long.MAX_VALUE);
        while (System.nanoTime() < end && ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false)) {
            sleep(POLL);
        }
    }

    private static int waitFor(Process process) {
        while (true) {
            try {
                return process.waitFor();
            } catch (InterruptedException e) {
                // Nobody interrupts the main thread; wait on.
            }
        }
    }

    private void sleep(Duration duration) {
        try {
            stopped.await(duration.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** What a shutdown hook does; its failure is a line for the user. */
    private interface Ending {
        void run() throws RecordException;
    }

    private Thread onInterrupt(Ending ending) {
        Thread hook = new Thread(() -> {
            stopped.countDown();
            try {
                ending.run();
            } catch (RecordException e) {
                err.println("perfhint: " + e.getMessage());
            }
        });
        Runtime.getRuntime().addShutdownHook(hook);
        return hook;
    }

    /** Returns false when the hook is already running: then it concludes. */
    private static boolean withdraw(Thread hook) {
        try {
            return Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            waitForever();
            return false;
        }
    }

    private static void waitForever() {
        while (true) {
            try {
                Thread.sleep(Long.MAX_VALUE);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }
}
