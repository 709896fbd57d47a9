package dev.perfhint.rules.compare;

import dev.perfhint.profile.ApplicationFrames;
import dev.perfhint.profile.CallTree;
import dev.perfhint.profile.CpuTotals;
import dev.perfhint.profile.Evidence;
import dev.perfhint.profile.Frames;
import dev.perfhint.profile.KernelTime;
import dev.perfhint.profile.KernelWork;
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
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToLongFunction;

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
    private final double dispersion;
    private final Map<Part.Key, Part> parts = new TreeMap<>();

    /**
     * @param load units of work done, or seconds recorded
     * @param perWork whether it is work: then other programs that slow this one down are no noise
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
        long[] equal = new long[TimeSlices.SLICES];
        Arrays.fill(equal, 1);
        this.dispersion = perWork ? 1
                : Dispersion.of(counts(profile.timeSlices().byThreadGroup(), Set.of()), equal, fullSlices);
    }

    /**
     * Divides all CPU into parts.
     *
     * @param ids by finding of this side, the id that it has in the comparison
     */
    void divide(Map<String, String> ids) {
        Map<Integer, String> findingOfCall = new HashMap<>();
        report.calls().forEach((finding, nodes) -> {
            if (ids.containsKey(finding)) {
                nodes.forEach(node -> findingOfCall.put(node, ids.get(finding)));
            }
        });
        ApplicationFrames applications = new ApplicationFrames(profile.tree(), profile.methods());
        KernelWork kernel = new KernelWork(profile);
        Rows rows = profile.rows();
        for (int row = 0; row < rows.size(); row++) {
            if (isCounted(rows.event(row))) {
                int leaf = rows.leaf(row);
                Part part =
                        parts.computeIfAbsent(new Part.Key(javaMethod(leaf), finding(leaf, findingOfCall)),
                                key -> new Part());
                part.add(rows.samples(row), rows.nanos(row), rows.systemSamples(row), rows.systemNanos(row),
                        applications.method(leaf));
                if (rows.systemSamples(row) > 0) {
                    long samples = rows.systemSamples(row);
                    kernel.syscallOf(leaf).ifPresent(name -> part.addSyscall(name, samples));
                }
            }
        }
    }

    private String javaMethod(int leaf) {
        int node = Frames.nearestJava(profile, leaf);
        return node == CallTree.ROOT ? Frames.NO_JAVA : Frames.name(profile, node);
    }

    private String finding(int leaf, Map<Integer, String> findingOfCall) {
        for (int node = leaf; node != CallTree.ROOT && !findingOfCall.isEmpty(); node = profile.tree().parent(node)) {
            String finding = findingOfCall.get(node);
            if (finding != null) {
                return finding;
            }
        }
        return "";
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

    /** Returns the weight as {@link #rate} does, but that of half a sample for none, so that a logarithm exists. */
    double positiveRate(Amount amount) {
        double rate = rate(amount);
        if (rate > 0) {
            return rate;
        }
        long intervalNanos = profile.recordings().stream().mapToLong(Recording::intervalNanos).max().orElse(0);
        double one = totals.samples() > 0 ? rate(cpu()) / totals.samples()
                : (intervalNanos > 0 ? intervalNanos / 1e9 : 1) / load;
        return one / 2;
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

    Map<Part.Key, Part> parts() {
        return parts;
    }

    /** Returns all CPU of parts, user and system. */
    Amount sum(Set<Part.Key> keys) {
        return sum(keys, Part::samples, Part::nanos, dispersion);
    }

    /** Returns the system CPU of parts. */
    Amount systemSum(Set<Part.Key> keys) {
        return sum(keys, Part::systemSamples, Part::systemNanos, dispersion);
    }

    private Amount sum(Set<Part.Key> keys, ToLongFunction<Part> samples, ToLongFunction<Part> nanos, double evenness) {
        long sumSamples = 0;
        long sumNanos = 0;
        for (Part.Key key : keys) {
            Part part = parts.get(key);
            if (part != null) {
                sumSamples += samples.applyAsLong(part);
                sumNanos += nanos.applyAsLong(part);
            }
        }
        return new Amount(sumSamples, sumNanos, evenness);
    }

    /**
     * Returns the dispersion of parts against their rest. The slices tell it where most of what ran under the same
     * methods of the application is of these parts, and other methods hold the rest; else it is 1.
     */
    double dispersion(Set<Part.Key> keys, Set<Part.Key> rest) {
        Set<Integer> methods = applicationMethods(keys);
        Set<Integer> others = applicationMethods(rest);
        others.removeAll(methods);
        if (methods.isEmpty() || others.isEmpty()) {
            return 1;
        }
        long[] counts = counts(profile.timeSlices().byApplicationMethod(), methods);
        double measured =
                Dispersion.ofRatio(counts, counts(profile.timeSlices().byApplicationMethod(), others), fullSlices);
        return 2 * sum(keys).samples() >= Arrays.stream(counts).sum() ? measured : Math.max(1, measured);
    }

    Set<Integer> applicationMethods(Set<Part.Key> keys) {
        Set<Integer> methods = new TreeSet<>();
        keys.stream().map(parts::get).filter(Objects::nonNull)
                .forEach(part -> methods.addAll(part.samplesByApplicationMethod().keySet()));
        methods.remove(-1);
        return methods;
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
        return new Amount(finding.samples(), finding.nanos(), dispersion);
    }

    /** Returns the most that a finding can have had here without being reported. */
    Amount silent() {
        long samples = Math.max(SILENT_SAMPLES, totals.systemSamples() / 100);
        double nanosPerSample = totals.samples() == 0 ? 0 : (double) totals.nanos() / totals.samples();
        return new Amount(samples, Math.round(samples * nanosPerSample), dispersion);
    }

    /** Returns the sum of series; of all if there are no keys. */
    private long[] counts(List<TimeSlices.Series> all, Set<Integer> keys) {
        long[] counts = new long[TimeSlices.SLICES];
        for (TimeSlices.Series series : all) {
            if (isCounted(series.event()) && (keys.isEmpty() || keys.contains(series.key()))) {
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
