package dev.perfhint.cli.record;

import dev.perfhint.cli.output.DurationText;
import dev.perfhint.cli.record.jvm.CgroupLimits;
import dev.perfhint.cli.record.secret.ArgumentValues;
import dev.perfhint.reader.input.UnreadableRecordingException;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import java.util.function.IntUnaryOperator;

/**
 * Records a JVM with the best engine that works, and says which one it got and why not a better one.
 *
 * <p>async-profiler's {@code cpu} event falls back to CPU timers by itself where perf events are refused, so what it
 * really used is read from the finished recording, never assumed.
 */
public final class Recorder {
    private static final Duration POLL = Duration.ofMillis(100);
    private static final Duration GRACE = Duration.ofSeconds(3);

    private final IntUnaryOperator afterSignal;
    private final boolean shown;
    private RecordOptions options;
    private final PrintStream err;
    private final boolean terminal;
    private final EngineChoice choice = EngineChoice.ofMachine();
    private Optional<EngineWatch> engines = Optional.empty();
    private Optional<IntervalWatch> intervals = Optional.empty();
    private Optional<ProcessStats> childrenBefore = Optional.empty();
    private long child;
    private boolean loaded;
    private Optional<ProcessStats> attached = Optional.empty();
    private Optional<ProcessStats> detached = Optional.empty();

    /** Prepares a recording; only on a terminal a countdown is shown. */
    public Recorder(RecordOptions options, PrintStream err, boolean terminal) {
        this(options, err, terminal, false, IntUnaryOperator.identity());
    }

    /**
     * Prepares a recording that the caller shows.
     *
     * @param afterSignal what follows a recording that a signal ended: from its exit code to that of perfhint
     */
    public Recorder(RecordOptions options, PrintStream err, boolean terminal, IntUnaryOperator afterSignal) {
        this(options, err, terminal, true, afterSignal);
    }

    private Recorder(RecordOptions options, PrintStream err, boolean terminal, boolean shown,
            IntUnaryOperator afterSignal) {
        this.shown = shown;
        this.afterSignal = afterSignal;
        this.options = options;
        this.err = err;
        this.terminal = terminal;
    }

    /** Records until the program ends, the duration is over or Ctrl-C; returns the exit code for the user's shell. */
    public int run() {
        Engine engine = options.engine().orElseGet(choice::first);
        return options.pid().isPresent()
                ? attach(TargetProcess.of(options.pid().getAsLong()), engine)
                : launch(engine);
    }

    private int launch(Engine engine) {
        Workspace workspace = Workspace.create(options.output(), Optional.empty());
        try {
            childrenBefore = ProcessStats.ofEndedChildren();
            ObserverLoading observer = ObserverLoading.of(options, workspace);
            Process process = Launch.start(options, engine, workspace, observer.option());
            observer.obstacle().ifPresent(why -> err.println("perfhint: " + why));
            child = process.pid();
            loaded = observer.option().isPresent();
            LoadWatch watch = LoadWatch.start(child);
            if (engine == Engine.PERF && options.engine().isEmpty()) {
                engines = Optional.of(new EngineWatch(choice, options, workspace, err));
                engines.get().start();
            }
            if (engine != Engine.JFR && options.interval().isEmpty()) {
                intervals = Optional.of(new IntervalWatch(options, workspace, engine, engines));
                intervals.get().start();
            }
            Thread hook = onSignal(() -> end(() -> ending(process, engine, workspace, watch)));
            int code = waitFor(process);
            withdraw(hook);
            report(engine, workspace, watch);
            return code;
        } finally {
            workspace.delete();
        }
    }

    /**
     * Ends what a signal to perfhint began. The terminal sends Ctrl-C to the command too, so usually it only takes
     * waiting; a command that got no signal is asked to end.
     */
    private int ending(Process process, Engine engine, Workspace workspace, LoadWatch watch) {
        try {
            if (!process.waitFor(GRACE.toMillis(), TimeUnit.MILLISECONDS)) {
                process.destroy();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        int code = waitFor(process);
        report(engine, workspace, watch);
        workspace.delete();
        return code;
    }

    private void end(IntSupplier ending) {
        int code = ending.getAsInt();
        try {
            code = afterSignal.applyAsInt(code);
        } finally {
            Runtime.getRuntime().halt(code);
        }
    }

    private int ending(ProfilerSession session, Engine engine, Workspace workspace, LoadWatch watch) {
        try {
            detached = ProcessStats.read(options.pid().orElseThrow());
            session.stop();
            conclude(workspace, engine, watch);
            return 0;
        } catch (RecordException e) {
            err.println("perfhint: " + e.getMessage());
            return e.exitCode();
        } finally {
            workspace.delete();
        }
    }

    private void report(Engine engine, Workspace workspace, LoadWatch watch) {
        try {
            conclude(workspace, engine, watch);
        } catch (RecordException e) {
            err.println("perfhint: " + e.getMessage());
        }
    }

    private int attach(TargetProcess target, Engine engine) {
        Engine chosen = quieter(target.pid(), engine);
        Workspace workspace = Workspace.create(options.output(), target.owner(), target.container());
        try {
            ProfilerSession session = new ProfilerSession(target, chosen, workspace);
            LoadWatch watch = LoadWatch.start(target.pid());
            Thread hook = onSignal(() -> end(() -> ending(session, chosen, workspace, watch)));
            try {
                session.start(options);
                attached = ProcessStats.read(target.pid());
                options.observedFor().ifPresent(time -> observe(target, time, workspace));
            } catch (RecordException e) {
                withdraw(hook);
                throw e;
            }
            err.println(options.duration().isPresent()
                    ? "perfhint: recording " + target.pid() + " for " + options.duration().get().toMillis() / 1e3
                    + " s, " + rate()
                    : "perfhint: recording " + target.pid() + ", " + rate() + ", stop with Ctrl-C");
            CgroupLimits.of(target.pid()).text()
                    .ifPresent(limits -> err.println("perfhint: its cgroup allows " + limits));
            await(target);
            withdraw(hook);
            detached = ProcessStats.read(target.pid());
            session.stop();
            conclude(workspace, chosen, watch);
            return 0;
        } finally {
            workspace.delete();
        }
    }

    /** Where it cannot be loaded the recording goes on without. */
    private void observe(TargetProcess target, Duration time, Workspace workspace) {
        try {
            Path jar = ObserverJar.find().orElseThrow(
                    () -> new RecordException("perfhint runs without its application directory"));
            new Attach(target.pid(), workspace.log(), target.owner()).loadObserver(
                    ObserverLoading.plain(jar, workspace), workspace.observed(), time);
            loaded = true;
        } catch (RecordException | IOException e) {
            err.println("perfhint: streams are not observed: " + e.getMessage());
        }
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
        ProcessStats second = after.get().since(before.get());
        if (options.interval().isEmpty() && options.duration().isPresent()) {
            double cpuMillis = second.cpuMillis() * options.duration().get().toMillis() / 1e3;
            options = options.withInterval(IntervalWatch.forCpu(cpuMillis));
        }
        Optional<Long> rate = choice.tooManySwitches(second);
        rate.ifPresent(switches -> err.printf(Locale.ROOT,
                "perfhint: %,d context switches per CPU second: recording with ctimer, which costs less at each"
                + " (--engine perf to insist)%n", switches));
        return rate.isPresent() ? Engine.CTIMER : engine;
    }

    private void conclude(Workspace workspace, Engine engine, LoadWatch watch) {
        intervals.ifPresent(IntervalWatch::settle);
        Engine used = engines.map(EngineWatch::settle).orElse(false) ? Engine.CTIMER : engine;
        List<Path> recordings = workspace.collect();
        if (recordings.isEmpty()) {
            throw new RecordException(options.pid().isPresent()
                    ? options.pid().getAsLong() + ": ended without leaving a recording: record a running program"
                    : options.command().get(0) + ": left no recording: it started no JVM, or the JVM was killed");
        }
        keepCounts(recordings, watch, workspace);
        if (!options.keepArguments()) {
            recordings.forEach(this::hideArguments);
        }
        for (String line : RecordSummary.lines(recordings, used, choice, watch.used(), options)) {
            err.println("perfhint: " + line);
        }
        if (!shown) {
            err.println("perfhint: " + RecordSummary.next(recordings.get(0), options));
        }
    }

    private void hideArguments(Path recording) {
        try {
            ArgumentValues.hide(recording);
        } catch (IOException | UnreadableRecordingException e) {
            err.println("perfhint: warning: values of arguments may be in the recording: " + e.getMessage());
        }
    }

    /** Adds what was counted to the recording: in one chunk, since two would have one set of types. */
    private void keepCounts(List<Path> recordings, LoadWatch watch, Workspace workspace) {
        List<AppendedEvent> observed = ObservedFiles.events(workspace);
        List<AppendedEvent> events = new ArrayList<>(kernelTime(recordings, watch));
        engines.filter(changed -> recordings.size() == 1).flatMap(EngineWatch::part).ifPresent(events::add);
        events.addAll(observed);
        try {
            boolean kept = events.isEmpty() || AppendedChunk.append(recordings.get(0), events);
            if (kept && !observed.isEmpty()) {
                err.printf(Locale.ROOT, "perfhint: observed %,d calls on streams%n", ObservedFiles.calls(observed));
            } else if (loaded) {
                err.println("perfhint: no streams observed: " + (kept
                        ? "the program made few calls, was killed at once, or does not allow agents"
                        : "the recording is damaged"));
            }
        } catch (IOException e) {
            err.println("perfhint: no kernel CPU time and no observed streams in the recording: " + e.getMessage());
        }
    }

    /** Returns what the kernel counted for the process, where it is of the same time as the recording. */
    private List<AppendedEvent> kernelTime(List<Path> recordings, LoadWatch watch) {
        Optional<ProcessStats> used = options.pid().isPresent()
                ? attached.flatMap(before -> detached.map(after -> after.since(before)))
                : childrenBefore.flatMap(before -> ProcessStats.ofEndedChildren().map(after -> after.since(before)))
                        .map(all -> all.since(watch.usedByChildren()))
                        .map(own -> engines.map(changed -> changed.recorded(child, own)).orElse(own));
        boolean one = recordings.size() == 1
                && (options.pid().isPresent() || Launch.isJava(options.command()) && options.duration().isEmpty());
        if (!one || used.isEmpty() || used.get().cpuMillis() <= 0) {
            return List.of();
        }
        boolean part = engines.map(changed -> changed.isPart(child)).orElse(false);
        List<AppendedEvent> events = new ArrayList<>(part ? List.of() : watch.threads());
        events.add(AppendedEvent.processTime(used.get().userMillis() * 1_000_000,
                used.get().systemMillis() * 1_000_000));
        return events;
    }

    private void await(TargetProcess target) {
        long end = options.duration().map(d -> System.nanoTime() + d.toNanos()).orElse(Long.MAX_VALUE);
        long shownSeconds = -1;
        while (System.nanoTime() < end && target.isAlive()) {
            long leftSeconds = (end - System.nanoTime()) / 1_000_000_000 + 1;
            if (terminal && options.duration().isPresent() && leftSeconds != shownSeconds) {
                err.print("\r\u001b[Kperfhint: " + leftSeconds + " s left");
                err.flush();
                shownSeconds = leftSeconds;
            }
            sleep(POLL);
        }
        if (shownSeconds >= 0) {
            err.print("\r\u001b[K");
        }
    }

    private String rate() {
        return "a sample every " + DurationText.of(options.firstInterval().toNanos()) + " of CPU";
    }

    private static int waitFor(Process process) {
        while (true) {
            try {
                return process.waitFor();
            } catch (InterruptedException e) {
                // Nobody interrupts this thread; wait on.
            }
        }
    }

    private static void sleep(Duration duration) {
        try {
            Thread.sleep(duration.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static Thread onSignal(Runnable ending) {
        Thread hook = new Thread(ending, "perfhint-signal");
        Runtime.getRuntime().addShutdownHook(hook);
        return hook;
    }

    /** Takes the hook back; does not return if it is running already, for then it ends this process. */
    private static void withdraw(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            while (hook.isAlive()) {
                sleep(POLL);
            }
        }
    }
}
