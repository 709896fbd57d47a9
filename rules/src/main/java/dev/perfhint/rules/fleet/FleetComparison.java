package dev.perfhint.rules.fleet;

import dev.perfhint.rules.fleet.FleetChange.Outcome;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Compares findings of many services before and after. A change counts from 10 % and a number of cores on, with at most
 * 5 % false discoveries over all of them (Benjamini and Hochberg, 1995).
 */
public final class FleetComparison {
    public static final double MIN_CORES = 0.1;
    private static final double FALSE_DISCOVERIES = 0.05;

    private FleetComparison() {}

    /** One finding on both sides; a host without samples of it has 0 seconds. */
    public record Subject(String service, String findingId, String rule, String place, List<HostSample> before,
            List<HostSample> after) {}

    /** Returns one change for each subject, worst first. */
    public static List<FleetChange> of(List<Subject> subjects, double minCores) {
        List<HostComparison> tests = subjects.stream()
                .map(subject -> HostComparison.of(subject.before(), subject.after())).toList();
        double[] adjusted = adjusted(tests.stream().mapToDouble(test -> test.enoughHosts() ? test.p() : 1).toArray());
        List<FleetChange> changes = new ArrayList<>();
        for (int i = 0; i < subjects.size(); i++) {
            changes.add(change(subjects.get(i), tests.get(i), adjusted[i], minCores));
        }
        changes.sort(Comparator.comparing(FleetChange::outcome)
                .thenComparing(change -> -Math.abs(change.cores()))
                .thenComparing(FleetChange::service).thenComparing(FleetChange::findingId));
        return changes;
    }

    private static FleetChange change(Subject subject, HostComparison test, double adjusted, double minCores) {
        Outcome outcome = outcome(test, adjusted, minCores);
        return new FleetChange(subject.service(), subject.findingId(), subject.rule(), subject.place(), outcome,
                test.effect(), test.low(), test.high(), test.coresChange(), adjusted, test.hostsBefore(),
                test.hostsAfter(), test.paired(), outcome == Outcome.INCONCLUSIVE ? test.hostsNeeded() : 0);
    }

    private static Outcome outcome(HostComparison test, double adjusted, double minCores) {
        boolean large = Math.abs(test.effect()) >= HostComparison.MIN_EFFECT
                && Math.abs(test.coresChange()) >= minCores;
        if (!test.enoughHosts()) {
            return Outcome.INCONCLUSIVE;
        }
        if (large && adjusted <= FALSE_DISCOVERIES) {
            return test.effect() > 0 ? Outcome.REGRESSED : Outcome.IMPROVED;
        }
        boolean smallForSure = test.settledAsUnchanged() || Math.abs(test.coresChange()) < minCores;
        return smallForSure ? Outcome.UNCHANGED : Outcome.INCONCLUSIVE;
    }

    /** Returns the p values after Benjamini and Hochberg: least false discovery rate at which each would count. */
    static double[] adjusted(double[] p) {
        int[] order = IntStream.range(0, p.length).boxed().sorted(Comparator.comparingDouble(i -> p[i]))
                .mapToInt(i -> i).toArray();
        double[] adjusted = new double[p.length];
        double least = 1;
        for (int rank = p.length; rank > 0; rank--) {
            int at = order[rank - 1];
            least = Math.min(least, p[at] * p.length / rank);
            adjusted[at] = least;
        }
        return adjusted;
    }
}
