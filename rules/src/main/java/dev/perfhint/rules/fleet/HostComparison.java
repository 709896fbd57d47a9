package dev.perfhint.rules.fleet;

import static dev.perfhint.rules.compare.StudentDistribution.mean;
import static dev.perfhint.rules.compare.StudentDistribution.variance;

import dev.perfhint.rules.compare.StudentDistribution;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * One finding before and after, with the host as the unit: samples of one host are not independent, and a pooled error
 * would be too small. Welch's test on log(finding CPU ÷ all CPU), paired where both sides have the same hosts.
 *
 * @param effect relative change of the finding's share of CPU: 0.5 is half as much again
 * @param coresChange change in cores over the hosts of the later side
 * @param p two-sided; 1 where it cannot be computed
 * @param low lower end of the 95 % interval of the effect
 * @param high upper end of it
 * @param hostsNeeded hosts a side that would settle a change of this size, or of 10 % where it is smaller
 */
record HostComparison(int hostsBefore, int hostsAfter, boolean paired, double effect, double coresChange, double p,
        double low, double high, int hostsNeeded) {
    static final int MIN_HOSTS = 3;
    static final double MIN_EFFECT = 0.10;
    /** Normal quantiles for 5 % two-sided and 80 % power. */
    private static final double DETECTION = 1.96 + 0.84;
    private static final int MAX_HOSTS = 10_000;

    static HostComparison of(List<HostSample> before, List<HostSample> after) {
        List<HostSample> first = usable(before);
        List<HostSample> second = usable(after);
        double cores = second.size() * (meanCores(second) - meanCores(first));
        Map<String, Double> earlier = byHost(first);
        boolean paired = first.size() >= MIN_HOSTS && earlier.keySet().equals(byHost(second).keySet());
        if (first.size() < 2 || second.size() < 2) {
            double effect = first.isEmpty() || second.isEmpty() ? 0
                    : Math.expm1(second.get(0).logShare() - first.get(0).logShare());
            return new HostComparison(first.size(), second.size(), false, effect, cores, 1, -1, Double.MAX_VALUE,
                    MIN_HOSTS);
        }
        return paired ? paired(first, second, earlier, cores) : welch(first, second, cores);
    }

    private static HostComparison welch(List<HostSample> before, List<HostSample> after, double cores) {
        double[] one = before.stream().mapToDouble(HostSample::logShare).toArray();
        double[] other = after.stream().mapToDouble(HostSample::logShare).toArray();
        double a = variance(one) / one.length;
        double b = variance(other) / other.length;
        double degrees = a + b == 0 ? one.length + other.length - 2
                : (a + b) * (a + b) / (a * a / (one.length - 1) + b * b / (other.length - 1));
        return result(one.length, other.length, false, mean(other) - mean(one), Math.sqrt(a + b), degrees,
                variance(one) + variance(other), cores);
    }

    private static HostComparison paired(List<HostSample> before, List<HostSample> after, Map<String, Double> earlier,
            double cores) {
        double[] differences = after.stream().mapToDouble(host -> host.logShare() - earlier.get(host.host())).toArray();
        double variance = variance(differences);
        return result(before.size(), after.size(), true, mean(differences), Math.sqrt(variance / differences.length),
                differences.length - 1, variance, cores);
    }

    private static HostComparison result(int before, int after, boolean paired, double difference, double error,
            double degrees, double variance, double cores) {
        double p = error == 0 ? difference == 0 ? 1 : 0
                : StudentDistribution.twoSided(Math.abs(difference) / error, degrees);
        double margin = error == 0 ? 0 : StudentDistribution.quantile(0.05, degrees) * error;
        double detectable = Math.max(Math.abs(difference), Math.log1p(MIN_EFFECT));
        int needed = (int) Math.min(MAX_HOSTS, Math.max(MIN_HOSTS,
                Math.ceil(DETECTION * DETECTION * variance / (detectable * detectable)) + 1));
        return new HostComparison(before, after, paired, Math.expm1(difference), cores, p,
                Math.expm1(difference - margin), Math.expm1(difference + margin), needed);
    }

    boolean enoughHosts() {
        return hostsBefore >= MIN_HOSTS && hostsAfter >= MIN_HOSTS;
    }

    /** Returns whether the interval excludes any change of the least size. */
    boolean settledAsUnchanged() {
        return enoughHosts() && low > -MIN_EFFECT && high < MIN_EFFECT;
    }

    private static List<HostSample> usable(List<HostSample> hosts) {
        return hosts.stream().filter(host -> host.cpuSeconds() > 0 && host.secondsPerSample() > 0).toList();
    }

    private static Map<String, Double> byHost(List<HostSample> hosts) {
        return hosts.stream().collect(Collectors.toMap(HostSample::host, HostSample::logShare));
    }

    private static double meanCores(List<HostSample> hosts) {
        return hosts.stream().mapToDouble(HostSample::findingCores).average().orElse(0);
    }
}
