package dev.perfhint.rules.waiting;

import dev.perfhint.profile.ApplicationFrames;
import dev.perfhint.profile.CpuTotals;
import dev.perfhint.profile.GradeRows;
import dev.perfhint.profile.Profile;
import dev.perfhint.profile.Rows;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The threads of a program that waits which use most of its CPU time; others may wait longer.
 *
 * @param thread name of the group of threads
 * @param method where these threads use most of it, outside of the JDK; empty if there is no such frame
 * @param share of the program's CPU time, 0..1
 */
public record BusyThread(String thread, String method, double share) {
    private static final double MIN_SHARE = 0.3;
    private static final long MIN_SAMPLES = 20;

    /** Returns the group of threads with most CPU time; empty if no group has much of it, or there are few samples. */
    static Optional<BusyThread> of(Profile profile) {
        CpuTotals cpu = CpuTotals.best(profile);
        if (!cpu.evidence().measuresCpu() || cpu.samples() < MIN_SAMPLES) {
            return Optional.empty();
        }
        ApplicationFrames frames = new ApplicationFrames(profile.tree(), profile.methods());
        Rows rows = profile.rows();
        Map<Integer, Long> groups = new TreeMap<>();
        Map<Integer, Map<Integer, Long>> methods = new TreeMap<>();
        for (int row : GradeRows.of(profile, cpu.evidence())) {
            long weight = cpu.nanos() > 0 ? rows.nanos(row) : rows.samples(row);
            groups.merge(rows.threadGroup(row), weight, Long::sum);
            methods.computeIfAbsent(rows.threadGroup(row), group -> new TreeMap<>())
                    .merge(frames.method(rows.leaf(row)), weight, Long::sum);
        }
        double all = Math.max(1, cpu.nanos() > 0 ? cpu.nanos() : cpu.samples());
        groups.keySet().removeIf(group -> WaitSites.HOUSEKEEPING.matcher(profile.threadGroups().get(group)).matches());
        return most(groups).filter(group -> groups.get(group) >= MIN_SHARE * all)
                .map(group -> new BusyThread(profile.threadGroups().get(group), most(methods.get(group))
                        .filter(method -> method >= 0).map(profile.methods()::name).orElse(""),
                        groups.get(group) / all));
    }

    private static Optional<Integer> most(Map<Integer, Long> weights) {
        return weights.entrySet().stream().max(Comparator.comparingLong(Map.Entry::getValue)).map(Map.Entry::getKey);
    }
}
