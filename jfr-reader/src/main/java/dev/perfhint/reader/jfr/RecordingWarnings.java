package dev.perfhint.reader.jfr;

import dev.perfhint.profile.CpuTotals;
import dev.perfhint.profile.Event;
import dev.perfhint.profile.Evidence;
import dev.perfhint.reader.chunk.RecordingFacts.PartOfRun;
import dev.perfhint.reader.input.ReadOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Says what a recording cannot show and where its recorder distorted the program, each with what to record instead. The
 * limits are those of measurements against process accounting and kernel profiles.
 */
final class RecordingWarnings {
    // 19 % on a socket ping-pong sampled every 5 ms, at most 12 % on file I/O, locks and page faults
    private static final double SWITCHING = 0.15;
    private static final double SAMPLES_MISSING = 0.93;
    private static final double SAMPLES_LOST = 0.75;
    private static final double SECOND = 1e9;

    /**
     * What decides about warnings.
     *
     * @param main the recording's CPU event, else the event with most samples; its name is empty without samples
     * @param alluser whether async-profiler was told to exclude the kernel
     * @param switchSamples system samples in the scheduler's switching functions
     * @param processNanos CPU time of the process by its own accounting, 0 if not recorded
     * @param ioEvents whether there are file or socket events
     * @param ioComplete whether the recorder kept every one of them
     * @param left events that {@code --event} leaves out
     * @param chosen whether {@code perfhint record} chose the engine, which said then what it does not see
     * @param options the filters that were used
     */
    record Seen(Event main, CpuTotals cpu, boolean asyncProfiler, boolean alluser, long switchSamples,
            double processNanos,
            boolean ioEvents, boolean ioComplete, List<String> left, boolean chosen, ReadOptions options) {}

    private RecordingWarnings() {}

    /** Says which part of a run was recorded. */
    static String part(PartOfRun part) {
        return String.format(Locale.ROOT, "part of a run, %s %.1f s%s: the engine changed then; record with --engine"
                + " ctimer for all of it", part.fromNanos() > 0 ? "from" : "to",
                (part.fromNanos() + part.toNanos()) / SECOND, part.fromNanos() > 0 ? " on" : "");
    }

    static List<String> of(Seen seen) {
        List<String> warnings = new ArrayList<>();
        if (seen.main().evidence() == Evidence.KERNEL_FRAMES) {
            addDistortion(seen, warnings);
        }
        boolean perf = seen.main().engine().equals("perf_events");
        if (seen.main().evidence() == Evidence.SYSCALL_STUBS && (perf || !seen.chosen())) {
            warnings.add(perf
                    ? "no kernel frames (kernel.kptr_restrict or kernel.perf_event_paranoid): system CPU "
                              + "is inferred from libc functions, page faults are invisible"
                    : "no kernel frames: system CPU is inferred from libc functions, page faults are invisible");
        }
        if (!seen.main().cpu()) {
            addMissing(seen, warnings);
        }
        return warnings;
    }

    private static void addDistortion(Seen seen, List<String> warnings) {
        CpuTotals cpu = seen.cpu();
        double switching = cpu.systemSamples() == 0 ? 0 : (double) seen.switchSamples() / cpu.systemSamples();
        // a filter leaves out samples, not the process's CPU time
        boolean known = seen.processNanos() > SECOND && cpu.nanos() > 0 && seen.options().filters().isEmpty();
        double sampled = known ? cpu.nanos() / seen.processNanos() : 1;
        if (switching >= SWITCHING && (!known || sampled < SAMPLES_MISSING)) {
            warnings.add(
                    String.format(Locale.ROOT,
                            "high context-switch rate (%.0f %% of system-CPU samples%s): perf sampling "
                                    + "overhead may bias results; consider event=ctimer",
                    switching * 100, known ? accounted(cpu, seen) : ""));
        } else if (known && sampled < SAMPLES_LOST) {
            warnings.add(String.format(Locale.ROOT, "samples are missing%s: shares are of what was sampled",
                    accounted(cpu, seen)));
        }
    }

    private static String accounted(CpuTotals cpu, Seen seen) {
        return String.format(Locale.ROOT, "; %.1f of %.1f CPU seconds sampled",
                cpu.nanos() / SECOND, seen.processNanos() / SECOND);
    }

    private static void addMissing(Seen seen, List<String> warnings) {
        String event = seen.main().name();
        if (event.isEmpty() && !seen.left().isEmpty()) {
            warnings.add("--event " + seen.options().event() + " leaves nothing: what was sampled is "
                    + String.join(", ", seen.left()));
        } else if (event.isEmpty() && !seen.options().filters().isEmpty()) {
            warnings.add("no CPU samples left by " + seen.options().filters());
        } else if (seen.alluser()) {
            warnings.add("recorded with alluser, which excludes the kernel; record without it");
        } else if (seen.asyncProfiler() && !event.isEmpty()) {
            warnings.add("event " + event
                    + " is not CPU time; record with event=cpu, or event=ctimer where perf_events is not permitted");
        } else if (seen.asyncProfiler()) {
            warnings.add(
                    "no CPU samples; record with event=cpu or ctimer, and stop async-profiler before the "
                            + "JVM is killed");
        } else {
            warnings.add("no CPU samples; record with perfhint record, or with JFR's settings=profile");
        }
        if (seen.ioEvents() && !seen.ioComplete()) {
            warnings.add(
                    "some file and socket events were not recorded (threshold or throttle): call counts are too low");
        }
    }
}
