package dev.perfhint.profile;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What one recording file is and holds. Field names and meanings are those of the JSON report.
 *
 * @param path as given on the command line
 * @param format the name of the input format, such as {@code jfr}
 * @param engine {@code perf_events}, {@code ctimer}, {@code itimer}, {@code jfr} ...; empty if unknown
 * @param event the CPU event, else the main event, as the recording's settings name it
 * @param evidence grade of the system-CPU numbers
 * @param jvm name and version of the recorded JVM; empty if unknown
 * @param mainClass main class of the recorded program; empty if unknown
 * @param startMillis epoch milliseconds; 0 if unknown
 * @param intervalNanos real sampling interval taken from time stamps; the configured one if too few samples; 0 if
 *     unknown
 * @param samples CPU samples
 * @param cpuNanos CPU time the samples stand for
 * @param systemNanos system part of it
 * @param truncatedStacks CPU samples whose stack was cut
 * @param complete false if a part of the file could not be used
 * @param stackDepth configured maximum stack depth; 0 if unknown
 * @param warnings one line each, for the user
 * @param labels of the recorded process
 * @param kernel what the kernel counted for the recorded process; empty if it was not recorded, or filters are in use
 */
public record Recording(
        String path,
        String format,
        String engine,
        String event,
        Evidence evidence,
        String jvm,
        String mainClass,
        long startMillis,
        long durationMillis,
        long intervalNanos,
        long samples,
        long cpuNanos,
        long systemNanos,
        long lostSamples,
        long truncatedStacks,
        boolean complete,
        int stackDepth,
        List<String> warnings,
        Labels labels,
        Optional<KernelAccounting> kernel) {
    public Recording {
        warnings = List.copyOf(warnings);
        labels = labels.settled();
    }

    /** Makes a recording of a process that nothing is known about. */
    public Recording(String path, String format, String engine, String event, Evidence evidence, String jvm,
            String mainClass, long startMillis, long durationMillis, long intervalNanos, long samples, long cpuNanos,
            long systemNanos, long lostSamples, long truncatedStacks, boolean complete, int stackDepth,
            List<String> warnings) {
        this(path, format, engine, event, evidence, jvm, mainClass, startMillis, durationMillis, intervalNanos, samples,
                cpuNanos, systemNanos, lostSamples, truncatedStacks, complete, stackDepth, warnings, Labels.NONE,
                Optional.empty());
    }

    /** Returns this recording under another name. */
    public Recording withPath(String name) {
        return new Recording(name, format, engine, event, evidence, jvm, mainClass, startMillis, durationMillis,
                intervalNanos, samples, cpuNanos, systemNanos, lostSamples, truncatedStacks, complete, stackDepth,
                warnings, labels, kernel);
    }

    /** Returns this recording with other labels. */
    public Recording withLabels(Labels found) {
        return new Recording(path, format, engine, event, evidence, jvm, mainClass, startMillis, durationMillis,
                intervalNanos, samples, cpuNanos, systemNanos, lostSamples, truncatedStacks, complete, stackDepth,
                warnings, found, kernel);
    }

    /** Returns this recording with other warnings. */
    public Recording withWarnings(List<String> others) {
        return new Recording(path, format, engine, event, evidence, jvm, mainClass, startMillis, durationMillis,
                intervalNanos, samples, cpuNanos, systemNanos, lostSamples, truncatedStacks, complete, stackDepth,
                others, labels, kernel);
    }

    /** Returns this recording with a part of it lost, and the warning that says so. */
    public Recording withDamage(String warning) {
        return with(warning, false);
    }

    /** Returns this recording with one more warning. */
    public Recording withWarning(String warning) {
        return with(warning, complete);
    }

    private Recording with(String warning, boolean whole) {
        List<String> more = new ArrayList<>(warnings);
        more.add(warning);
        return new Recording(path, format, engine, event, evidence, jvm, mainClass, startMillis, durationMillis,
                intervalNanos, samples, cpuNanos, systemNanos, lostSamples, truncatedStacks, whole, stackDepth, more,
                labels, kernel);
    }
}
