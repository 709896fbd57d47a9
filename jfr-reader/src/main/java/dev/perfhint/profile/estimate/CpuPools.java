package dev.perfhint.profile.estimate;

import dev.perfhint.profile.FrameNames;
import dev.perfhint.profile.build.ProfileBuilder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * The pools of threads that samples and loads are matched in: a thread group each, but all virtual threads together
 * with
 * their carriers, whose loads are theirs. System time is scaled to the process's where the threads' sum is above it.
 *
 * @param times user, system and life time of each pool
 * @param unmeasured time of the process that no thread's load holds: garbage collection and other threads of the JVM
 */
record CpuPools(Map<Integer, ThreadSeconds.Time> times, Map<Integer, Integer> pools, ThreadSeconds.Time unmeasured,
        List<String> warnings) {
    private static final Pattern CARRIERS = Pattern.compile("ForkJoinPool-\\d+-worker");

    int poolOf(int group) {
        return pools.getOrDefault(group, group);
    }

    static CpuPools of(JfrSamples samples, ThreadSeconds seconds, ProfileBuilder builder) {
        Set<Integer> sampled = new TreeSet<>();
        samples.stacks().keySet().forEach(key -> sampled.add(JfrSamples.group(key)));
        List<String> warnings = new ArrayList<>();
        Map<Integer, ThreadSeconds.Time> times = new TreeMap<>(seconds.groups());
        Map<Integer, Integer> pools = new HashMap<>();
        if (times.isEmpty() && seconds.process().cpu() > 0) {
            warnings.add("no jdk.ThreadCPULoad events (recorded every 10 s by default): system CPU is "
                                 + "estimated for all threads together");
            int all = sampled.isEmpty() ? 0 : sampled.iterator().next();
            sampled.forEach(group -> pools.put(group, all));
            times.put(all, new ThreadSeconds.Time(seconds.process().user(), seconds.process().system(), 0));
            return new CpuPools(times, pools, ThreadSeconds.Time.ZERO, warnings);
        }
        int virtual = builder.threadGroup(FrameNames.VIRTUAL_THREADS);
        if (sampled.contains(virtual)) {
            joinCarriers(virtual, samples, seconds, builder, times, pools, warnings);
        }
        return scaled(seconds.process(), times, pools, warnings);
    }

    private static void joinCarriers(int virtual, JfrSamples samples, ThreadSeconds seconds, ProfileBuilder builder,
            Map<Integer, ThreadSeconds.Time> times, Map<Integer, Integer> pools, List<String> warnings) {
        Map<Integer, Long> own = new HashMap<>();
        samples.stacks().forEach((key, counts) ->
                own.merge(JfrSamples.group(key), counts.java + counts.cpuTime, Long::sum));
        // a carrier's samples name the virtual thread: of several such pools it is the one with most time per own
        // sample
        int carriers = -1;
        double best = 0;
        for (int group : times.keySet()) {
            if (CARRIERS.matcher(builder.threadGroupName(group)).matches()) {
                double timePerSample = times.get(group).cpu() / (own.getOrDefault(group, 0L) + 1);
                if (timePerSample > best) {
                    best = timePerSample;
                    carriers = group;
                }
            }
        }
        if (carriers >= 0) {
            pools.put(carriers, virtual);
            times.merge(virtual, times.remove(carriers), ThreadSeconds.Time::plus);
            return;
        }
        ThreadSeconds.Time others = times.values().stream().reduce(ThreadSeconds.Time.ZERO, ThreadSeconds.Time::plus);
        times.put(virtual, new ThreadSeconds.Time(
                Math.max(0, seconds.process().user() - others.user()),
                Math.max(0, seconds.process().system() - others.system()), 0));
        warnings.add("carrier threads are unknown: virtual threads get the process's remaining CPU time");
    }

    // a thread's user time is cut to 10 ms ticks, so its system time is too high; the process's is right. What is too
    // much is taken from the threads by how much of it theirs can be: hundreds of short ones lose nearly all
    private static CpuPools scaled(ThreadSeconds.Time process, Map<Integer, ThreadSeconds.Time> times,
            Map<Integer, Integer> pools, List<String> warnings) {
        ThreadSeconds.Time sum = times.values().stream().reduce(ThreadSeconds.Time.ZERO, ThreadSeconds.Time::plus);
        if (process.cpu() <= 0) {
            return new CpuPools(times, pools, ThreadSeconds.Time.ZERO, warnings);
        }
        double excess = Math.max(0, sum.system() - process.system());
        double rounded = Math.min(1, sum.rounding() > 0 ? excess / sum.rounding() : 0);
        double left = sum.system() - rounded * sum.rounding();
        double scale = left > process.system() && left > 0 ? process.system() / left : 1;
        Map<Integer, ThreadSeconds.Time> scaled = new TreeMap<>();
        times.forEach((pool, time) -> {
            ThreadSeconds.Time exact = time.withUser(rounded * time.rounding());
            scaled.put(pool, exact.withUser(exact.system() * (1 - scale)));
        });
        double system = Math.max(0, process.system() - left * scale);
        double cpu = Math.max(0, process.cpu() - sum.cpu());
        ThreadSeconds.Time rest = new ThreadSeconds.Time(Math.max(0, cpu - system), Math.min(system, cpu), 0);
        return new CpuPools(scaled, pools, rest, warnings);
    }
}
