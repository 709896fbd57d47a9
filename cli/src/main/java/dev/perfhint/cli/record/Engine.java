package dev.perfhint.cli.record;

import java.util.Locale;

/** What takes the samples, best first. */
public enum Engine {
    /** async-profiler on perf_events: kernel frames. */
    PERF,
    /** async-profiler on per-thread CPU timers: no kernel frames, little disturbance. */
    CTIMER,
    /** The JDK's Flight Recorder alone: works wherever a JDK runs. */
    JFR;

    /** Returns the name used on the command line. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
