package dev.perfhint.reader.foreign;

import dev.perfhint.profile.CpuTotals;
import dev.perfhint.profile.Event;
import dev.perfhint.profile.Recording;
import dev.perfhint.profile.build.ProfileBuilder;
import dev.perfhint.reader.input.ReadOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What a format of named stacks says of itself.
 *
 * @param format as the JSON report names it
 * @param event name of what was sampled
 * @param alluser whether the kernel was left out
 * @param intervalNanos what a sample stands for; 0 if the format does not tell
 * @param startMillis 0 if unknown, as is the duration
 * @param times whether the format has the times of its samples
 * @param warnings what else is to be said
 */
record StackRecording(
        String path, String format, String event, boolean alluser, long intervalNanos, long startMillis,
        long durationMillis,
        boolean times, boolean complete, List<String> warnings) {
    private static final long ASSUMED_INTERVAL_NANOS = 10_000_000;

    /** An interval below is no sampling interval of CPU time: values without one in common have such a divisor. */
    private static final long MIN_INTERVAL_NANOS = 100_000;

    private static long greatestCommonDivisor(long a, long b) {
        return b == 0 ? a : greatestCommonDivisor(b, a % b);
    }

    /** Says that a file of a whole host holds several processes, which are told apart nowhere else. */
    static Optional<String> warning(Set<String> processes) {
        return processes.size() < 2 ? Optional.empty()
                : Optional.of("samples of " + processes.size() + " processes are counted together");
    }

    /** Adds the rows to the profile. */
    Recording finish(StackTable stacks, ReadOptions options, ProfileBuilder builder) {
        List<String> said = new ArrayList<>(warnings);
        Event sampled = stacks.event(event, alluser, said);
        boolean[] weighted = new boolean[1];
        long[] unit = new long[1];
        stacks.forEach((leaf, group, samples, nanos) -> {
            weighted[0] |= nanos > 0;
            unit[0] = samples > 0 ? unit[0] : greatestCommonDivisor(unit[0], nanos);
        });
        boolean assumed = intervalNanos == 0 && !weighted[0];
        long interval = intervalNanos > 0 ? intervalNanos : ASSUMED_INTERVAL_NANOS;
        // Pyroscope multiplies by another interval than it writes; all values are multiples of the true one
        if (unit[0] >= MIN_INTERVAL_NANOS && unit[0] % interval != 0) {
            interval = unit[0];
        }
        long sampleNanos = interval;
        int id = builder.newEvent(sampled);
        builder.define(id, sampled, sampled.cpu() && !weighted[0] ? interval : 0);
        stacks.forEach((leaf, group, samples, nanos) -> builder.sample(leaf, group, id,
                samples > 0 ? samples : Math.max(1, Math.round((double) nanos / sampleNanos)),
                sampled.cpu() ? nanos : 0, -1));
        if (assumed && sampled.cpu()) {
            said.add("the " + format
                    + " file has no sampling interval: 10 ms assumed for seconds of CPU, shares do not depend on it");
        }
        stacks.addWarnings(said);
        if (!times && (options.fromNanos() > 0 || options.toNanos() < Long.MAX_VALUE)) {
            said.add("the " + format + " file has no times of samples: --from and --to do not apply to it");
        }
        CpuTotals totals = builder.totals(id);
        CpuTotals cpu = sampled.cpu() ? totals : new CpuTotals(sampled.evidence(), 0, 0, 0, 0);
        return new Recording(path, format, sampled.engine(), sampled.name(), sampled.evidence(), "", "", startMillis,
                durationMillis,
                sampled.cpu() && !assumed ? interval : 0, cpu.samples(), cpu.nanos(), cpu.systemNanos(), 0, 0, complete,
                0, said);
    }
}
