package dev.perfhint.profile.estimate;

import dev.perfhint.profile.estimate.JfrSamples.ThreadLoad;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * CPU time of thread groups from a recording's load events, in nanoseconds.
 *
 * <p>A thread's load is a part of the JVM's <em>active</em> processors, the process's a part of the host's hardware
 * threads. The active count comes from the JVM's arguments, else from the container, else it is the one that makes the
 * threads' sum fit the process. JVM-internal threads (garbage collection) have no thread load.
 *
 * @param groups user, system and life time of each thread group
 * @param process user and system time of the process, life time of the recording; zeros without load events
 * @param processors active processors that the thread loads were multiplied by
 */
record ThreadSeconds(Map<Integer, Time> groups, Time process, int processors) {
    /** A thread's user time comes in ticks of the kernel, what is missing of the last one counts as system time. */
    private static final double MAX_ROUNDING_NANOS = 10_000_000;

    /**
     * Nanoseconds of user and system CPU and of life; lives of the threads in a group add up.
     *
     * @param rounding what of the system time may be user time: at most a tick for each thread
     */
    record Time(double user, double system, double life, double rounding) {
        static final Time ZERO = new Time(0, 0, 0);

        Time(double user, double system, double life) {
            this(user, system, life, 0);
        }

        Time plus(Time other) {
            return new Time(user + other.user, system + other.system, life + other.life, rounding + other.rounding);
        }

        /** Returns the same CPU time with a part of the system time counted as user time. */
        Time withUser(double nanos) {
            return new Time(user + nanos, system - nanos, life, Math.max(0, rounding - nanos));
        }

        double cpu() {
            return user + system;
        }
    }

    static ThreadSeconds of(JfrSamples samples) {
        Map<Long, List<ThreadLoad>> byThread = new TreeMap<>();
        samples.threadLoads().stream()
                .sorted((a, b) -> Long.compare(a.timeNanos(), b.timeNanos()))
                .forEach(load -> byThread.computeIfAbsent(load.thread(), key -> new ArrayList<>()).add(load));
        List<JfrSamples.ProcessLoad> process = samples.processLoads().stream()
                .sorted((a, b) -> Long.compare(a.timeNanos(), b.timeNanos()))
                .toList();
        int processors = processors(samples, byThread, process);
        return new ThreadSeconds(groups(samples, byThread, processors), process(samples, process), processors);
    }

    private static Map<Integer, Time> groups(JfrSamples samples, Map<Long, List<ThreadLoad>> byThread, int processors) {
        // a thread that ended was measured at its end, the others all together
        long lastLoad = samples.threadLoads().stream().filter(load -> !samples.threadEnds().containsKey(load.thread()))
                .mapToLong(ThreadLoad::timeNanos).max().orElse(0);
        Map<Integer, Time> groups = new HashMap<>();
        byThread.forEach((thread, loads) -> {
            long start = samples.threadStarts().getOrDefault(thread, 0L);
            long end = samples.threadEnds().getOrDefault(thread, samples.durationNanos());
            double user = 0;
            double system = 0;
            long previous = start;
            for (ThreadLoad load : loads) {
                double available = samples.inWindow(previous, load.timeNanos()) * processors;
                boolean older = load == loads.get(0) && !samples.threadStarts().containsKey(thread);
                // the first load of an older thread is of all its life: where the recording began with the JVM, with
                // the start-up, which is user time; else of another time
                ThreadLoad rate = older && samples.attached() && loads.size() > 1 ? loads.get(1) : load;
                double startUp = older ? samples.startUpNanos() * processors : 0;
                double cpu = (rate.user() + rate.system()) * available;
                double inKernel = Math.min(cpu, rate.system() * (available + startUp));
                user += cpu - inKernel;
                system += inKernel;
                previous = load.timeNanos();
            }
            ThreadLoad last = loads.get(loads.size() - 1);
            // the time after the last measurement is assumed to be like the interval before it; a thread that was
            // not measured with the others was idle, one that ended was measured at its end
            boolean alive = !samples.threadEnds().containsKey(thread);
            if (alive && lastLoad - last.timeNanos() < 100_000_000) {
                double rest = samples.inWindow(last.timeNanos(), end) * processors;
                user += last.user() * rest;
                system += last.system() * rest;
            }
            groups.merge(last.group(), new Time(user, system, samples.inWindow(start, end),
                    Math.min(system, MAX_ROUNDING_NANOS)), Time::plus);
        });
        return groups;
    }

    private static Time process(JfrSamples samples, List<JfrSamples.ProcessLoad> loads) {
        double user = 0;
        double system = 0;
        double covered = 0;
        for (int i = 1; i < loads.size(); i++) {
            // the first load of a recording measures nothing: it only sets the counters
            double interval = samples.inWindow(loads.get(i - 1).timeNanos(), loads.get(i).timeNanos());
            user += loads.get(i).user() * interval * samples.hardwareThreads();
            system += loads.get(i).system() * interval * samples.hardwareThreads();
            covered += interval;
        }
        if (covered <= 0) {
            return Time.ZERO;
        }
        double life = samples.inWindow(0, samples.durationNanos());
        return new Time(user * life / covered, system * life / covered, life);
    }

    private static int processors(
            JfrSamples samples, Map<Long, List<ThreadLoad>> byThread, List<JfrSamples.ProcessLoad> process) {
        if (samples.activeFromArguments() > 0) {
            return samples.activeFromArguments();
        }
        if (samples.effectiveFromContainer() > 0) {
            return samples.effectiveFromContainer();
        }
        int most = Math.max(1, samples.hardwareThreads());
        if (process.size() < 2) {
            return most;
        }
        long from = process.get(0).timeNanos();
        long to = process.get(process.size() - 1).timeNanos();
        double ofThreads = 0;
        for (List<ThreadLoad> loads : byThread.values()) {
            long previous = samples.threadStarts().getOrDefault(loads.get(0).thread(), 0L);
            for (ThreadLoad load : loads) {
                long interval = Math.min(load.timeNanos(), to) - Math.max(previous, from);
                ofThreads += Math.max(0, interval) * (load.user() + load.system());
                previous = load.timeNanos();
            }
        }
        double ofProcess = 0;
        for (int i = 1; i < process.size(); i++) {
            double interval = process.get(i).timeNanos() - process.get(i - 1).timeNanos();
            ofProcess += interval * (process.get(i).user() + process.get(i).system()) * samples.hardwareThreads();
        }
        if (ofThreads <= 0 || ofProcess <= 0) {
            return most;
        }
        return (int) Math.max(1, Math.min(most, Math.round(ofProcess / ofThreads)));
    }
}
