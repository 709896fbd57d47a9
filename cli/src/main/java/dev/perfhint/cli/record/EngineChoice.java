package dev.perfhint.cli.record;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Chooses the engine that disturbs a program least and shows its system CPU best.
 *
 * <p>perf events show kernel frames, but cost CPU at every context switch: above a rate of switches CPU timers are
 * better. Without hardware counters, as in most virtual machines, perf events need a kernel timer for each thread that
 * is switched in, and half the rate is too much.
 *
 * @param limits what the kernel lets this process profile
 * @param profiler whether async-profiler runs on this platform
 * @param counters whether there are hardware performance counters
 */
public record EngineChoice(MachineLimits limits, boolean profiler, boolean counters) {
    // measured: at 12,000 switches per CPU second perf events take 0.2 s of system CPU more than timers do of 1.0 s,
    // at 2,300 0.1 s of 0.35 s, at 570,000 twice the program's CPU
    private static final long MAX_SWITCHES = 10_000;
    private static final long MAX_SWITCHES_WITHOUT_COUNTERS = 5_000;
    /** CPU time below which a rate says nothing. */
    private static final long MIN_CPU_MILLIS = 100;

    /** Looks at this machine. */
    public static EngineChoice ofMachine() {
        return new EngineChoice(MachineLimits.read(), ProfilerLibrary.exists(),
                hasCounters(Path.of("/sys/bus/event_source/devices")));
    }

    static boolean hasCounters(Path devices) {
        try (Stream<Path> files = Files.list(devices)) {
            return files.map(file -> file.getFileName().toString()).anyMatch(name -> name.matches("cpu.*|.*_pmu.*"));
        } catch (IOException unknown) {
            return true;
        }
    }

    /** Returns the engine to begin with. */
    public Engine first() {
        return !profiler ? Engine.JFR : limits.allowsKernelFrames() ? Engine.PERF : Engine.CTIMER;
    }

    /** Returns why not perf events from the beginning; empty where they are. */
    public Optional<String> obstacle() {
        if (!profiler) {
            return Optional.of("async-profiler does not run on this platform");
        }
        List<MachineLimits.Obstacle> obstacles = limits.obstacles();
        return limits.allowsKernelFrames() ? Optional.empty()
                : Optional.of(obstacles.isEmpty() ? "perf events are not permitted" : obstacles.get(0).toString());
    }

    /** Returns the context switches per CPU second above which perf events are left. */
    public long maxSwitches() {
        return counters ? MAX_SWITCHES : MAX_SWITCHES_WITHOUT_COUNTERS;
    }

    /** Returns the context switches per CPU second if they are too many for perf events. */
    Optional<Long> tooManySwitches(ProcessStats used) {
        long rate = used.contextSwitches() * 1000 / Math.max(1, used.cpuMillis());
        return used.cpuMillis() < MIN_CPU_MILLIS || rate <= maxSwitches() ? Optional.empty() : Optional.of(rate);
    }

    /**
     * Returns which engine {@code record} takes here, and why.
     *
     * @param refused whether perf events were tried and refused, as a seccomp filter does
     */
    public String description(boolean refused) {
        if (refused && first() == Engine.PERF) {
            return Engine.CTIMER.label() + " (perf_event_open is refused)";
        }
        String why = obstacle().map(text -> " (" + text + ")").orElse("");
        if (first() != Engine.PERF) {
            return first().label() + why;
        }
        return String.format(Locale.ROOT, "perf, and ctimer for a program with more than %,d context switches per CPU"
                + " second%s", maxSwitches(), counters ? "" : " (no hardware counters here: a virtual machine)");
    }
}
