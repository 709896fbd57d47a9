package dev.perfhint.rules.events;

import dev.perfhint.profile.Gauge;
import dev.perfhint.profile.Profile;
import dev.perfhint.profile.Rows;
import dev.perfhint.rules.stack.SystemStack;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Says how long threads are at the place of a finding, running or not: it is no bound on CPU, nor the other way. */
public final class WallTime {
    private static final int MIN_SAMPLES = 10;

    private WallTime() {}

    /** Returns what the durations of recorded calls say. */
    public static String ofCalls(long calls, long nanos, boolean sampled) {
        boolean shortTime = nanos < 100_000_000;
        return String.format(Locale.ROOT, "wall time: the %,d %scalls took %.1f %s together, waiting included", calls,
                sampled ? "recorded " : "", nanos / (shortTime ? 1e6 : 1e9), shortTime ? "ms" : "s");
    }

    /** Returns what samples of the wall clock say, and notes it among the facts; empty if few are of that code. */
    public static Optional<String> ofSamples(Profile profile, List<SystemStack> stacks, Map<String, Object> facts) {
        JoinedEvents joined = new JoinedEvents(profile, stacks);
        Rows rows = profile.rows();
        long samples = 0;
        for (int row = 0; row < rows.size(); row++) {
            boolean wall = profile.events().get(rows.event(row)).name().equals("wall");
            samples += wall && joined.contains(rows.leaf(row), rows.threadGroup(row)) ? rows.samples(row) : 0;
        }
        if (samples < MIN_SAMPLES) {
            return Optional.empty();
        }
        long nanos = samples * profile.counts().gauge(Gauge.WALL_INTERVAL).orElseThrow().most();
        facts.put("wallNanos", nanos);
        return Optional.of(String.format(Locale.ROOT,
                "wall time: threads were here for %.1f s, running or not (%,d samples)", nanos / 1e9, samples));
    }
}
