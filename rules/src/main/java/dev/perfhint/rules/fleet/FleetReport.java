package dev.perfhint.rules.fleet;

import dev.perfhint.profile.Evidence;
import dev.perfhint.rules.model.Range;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a fleet's services spend, which findings would save how many cores, and what a release changed.
 *
 * @param services by system-CPU cores, largest first
 * @param findings by saved cores, largest first; the same finding of the same method in several services is one
 */
public record FleetReport(List<ServiceLine> services, List<FindingLine> findings, List<FleetChange> changes) {
    /**
     * One service.
     *
     * @param cores CPU seconds ÷ recorded seconds, summed over the hosts seen
     * @param otherHosts seen at lower grades only, not counted
     * @param instances in the fleet; 0 if no label says it
     * @param trend by hour, ascending
     */
    public record ServiceLine(String service, Evidence evidence, int hosts, int otherHosts, double recordedSeconds,
            long samples, long cpuNanos, long systemNanos, double cores, double systemCores, double instances,
            List<TrendPoint> trend) {}

    /** CPU and system cores of an hour, over the hosts seen in it. */
    public record TrendPoint(long hourMillis, double cores, double systemCores) {}

    /**
     * One finding in all services that have it.
     *
     * @param saved cores that removing the pattern saves, on the hosts seen
     * @param fleetSaved the same times instances ÷ hosts seen, where labels give instances; else as seen
     * @param extrapolated whether any of its services was multiplied
     */
    public record FindingLine(String id, String rule, String place, String message, String fixKind, Evidence evidence,
            long samples, long systemNanos, Range saved, Range fleetSaved, boolean extrapolated,
            List<String> services) {}

    /** @param instances of services that labels give */
    public static FleetReport of(Map<String, JudgedService> judged, Map<String, Double> instances,
            List<FleetChange> changes) {
        List<ServiceLine> services = new ArrayList<>();
        Map<String, FindingLine> findings = new LinkedHashMap<>();
        judged.forEach((name, service) -> {
            double copies = instances.getOrDefault(name, 0.0);
            services.add(service(name, service, copies));
            int hosts = service.hosts().size();
            double factor = copies > 0 && hosts > 0 ? copies / hosts : 1;
            for (JudgedFinding finding : service.findings()) {
                service.savedCores(finding).ifPresent(saved -> findings.merge(
                        service.evidence() + finding.finding().id() + finding.place(),
                        line(name, service, finding, saved, factor), FleetReport::plus));
            }
        });
        services.sort(Comparator.comparing((ServiceLine line) -> -line.systemCores())
                .thenComparing(ServiceLine::service));
        List<FindingLine> ranked = new ArrayList<>(findings.values());
        ranked.sort(Comparator.comparing((FindingLine line) -> -middle(line.fleetSaved()))
                .thenComparing(FindingLine::id).thenComparing(FindingLine::place));
        return new FleetReport(services, ranked, changes);
    }

    private static ServiceLine service(String name, JudgedService service, double instances) {
        long[] sums = new long[3];
        double recorded = 0;
        for (JudgedUnit unit : service.units()) {
            sums[0] += unit.samples();
            sums[1] += unit.cpuNanos();
            sums[2] += unit.systemNanos();
            recorded += unit.recordedSeconds();
        }
        return new ServiceLine(name, service.evidence(), service.hosts().size(), service.otherHosts(), recorded,
                sums[0], sums[1], sums[2], service.cores(), service.systemCores(), instances, trend(service));
    }

    private static List<TrendPoint> trend(JudgedService service) {
        TreeMap<Long, double[]> hours = new TreeMap<>();
        for (JudgedUnit unit : service.units()) {
            if (unit.recordedSeconds() > 0) {
                double[] sum = hours.computeIfAbsent(unit.hourMillis(), hour -> new double[2]);
                sum[0] += unit.cpuNanos() / 1e9 / unit.recordedSeconds();
                sum[1] += unit.systemNanos() / 1e9 / unit.recordedSeconds();
            }
        }
        List<TrendPoint> trend = new ArrayList<>();
        hours.forEach((hour, sum) -> trend.add(new TrendPoint(hour, sum[0], sum[1])));
        return trend;
    }

    private static FindingLine line(String service, JudgedService judged, JudgedFinding finding, Range saved,
            double factor) {
        return new FindingLine(finding.finding().id(), finding.finding().rule(), finding.place(),
                finding.finding().message(), finding.fixKind(), judged.evidence(), finding.finding().samples(),
                finding.unitSystemNanos().stream().mapToLong(Long::longValue).sum(), saved,
                new Range(saved.low() * factor, saved.high() * factor), factor != 1, List.of(service));
    }

    private static FindingLine plus(FindingLine a, FindingLine b) {
        List<String> services = new ArrayList<>(a.services());
        services.addAll(b.services());
        return new FindingLine(a.id(), a.rule(), a.place(), a.message(), a.fixKind(), a.evidence(),
                a.samples() + b.samples(), a.systemNanos() + b.systemNanos(), plus(a.saved(), b.saved()),
                plus(a.fleetSaved(), b.fleetSaved()), a.extrapolated() || b.extrapolated(), services);
    }

    private static Range plus(Range a, Range b) {
        return new Range(a.low() + b.low(), a.high() + b.high());
    }

    private static double middle(Range range) {
        return (range.low() + range.high()) / 2;
    }
}
