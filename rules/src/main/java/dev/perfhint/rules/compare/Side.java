package dev.perfhint.rules.compare;

import dev.perfhint.profile.CallTree;
import dev.perfhint.profile.CpuTotals;
import dev.perfhint.profile.Evidence;
import dev.perfhint.profile.Frames;
import dev.perfhint.profile.KernelTime;
import dev.perfhint.profile.Profile;
import dev.perfhint.profile.Recording;
import dev.perfhint.profile.Rows;
import dev.perfhint.profile.TimeSlices;
import dev.perfhint.rules.Finding;
import dev.perfhint.rules.Report;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The amounts of one side of a comparison, at one evidence grade. */
final class Side {
    /** Samples below which a finding is silent; see {@code Analysis}. */
    private static final long SILENT_SAMPLES = 20;

    private final Report report;
    private final Profile profile;
    private final Evidence grade;
    private final double load;
    private final CpuTotals totals;
    private final int fullSlices;
    private final long[] weights;
    private final double dispersion;

    /**
     * @param load units of work done, or seconds recorded
     * @param perWork whether it is work: then other programs that slow this one down are no noise, and a slice of time
     *     stands for as much work as it has samples
     */
    Side(Report report, Evidence grade, double load, boolean perWork) {
        this.report = report;
        this.profile = report.profile();
        this.grade = grade;
        this.load = load;
        this.totals = CpuTotals.byEvidence(profile).stream()
                .filter(total -> total.evidence() == grade)
                .findFirst()
                .orElse(new CpuTotals(grade, 0, 0, 0, 0));
        long longestMillis = profile.recordings().stream().mapToLong(Recording::durationMillis).max().orElse(0);
        this.fullSlices = (int) Math.min(TimeSlices.SLICES,
                longestMillis * 1_000_000 / Math.max(1, profile.timeSlices().widthNanos()));
        long[] all = counts(profile.timeSlices().byThreadGroup(), -1);
        this.weights = perWork ? all : equal();
        this.dispersion = Dispersion.of(all, weights, fullSlices);
    }

    private static long[] equal() {
        long[] weights = new long[TimeSlices.SLICES];
        Arrays.fill(weights, 1);
        return weights;
    }

    double load() {
        return load;
    }

    int recordings() {
        return Math.max(1, profile.recordings().size());
    }

    /** Returns the weight of an amount in one unit of load: CPU seconds, or samples where the interval is unknown. */
    double rate(Amount amount) {
        return (totals.nanos() > 0 ? amount.nanos() / 1e9 : amount.samples()) / load;
    }

    Amount cpu() {
        return new Amount(totals.samples(), totals.nanos(), dispersion);
    }

    Amount system() {
        return new Amount(totals.systemSamples(), totals.systemNanos(), dispersion);
    }

    Map<String, Amount> syscalls() {
        Map<String, Amount> amounts = new HashMap<>();
        for (KernelTime.Row row : KernelTime.of(profile, grade).syscalls()) {
            amounts.put(row.name(), new Amount(row.samples(), row.nanos(), dispersion));
        }
        return amounts;
    }

    /** Returns the CPU of each Java method itself, user and system. */
    Map<String, Amount> methods() {
        Map<String, long[]> sums = new HashMap<>();
        Map<String, Integer> ids = new HashMap<>();
        Rows rows = profile.rows();
        for (int row = 0; row < rows.size(); row++) {
            if (isCounted(rows.event(row))) {
                int method = javaMethod(rows.leaf(row));
                String name = method < 0 ? Frames.NO_JAVA : profile.methods().name(method);
                ids.put(name, method);
                long[] sum = sums.computeIfAbsent(name, key -> new long[2]);
                sum[0] += rows.samples(row);
                sum[1] += rows.nanos(row);
            }
        }
        Map<String, Amount> amounts = new HashMap<>();
        sums.forEach((name, sum) -> amounts.put(name, new Amount(sum[0], sum[1], dispersion(ids.get(name)))));
        return amounts;
    }

    private int javaMethod(int leaf) {
        int node = Frames.nearestJava(profile, leaf);
        return node == CallTree.ROOT ? -1 : profile.tree().method(node);
    }

    /** Returns the findings by id, in the report's order. */
    Map<String, Finding> findings() {
        Map<String, Finding> findings = new LinkedHashMap<>();
        for (Finding finding : report.findings()) {
            if (finding.evidence() == grade) {
                findings.put(finding.id(), finding);
            }
        }
        return findings;
    }

    Amount of(Finding finding) {
        String site = finding.site().className() + "." + finding.site().methodName();
        double own = profile.timeSlices().byApplicationMethod().stream()
                .mapToInt(TimeSlices.Series::key)
                .filter(method -> profile.methods().name(method).equals(site))
                .mapToDouble(this::dispersion)
                .findFirst()
                .orElse(dispersion);
        return new Amount(finding.samples(), finding.nanos(), own);
    }

    /** Returns the most that a finding can have had here without being reported. */
    Amount silent() {
        long samples = Math.max(SILENT_SAMPLES, totals.systemSamples() / 100);
        double nanosPerSample = totals.samples() == 0 ? 0 : (double) totals.nanos() / totals.samples();
        return new Amount(samples, Math.round(samples * nanosPerSample), dispersion);
    }

    /** Returns the dispersion of an application method; other methods and the JVM's threads have that of all samples. */
    private double dispersion(int method) {
        long[] counts = counts(profile.timeSlices().byApplicationMethod(), method);
        boolean own = method >= 0 && Arrays.stream(counts).anyMatch(count -> count > 0);
        return own ? Dispersion.of(counts, weights, fullSlices) : dispersion;
    }

    private long[] counts(List<TimeSlices.Series> all, int key) {
        long[] counts = new long[TimeSlices.SLICES];
        for (TimeSlices.Series series : all) {
            if (isCounted(series.event()) && (key < 0 || series.key() == key)) {
                for (int i = 0; i < counts.length; i++) {
                    counts[i] += series.samples()[i];
                }
            }
        }
        return counts;
    }

    private boolean isCounted(int event) {
        return profile.events().get(event).cpu() && profile.events().get(event).evidence() == grade;
    }
}
