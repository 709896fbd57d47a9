package dev.perfhint.rules.latency;

import dev.perfhint.profile.timeline.EventLog;
import dev.perfhint.profile.timeline.EventSeries;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How much processor time a thread had, from {@code jdk.ThreadCPULoad}. What is missing is starvation only while all
 * processors were busy or the container was throttled.
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

    /** Free time of a thread: on a processor, ready while none was to be had, and off for another reason. */
    record Split(double running, double starved, double off) {}

    /** A part of free time between two notes of the loads. */
    interface Sharing {
        /** Returns how much of the part was on a processor, of what the thread had of it from one note to the next. */
        double running(long fromNanos, long toNanos, double hadNanos, double partNanos);
    }

    /** Returns how long the thread was, at least, without a processor while none was to be had. */
    long starvedNanos(int thread, FreeTime free) {
        return (long) split(thread, free, (from, to, had, part) -> Math.min(part, had + MIN_NOTED_NANOS)).starved();
    }

    Split split(int thread, FreeTime free, Sharing sharing) {
        Map<Long, Double> own = loads.getOrDefault(thread, Map.of());
        double[] sums = new double[3];
        for (FreeTime.Piece piece : isKnown() && !own.isEmpty() ? free.pieces() : List.<FreeTime.Piece>of()) {
            int next = Arrays.binarySearch(ticks, piece.startNanos());
            next = next < 0 ? -next - 1 : next + 1;
            for (int i = Math.max(1, next); i < ticks.length && ticks[i - 1] < piece.endNanos(); i++) {
                long length = ticks[i] - ticks[i - 1];
                long part = Math.min(ticks[i], piece.endNanos()) - Math.max(ticks[i - 1], piece.startNanos());
                if (part > 0 && length <= MAX_LATE_TICKS * usualTick) {
                    double had = own.getOrDefault(ticks[i], 0.0) * processors * length;
                    double ran = sharing.running(ticks[i - 1], ticks[i], had, part);
                    sums[0] += ran;
                    sums[busy(ticks[i - 1], ticks[i]) ? 1 : 2] += part - ran;
                }
            }
        }
        return new Split(sums[0], sums[1], sums[2]);
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
