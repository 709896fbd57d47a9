package dev.perfhint.rules.fleet;

import dev.perfhint.profile.CallTree;
import dev.perfhint.profile.CpuTotals;
import dev.perfhint.profile.Event;
import dev.perfhint.profile.Evidence;
import dev.perfhint.profile.Profile;
import dev.perfhint.profile.Rows;
import dev.perfhint.profile.Unit;
import dev.perfhint.profile.build.ProfileBuilder;
import dev.perfhint.rules.analysis.Analysis;
import dev.perfhint.rules.analysis.AnalysisOptions;
import dev.perfhint.rules.model.Confidence;
import dev.perfhint.rules.model.Finding;
import dev.perfhint.rules.model.Range;
import dev.perfhint.rules.model.Report;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The findings of one service, judged on the merged profile of its hosts and counted for each host and hour. Rows of
 * the best grade only.
 */
public record JudgedService(Report report, Evidence evidence, List<JudgedUnit> units, List<JudgedFinding> findings) {
    /** Median dispersion of samples of real recordings: they are not independent. */
    private static final double DISPERSION = 2.2;

    /** Judges a merged profile, its partitions weighed by the kernel's count. */
    public static JudgedService of(Profile profile) {
        Report report = Analysis.run(profile, Optional.empty(), AnalysisOptions.DEFAULTS);
        return of(profile, report);
    }

    private static JudgedService of(Profile profile, Report report) {
        Evidence grade = CpuTotals.best(profile).evidence();
        List<Finding> findings = report.findings().stream()
                .filter(finding -> finding.confidence() != Confidence.LOW).toList();
        int[] findingOf = findingOfNode(profile.tree(), report, findings);
        int unitCount = Math.max(1, profile.units().size());
        long[][] sums = new long[3][unitCount];
        long[][] samples = new long[findings.size()][unitCount];
        long[][] nanos = new long[findings.size()][unitCount];
        Rows rows = profile.rows();
        for (int row = 0; row < rows.size(); row++) {
            Event event = profile.events().get(rows.event(row));
            if (!event.cpu() || event.evidence() != grade) {
                continue;
            }
            int unit = rows.unit(row);
            sums[0][unit] += rows.samples(row);
            sums[1][unit] += rows.nanos(row);
            sums[2][unit] += rows.systemNanos(row);
            int finding = findingOf[rows.leaf(row)];
            if (finding >= 0) {
                samples[finding][unit] += rows.systemSamples(row);
                nanos[finding][unit] += rows.systemNanos(row);
            }
        }
        List<JudgedUnit> units = new ArrayList<>();
        for (int i = 0; i < profile.units().size(); i++) {
            Unit unit = profile.units().get(i);
            units.add(new JudgedUnit(unit.host(), unit.hourMillis(),
                    unit.evidence() == grade ? unit.recordedMillis() / 1e3 : 0, sums[0][i], sums[1][i], sums[2][i]));
        }
        List<JudgedFinding> judged = new ArrayList<>();
        for (int i = 0; i < findings.size(); i++) {
            judged.add(JudgedFinding.of(findings.get(i), samples[i], nanos[i]));
        }
        return new JudgedService(report, grade, units, judged);
    }

    /** Returns the finding that holds each node: the one of its innermost call; -1 if none does. */
    private static int[] findingOfNode(CallTree tree, Report report, List<Finding> findings) {
        int[] own = new int[tree.size()];
        Arrays.fill(own, -1);
        for (int i = findings.size() - 1; i >= 0; i--) {
            for (int node : report.calls().getOrDefault(findings.get(i).id(), Set.of())) {
                own[node] = i;
            }
        }
        for (int node = 1; node < own.length; node++) {
            own[node] = own[node] >= 0 ? own[node] : own[tree.parent(node)];
        }
        return own;
    }

    /** Returns the numbers without the call tree, which is large. */
    public JudgedService withoutTree() {
        Profile empty = new ProfileBuilder().build(List.of());
        return new JudgedService(new Report(empty, Optional.empty(), report.findings(), report.notEvaluated(),
                report.warnings()), evidence, units, findings);
    }

    /** Returns the hosts that were seen at this grade. */
    public List<String> hosts() {
        return units.stream().filter(unit -> unit.recordedSeconds() > 0).map(JudgedUnit::host).distinct().sorted()
                .toList();
    }

    /** Returns how many hosts were seen at lower grades only, so that none of the numbers counts them. */
    public int otherHosts() {
        return (int) units.stream().map(JudgedUnit::host).distinct().count() - hosts().size();
    }

    /** Returns cores used: CPU seconds ÷ recorded seconds, summed over hosts. */
    public double cores() {
        return coresOf(false);
    }

    /** Returns cores spent in the kernel. */
    public double systemCores() {
        return coresOf(true);
    }

    private double coresOf(boolean system) {
        Map<String, double[]> byHost = new LinkedHashMap<>();
        for (JudgedUnit unit : units) {
            double[] sum = byHost.computeIfAbsent(unit.host(), host -> new double[2]);
            if (unit.recordedSeconds() > 0) {
                sum[0] += (system ? unit.systemNanos() : unit.cpuNanos()) / 1e9;
                sum[1] += unit.recordedSeconds();
            }
        }
        return byHost.values().stream().filter(sum -> sum[1] > 0).mapToDouble(sum -> sum[0] / sum[1]).sum();
    }

    /**
     * Returns the cores that removing a finding's pattern saves on the hosts seen: the predicted share, from 0 on where
     * only a ceiling is known, widened by the error of its samples.
     */
    public Optional<Range> savedCores(JudgedFinding judged) {
        Finding finding = judged.finding();
        Optional<Range> saving = finding.savingCpuShare().or(() -> finding.ceilingCpuShare().stream()
                .mapToObj(most -> new Range(0, most)).findFirst());
        double cores = cores();
        if (saving.isEmpty() || cores == 0) {
            return Optional.empty();
        }
        double error = 1.96 * Math.sqrt(DISPERSION / Math.max(1, finding.samples()));
        return Optional.of(new Range(saving.get().low() * cores * Math.max(0, 1 - error),
                Math.min(cores, saving.get().high() * cores * (1 + error))));
    }

    /** Returns what each host with this prefix spent for a finding, under its name without it. */
    public List<HostSample> hostSamples(JudgedFinding judged, String prefix) {
        Map<String, double[]> byHost = new LinkedHashMap<>();
        for (int i = 0; i < units.size(); i++) {
            JudgedUnit unit = units.get(i);
            if (unit.recordedSeconds() > 0 && unit.host().startsWith(prefix)) {
                double[] sum = byHost.computeIfAbsent(unit.host().substring(prefix.length()), host -> new double[4]);
                sum[0] += judged.unitSystemNanos().get(i) / 1e9;
                sum[1] += unit.cpuNanos() / 1e9;
                sum[2] += unit.recordedSeconds();
                sum[3] += unit.samples();
            }
        }
        List<HostSample> hosts = new ArrayList<>();
        byHost.forEach((host, sum) -> hosts.add(
                new HostSample(host, sum[0], sum[1], sum[2], sum[3] == 0 ? 0 : sum[1] / sum[3])));
        return hosts;
    }
}
