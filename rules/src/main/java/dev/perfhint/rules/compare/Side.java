package dev.perfhint.rules.compare;

import dev.perfhint.profile.ApplicationFrames;
import dev.perfhint.profile.CallTree;
import dev.perfhint.profile.CpuTotals;
import dev.perfhint.profile.Evidence;
import dev.perfhint.profile.Frames;
import dev.perfhint.profile.KernelAccounting;
import dev.perfhint.profile.Methods;
import dev.perfhint.profile.Profile;
import dev.perfhint.profile.Recording;
import dev.perfhint.profile.Rows;
import dev.perfhint.profile.TimeSlices;
import dev.perfhint.profile.view.KernelTime;
import dev.perfhint.rules.model.Finding;
import dev.perfhint.rules.model.Report;
import dev.perfhint.rules.model.Site;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/** The amounts of one side of a comparison, at one evidence grade. */
final class Side {
    /** Samples below which a finding is silent; see {@code Analysis}. */
    private static final long SILENT_SAMPLES = 20;
    /** Of a kernel with CONFIG_HZ=250. */
    private static final long TICK_NANOS = 4_000_000;

    private final Report report;
    private final Profile profile;
    private final Evidence grade;
    private final double load;
    private final CpuTotals totals;
    private final Optional<KernelAccounting> counted;
    private final double dispersion;
    private final Map<String, Amount> methods = new TreeMap<>();
    private final Map<String, Long> systemSamplesOfMethods = new HashMap<>();

    /**
     * @param load runs, units of work done, or seconds recorded
     * @param perSecond whether it is time: then load that comes in bursts is noise
     * @param byApplication whether CPU is divided by methods of the application only: engines differ in the frame
     *     below that they name
     * @param counted what the kernel counted for the whole of it, which then is all CPU; empty to take the samples
     */
    Side(Report report, Evidence grade, double load, boolean perSecond, boolean byApplication,
            Optional<KernelAccounting> counted) {
        this.report = report;
        this.profile = report.profile();
        this.grade = grade;
        this.load = load;
        this.counted = counted;
        this.totals = CpuTotals.byEvidence(profile).stream()
                .filter(total -> total.evidence() == grade)
                .findFirst().orElse(new CpuTotals(grade, 0, 0, 0, 0));
        long longestMillis = profile.recordings().stream().mapToLong(Recording::durationMillis).max().orElse(0);
        int fullSlices = (int) Math.min(TimeSlices.SLICES,
                longestMillis * 1_000_000 / Math.max(1, profile.timeSlices().widthNanos()));
        this.dispersion = perSecond ? Dispersion.of(sliceCounts(), fullSlices) : 1;
        addMethods(byApplication);
    }

    private void addMethods(boolean byApplication) {
        ApplicationFrames applications = new ApplicationFrames(profile.tree(), profile.methods());
        Rows rows = profile.rows();
        for (int row = 0; row < rows.size(); row++) {
            if (isCounted(rows.event(row))) {
                String name = byApplication ? application(applications.method(rows.leaf(row)))
                        : java(Frames.nearestJava(profile, rows.leaf(row)));
                methods.merge(name, new Amount(rows.samples(row), rows.nanos(row), dispersion), Amount::and);
                systemSamplesOfMethods.merge(name, rows.systemSamples(row), Long::sum);
            }
        }
    }

    private String application(int method) {
        return method < 0 ? Frames.NO_JAVA : profile.methods().name(method);
    }

    private String java(int node) {
        return node == CallTree.ROOT ? Frames.NO_JAVA : Frames.name(profile, node);
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
        return counted.map(kernel -> new Amount(totals.samples(), kernel.nanos(), 0))
                .orElseGet(() -> new Amount(totals.samples(), totals.nanos(), dispersion));
    }

    Amount system() {
        return counted.map(kernel -> ticks(totals.systemSamples(), kernel.systemNanos()))
                .orElseGet(() -> new Amount(totals.systemSamples(), totals.systemNanos(), dispersion));
    }

    /** The kernel knows all CPU of a process, but divides it into user and system by what its tick finds. */
    private static Amount ticks(long samples, long nanos) {
        double ticks = Math.max(0.5, (double) nanos / TICK_NANOS);
        return new Amount(samples, nanos, Math.max(0.5, samples) / ticks);
    }

    Map<String, Amount> syscalls() {
        Map<String, Amount> amounts = new TreeMap<>();
        for (KernelTime.Row row : KernelTime.of(profile, grade).syscalls()) {
            amounts.put(row.name(), new Amount(row.samples(), row.nanos(), dispersion));
        }
        return amounts;
    }

    /** Returns the CPU of each Java method itself, with the native and kernel code that it called. */
    Map<String, Amount> methods() {
        return methods;
    }

    /** Returns how much of a method's CPU is system CPU, 0..1. */
    double systemShare(String method) {
        long samples = methods.getOrDefault(method, Amount.NONE).samples();
        return samples == 0 ? 0 : (double) systemSamplesOfMethods.get(method) / samples;
    }

    /** Returns whether an agent observed a run, so that a part of the JIT's CPU is left out. */
    boolean isObserved() {
        return !profile.observed().isEmpty();
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

    /** Returns the most that a finding can have had here without being reported; it has no more than its method. */
    Amount silent(Site site) {
        long samples = Math.min(systemSamples(site), Math.max(SILENT_SAMPLES, totals.systemSamples() / 100));
        double nanosPerSample = totals.samples() == 0 ? 0 : (double) totals.nanos() / totals.samples();
        return new Amount(samples, Math.round(samples * nanosPerSample), dispersion);
    }

    private long systemSamples(Site site) {
        Methods names = profile.methods();
        IntPredicate isSite = node -> names.methodName(profile.tree().method(node)).equals(site.methodName())
                && names.className(profile.tree().method(node)).equals(site.className());
        Rows rows = profile.rows();
        return IntStream.range(0, rows.size())
                .filter(row -> rows.systemSamples(row) > 0 && isCounted(rows.event(row)))
                .filter(row -> profile.tree().path(rows.leaf(row)).anyMatch(isSite))
                .mapToLong(rows::systemSamples).sum();
    }

    /** Returns the system CPU of the calls that a method makes itself, in its own frames and those of the JDK. */
    Amount own(Site site) {
        Methods names = profile.methods();
        ApplicationFrames applications = new ApplicationFrames(profile.tree(), names);
        Rows rows = profile.rows();
        Amount amount = Amount.NONE;
        for (int row = 0; row < rows.size(); row++) {
            int method = applications.method(rows.leaf(row));
            if (method >= 0 && isCounted(rows.event(row)) && names.methodName(method).equals(site.methodName())
                    && names.className(method).equals(site.className())) {
                amount = new Amount(rows.systemSamples(row), rows.systemNanos(row), dispersion).and(amount);
            }
        }
        return amount;
    }

    private long[] sliceCounts() {
        long[] counts = new long[TimeSlices.SLICES];
        for (TimeSlices.Series series : profile.timeSlices().byThreadGroup()) {
            if (isCounted(series.event())) {
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
