package dev.perfhint.reader.jfr;

import dev.perfhint.reader.chunk.RecordingFacts.ThreadTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What the kernel counted for the threads of a group.
 *
 * @param group of the sampled threads; -1 where none of them has a sample
 */
record ThreadGroupTime(String name, int group, int threads, long cpuNanos) {
    /**
     * Sums threads up by group. A thread without a sample is of the group that sampled ones of its name are of.
     *
     * @param groupOf the groups of the sampled threads by thread; -1 for those that are left out
     */
    static List<ThreadGroupTime> of(Map<Long, ThreadTime> threads, Map<Long, Integer> groupOf) {
        Map<String, Integer> byName = new TreeMap<>();
        threads.forEach((thread, time) -> {
            if (groupOf.containsKey(thread)) {
                byName.put(time.group(), groupOf.get(thread));
            }
        });
        Map<String, ThreadGroupTime> groups = new TreeMap<>();
        threads.forEach((thread, time) -> {
            int group = groupOf.getOrDefault(thread, byName.getOrDefault(time.group(), -1));
            String key = group < 0 ? time.group() : "#" + group;
            groups.merge(key, new ThreadGroupTime(time.group(), group, 1, time.cpuNanos()), ThreadGroupTime::plus);
        });
        return new ArrayList<>(groups.values());
    }

    private ThreadGroupTime plus(ThreadGroupTime other) {
        return new ThreadGroupTime(name, group, threads + other.threads, cpuNanos + other.cpuNanos);
    }
}
