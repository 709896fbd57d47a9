package dev.perfhint.rules.scaling;

import dev.perfhint.profile.CpuTotals;
import dev.perfhint.profile.Event;
import dev.perfhint.profile.EventCounts;
import dev.perfhint.profile.Evidence;
import dev.perfhint.profile.Gauge;
import dev.perfhint.profile.Profile;
import dev.perfhint.profile.Recording;
import dev.perfhint.profile.view.KernelTime;
import dev.perfhint.rules.compare.Change;
import dev.perfhint.rules.compare.ChangeKind;
import dev.perfhint.rules.compare.Comparison;
import dev.perfhint.rules.compare.IncomparableException;
import dev.perfhint.rules.compare.Significance;
import dev.perfhint.rules.compare.Subject;
import dev.perfhint.rules.model.Report;
import dev.perfhint.rules.scaling.ShareTrend.Counted;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * One program at several loads: what each load took, and what takes a larger share the higher the load.
 *
 * @param evidence the grade of all numbers
 * @param subsystems parts of system CPU, largest at the highest load first
 * @param grown findings, system calls and methods that took more at the highest load than the rest of the program did
 * @param curve how the throughput moves; empty where it is unknown
 * @param law fitted to the throughput; empty with the reason in {@code lawRefused}
 */
public record Scaling(
        Evidence evidence, List<Step> steps, List<Part> subsystems, List<Change> grown, Optional<Curve> curve,
        Optional<ScalabilityLaw> law, String lawRefused, List<String> warnings) {
    /** A smaller share does not count, nor does a smaller change of it. */
    private static final double MIN_SHARE = 0.01;
    /** What threads cost that wake each other, whichever part of the kernel a sample met. */
    private static final Set<String> WAKING = Set.of("scheduler", "futex");
    private static final String WAKING_NAME = "scheduler and futex";
    private static final Pattern COLLECTOR = Pattern.compile("(Serial |Parallel )?GC .*|G1 .*|Shenandoah .*"
            + "|[XZ](Worker|Director|Driver|Stat|Uncommitter|Unmapper).*");

    /**
     * A recorded load.
     *
     * @param work empty where it is unknown
     * @param seconds that the work took; empty for those of the recordings
     */
    public record Load(double load, Report report, OptionalDouble work, OptionalDouble seconds) {}

    /**
     * @param cpuNanosPerUnit of work; without known work for each unit of load and second
     * @param systemError half of the width of the 95 % interval of the system share
     * @param ready threads that were ready to run and not on a processor, on average; empty where nothing counted them
     * @param turnsPerUnit turns of threads on a processor for each unit of work, or for each unit of load and second
     * @param collectorShare of all CPU
     */
    public record Step(
            double load, OptionalDouble throughput, double seconds, long cpuNanos, double cpuNanosPerUnit, long samples,
            double systemShare, double systemError, OptionalDouble ready, OptionalDouble turnsPerUnit,
            double collectorShare) {}

    /** A kernel subsystem's share of system CPU at each load, with half the width of its 95 % interval. */
    public record Part(String name, List<Double> shares, List<Double> errors, double chance, boolean grows,
            boolean shrinks) {}

    /**
     * Sets the loads side by side.
     *
     * @throws ScalingException if they are fewer than two, of different programs, or without a common grade
     */
    public static Scaling of(List<Load> given) throws ScalingException {
        List<Load> loads = given.stream().sorted(Comparator.comparingDouble(Load::load)).toList();
        if (loads.stream().mapToDouble(Load::load).distinct().count() < 2) {
            throw new ScalingException("scaling needs two loads or more, as in 2=a.jfr 5=b.jfr");
        }
        if (loads.stream().mapToDouble(Load::load).distinct().count() < loads.size()) {
            throw new ScalingException("a load is given twice: write its recordings with commas, as in 2=a.jfr,b.jfr");
        }
        sameProgram(loads);
        Evidence grade = grade(loads);
        List<Step> steps = new ArrayList<>();
        for (Load load : loads) {
            steps.add(step(load, grade));
        }
        List<ScalabilityLaw.Point> points = steps.stream().filter(step -> step.throughput().isPresent())
                .map(step -> new ScalabilityLaw.Point(step.load(), step.throughput().getAsDouble())).toList();
        Optional<Curve> curve = points.size() < steps.size() ? Optional.empty() : Optional.of(Curve.of(points));
        Optional<ScalabilityLaw> law = curve.filter(found -> points.size() >= ScalabilityLaw.MIN_LOADS
                && found != Curve.FALLS).flatMap(found -> ScalabilityLaw.fit(points));
        String refused = law.isPresent() ? "" : curve.isEmpty()
                ? "the throughput is unknown: it needs --work and recordings that hold their duration"
                : curve.get() == Curve.FALLS ? "it describes what rises first, and this falls from the lowest load on"
                : points.size() < ScalabilityLaw.MIN_LOADS
                        ? "it has three coefficients, and " + points.size() + " loads fit any: record "
                        + ScalabilityLaw.MIN_LOADS + " or more"
                        : "no contention between 0 and 1 comes within 15 % of what was measured";
        List<String> warnings = new ArrayList<>();
        List<Change> grown = grown(loads.get(0), loads.get(loads.size() - 1), warnings);
        return new Scaling(grade, steps, subsystems(loads, grade), grown, curve, law, refused, warnings);
    }

    private static void sameProgram(List<Load> loads) throws ScalingException {
        Set<String> programs = loads.stream().flatMap(load -> load.report().profile().recordings().stream())
                .map(Recording::mainClass).filter(name -> !name.isEmpty())
                .collect(Collectors.toCollection(TreeSet::new));
        if (programs.size() > 1) {
            throw new ScalingException("the recordings are of different programs (" + String.join(", ", programs)
                    + "): record one program at each load");
        }
    }

    private static Evidence grade(List<Load> loads) throws ScalingException {
        List<Evidence> grades = null;
        for (Load load : loads) {
            List<Evidence> own = CpuTotals.byEvidence(load.report().profile()).stream().map(CpuTotals::evidence)
                    .toList();
            if (own.isEmpty()) {
                throw new ScalingException(load.report().profile().recordings().get(0).path()
                        + ": no system CPU: record all loads with perfhint record");
            }
            grades = new ArrayList<>(grades == null ? own : grades);
            grades.retainAll(own);
        }
        if (grades == null || grades.isEmpty()) {
            throw new ScalingException(
                    "the recordings have no grade of evidence in common: record all loads with the same engine");
        }
        return grades.get(0);
    }

    private static CpuTotals cpu(Load load, Evidence grade) {
        return CpuTotals.byEvidence(load.report().profile()).stream().filter(totals -> totals.evidence() == grade)
                .findFirst().orElseThrow();
    }

    private static double recordedSeconds(Load load) {
        return load.report().profile().recordings().stream().mapToLong(Recording::durationMillis).sum() / 1e3;
    }

    private static double seconds(Load load) {
        return load.seconds().orElse(recordedSeconds(load));
    }

    private static int runs(Load load) {
        return Math.max(1, load.report().profile().recordings().size());
    }

    private static double work(Load load) {
        return load.work().orElse(load.load() * seconds(load));
    }

    private static Step step(Load load, Evidence grade) throws ScalingException {
        CpuTotals cpu = cpu(load, grade);
        double seconds = seconds(load);
        if (cpu.samples() == 0) {
            throw new ScalingException("the recording of load " + load.load()
                    + " has no CPU samples: record for longer");
        }
        if (!(seconds > 0) && load.work().isEmpty()) {
            throw new ScalingException("the recording of load " + load.load() + " has no duration: use --work");
        }
        Counted system = new Counted(load.load(), runs(load), cpu.systemSamples(), cpu.samples());
        OptionalDouble throughput = load.work().isPresent() && seconds > 0
                ? OptionalDouble.of(load.work().getAsDouble() / seconds) : OptionalDouble.empty();
        EventCounts counts = load.report().profile().counts();
        OptionalDouble ready = counts.gauge(Gauge.READY_NANOS).stream()
                .mapToDouble(nanos -> nanos.last() / 1e9 / recordedSeconds(load)).findFirst();
        OptionalDouble turns = counts.gauge(Gauge.TURNS).stream().mapToDouble(each -> each.last() / work(load))
                .findFirst();
        return new Step(load.load(), throughput, seconds, cpu.nanos(), cpu.nanos() / work(load), cpu.samples(),
                cpu.systemShare(), system.error(), ready, turns, collectorShare(load.report().profile(), grade));
    }

    /** Returns the share of CPU that the collector's threads used: where it grows, it is no cost of the load. */
    private static double collectorShare(Profile profile, Evidence grade) {
        double all = 0;
        double collector = 0;
        for (int row = 0; row < profile.rows().size(); row++) {
            Event event = profile.events().get(profile.rows().event(row));
            if (event.cpu() && event.evidence() == grade) {
                double weight = profile.rows().samples(row);
                all += weight;
                collector += COLLECTOR.matcher(profile.threadGroups().get(profile.rows().threadGroup(row))).matches()
                        ? weight : 0;
            }
        }
        return all == 0 ? 0 : collector / all;
    }

    private static List<Part> subsystems(List<Load> loads, Evidence grade) {
        List<KernelTime> times = loads.stream().map(load -> KernelTime.of(load.report().profile(), grade)).toList();
        Set<String> names = times.stream().flatMap(time -> time.subsystems().stream()).map(KernelTime.Row::name)
                .collect(Collectors.toCollection(TreeSet::new));
        if (names.containsAll(WAKING)) {
            names.add(WAKING_NAME);
        }
        List<String> shown = new ArrayList<>();
        List<List<Counted>> counts = new ArrayList<>();
        for (String name : names) {
            List<Counted> counted = new ArrayList<>();
            for (int i = 0; i < loads.size(); i++) {
                long samples = times.get(i).subsystems().stream()
                        .filter(row -> name.equals(WAKING_NAME) ? WAKING.contains(row.name()) : row.name().equals(name))
                        .mapToLong(KernelTime.Row::samples).sum();
                Load load = loads.get(i);
                counted.add(new Counted(load.load(), runs(load), samples, cpu(load, grade).systemSamples()));
            }
            if (counted.stream().anyMatch(count -> count.share() >= MIN_SHARE)) {
                shown.add(name);
                counts.add(counted);
            }
        }
        List<Double> signed = counts.stream().map(ShareTrend::signedChance).toList();
        List<Double> adjusted = ShareTrend.adjusted(signed);
        List<Part> parts = new ArrayList<>();
        for (int i = 0; i < shown.size(); i++) {
            List<Counted> counted = counts.get(i);
            double first = counted.get(0).share();
            double last = counted.get(counted.size() - 1).share();
            boolean large = Math.abs(last - first) >= MIN_SHARE
                    && Math.abs(last - first) >= Comparison.MIN_RELATIVE * first;
            boolean significant = adjusted.get(i) < Significance.LEVEL && large;
            parts.add(new Part(shown.get(i), counted.stream().map(Counted::share).toList(),
                    counted.stream().map(Counted::error).toList(),
                    adjusted.get(i), significant && signed.get(i) > 0 && last > first, significant && signed.get(i) < 0
                            && last < first));
        }
        parts.sort(Comparator.comparing((Part part) -> -part.shares().get(part.shares().size() - 1))
                .thenComparing(Part::name));
        return parts;
    }

    /** Compares the lowest with the highest load as {@code compare} does, for each unit of work. */
    private static List<Change> grown(Load lowest, Load highest, List<String> warnings) throws ScalingException {
        try {
            Comparison comparison =
                    Comparison.of(lowest.report(), highest.report(),
                            Optional.of(new Comparison.Work(work(lowest), work(highest))));
            warnings.addAll(comparison.warnings());
            return comparison.changes().stream()
                    .filter(change -> change.subject() != Subject.CPU && change.subject() != Subject.SYSTEM)
                    .filter(change -> change.kind() == ChangeKind.LARGER || change.kind() == ChangeKind.NEW).toList();
        } catch (IncomparableException e) {
            throw new ScalingException(e.getMessage());
        }
    }

    /** Returns whether anything grows faster than the load. */
    public boolean isFlagged() {
        return !grown.isEmpty() || subsystems.stream().anyMatch(Part::grows);
    }
}
