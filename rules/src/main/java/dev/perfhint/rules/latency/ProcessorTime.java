package dev.perfhint.rules.latency;

import dev.perfhint.profile.timeline.EventLog;
import dev.perfhint.profile.timeline.EventSeries;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How much processor time a thread had, from {@code jdk.ThreadCPULoad}: never more in a part of a recorder's tick than
 * in the whole of it. What is missing is starvation only while all processors were busy or the container was throttled.
 */
final class ProcessorTime {
    private static final Pattern ACTIVE_PROCESSORS = Pattern.compile("-XX:ActiveProcessorCount=(\\d{1,6})");
    /** HotSpot leaves out a thread that used less than this since it was last noted. */
    private static final long MIN_NOTED_NANOS = 1_000_000;
    /** Of all processors, from which on they count as busy: the load is rounded to ticks of 10 ms. */
    private static final double BUSY = 0.9;
    /** A tick that came later than this many usual ones tells too little. */
    private static final int MAX_LATE_TICKS = 200;

    private final long[] ticks;
    private final Map<Integer, Map<Long, Double>> loads = new HashMap<>();
    private final double processors;
    private final TreeMap<Long, Double> machine = new TreeMap<>();
    private final TreeMap<Long, Double> throttled = new TreeMap<>();
    private final long usualTick;

    ProcessorTime(EventLog log) {
        processors = processors(log);
        TreeSet<Long> times = new TreeSet<>();
        log.series("jdk.ThreadCPULoad").ifPresent(events -> addLoads(events, times));
        ticks = times.stream().mapToLong(Long::longValue).toArray();
        log.series("jdk.CPULoad").ifPresent(events -> put(events, "machineTotal", machine));
        log.series("jdk.ContainerCPUThrottling").ifPresent(events -> put(events, "cpuThrottledTime", throttled));
        long[] gaps = new long[Math.max(0, ticks.length - 1)];
        for (int i = 0; i < gaps.length; i++) {
            gaps[i] = ticks[i + 1] - ticks[i];
        }
        Arrays.sort(gaps);
        usualTick = gaps.length == 0 ? 0 : gaps[gaps.length / 2];
    }

    private static void put(EventSeries events, String field, Map<Long, Double> values) {
        for (int row = 0; row < events.size(); row++) {
            values.put(events.startNanos(row), events.number(row, events.field(field)));
        }
    }

    private void addLoads(EventSeries events, TreeSet<Long> times) {
        int user = events.field("user");
        int system = events.field("system");
        for (int row = 0; row < events.size(); row++) {
            times.add(events.startNanos(row));
            loads.computeIfAbsent(events.thread(row), thread -> new HashMap<>())
                    .put(events.startNanos(row), events.number(row, user) + events.number(row, system));
        }
    }

    /** The unit of the loads: HotSpot divides by the processors that the JVM may use. */
    private static double processors(EventLog log) {
        Matcher given = ACTIVE_PROCESSORS.matcher(log.fact("jvmArguments"));
        if (given.find()) {
            return Double.parseDouble(given.group(1));
        }
        String count = Optional.of(log.fact("effectiveCpuCount"))
                .filter(text -> !text.isEmpty() && !text.startsWith("-")).orElse(log.fact("hwThreads"));
        return count.isEmpty() ? 0 : Double.parseDouble(count);
    }

    /** Returns whether the recording tells processor times often enough to say anything about single operations. */
    boolean isKnown() {
        return processors > 0 && ticks.length > 2;
    }

    /** Returns the usual time between two notes of the threads' loads. */
    long tickNanos() {
        return usualTick;
    }

    /** Returns how long, at least, the thread was not on a processor in its free time. */
    long missingNanos(int thread, FreeTime free) {
        return free.pieces().stream().mapToLong(piece -> missing(thread, piece, false)).sum();
    }

    /** Returns how much of that was while no processor was to be had. */
    long starvedNanos(int thread, FreeTime free) {
        return free.pieces().stream().mapToLong(piece -> missing(thread, piece, true)).sum();
    }

    private long missing(int thread, FreeTime.Piece piece, boolean onlyWhileBusy) {
        if (!isKnown() || !loads.containsKey(thread)) {
            return 0;
        }
        long missing = 0;
        int next = Arrays.binarySearch(ticks, piece.startNanos());
        next = next < 0 ? -next - 1 : next + 1;
        for (int i = Math.max(1, next); i < ticks.length && ticks[i - 1] < piece.endNanos(); i++) {
            long length = ticks[i] - ticks[i - 1];
            long free = Math.min(ticks[i], piece.endNanos()) - Math.max(ticks[i - 1], piece.startNanos());
            if (free <= 0 || length > MAX_LATE_TICKS * usualTick || onlyWhileBusy && !busy(ticks[i - 1], ticks[i])) {
                continue;
            }
            Double load = loads.get(thread).get(ticks[i]);
            double had = load == null ? MIN_NOTED_NANOS : load * processors * length + MIN_NOTED_NANOS;
            missing += Math.max(0, free - (long) had);
        }
        return missing;
    }

    private boolean busy(long from, long to) {
        Map.Entry<Long, Double> load = machine.ceilingEntry(to);
        Map.Entry<Long, Double> before = machine.floorEntry(from);
        boolean saturated = load != null && load.getValue() >= BUSY
                || load == null && before != null && before.getValue() >= BUSY;
        Map.Entry<Long, Double> throttledBefore = throttled.floorEntry(from);
        Map.Entry<Long, Double> throttledAfter = throttled.ceilingEntry(to);
        return saturated || throttledBefore != null && throttledAfter != null
                && throttledAfter.getValue() > throttledBefore.getValue();
    }
}
