package dev.perfhint.rules.latency;

import dev.perfhint.profile.timeline.EventLog;
import dev.perfhint.profile.timeline.EventQuery;
import dev.perfhint.profile.timeline.EventSeries;
import dev.perfhint.profile.timeline.EventSetting;
import dev.perfhint.rules.latency.Attribution.Division;
import dev.perfhint.rules.latency.LatencyReport.Group;
import dev.perfhint.rules.latency.LatencyReport.Slice;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Measures the operations of recordings. Distributions of several recordings are merged; what an operation waited for
 * is looked for in its own recording only.
 */
public final class Latency {
    /** The grouping that is no field of the event. */
    public static final String BY_THREAD = "thread";

    private static final int SLICES = 10;
    private static final int MAX_GROUPS = 1000;
    private static final int MAX_TYPICAL = 500;
    private static final Set<String> ALSO = Set.of("jdk.Deoptimization", "jdk.ExecutionSample", "jdk.CPUTimeSample",
            "jdk.ContainerCPUThrottling", "jdk.GarbageCollection", "jdk.GCHeapSummary", "jdk.ZAllocationStall",
            "jdk.GCConfiguration", "jdk.GCHeapConfiguration", "jdk.ObjectAllocationSample");

    private final OperationChoice choice;
    private final String by;
    private final OptionalLong slowerThanNanos;

    /**
     * @param by a field of the event, {@link #BY_THREAD}, or empty
     * @param slowerThanNanos from which on an operation is an outlier; empty for the 99th percentile and twice the
     *     median
     */
    public Latency(OperationChoice choice, String by, OptionalLong slowerThanNanos) {
        this.choice = choice;
        this.by = by;
        this.slowerThanNanos = slowerThanNanos;
    }

    /** One measured operation. */
    private record Operation(Attribution from, Optional<ReadDivision> reads, EventLog log, long firstNanos,
            EventSeries events, int row) {
        long durationNanos() {
            return events.durationNanos(row);
        }

        long sinceStart() {
            return events.startNanos(row) - firstNanos;
        }

        Map<String, String> values() {
            Map<String, String> values = new LinkedHashMap<>();
            events.fields().forEach(field -> values.put(field, events.text(row, events.field(field))));
            return values;
        }

        Division divide(Map<EventLog, Map<Integer, Spans>> slow) {
            return reads.isPresent() ? reads.get().divide(events, row)
                    : from.divide(events.thread(row), events.stack(row), events.startNanos(row), events.endNanos(row),
                            slow.getOrDefault(log, Map.of()));
        }
    }

    /** Returns what to read: the operations, and all that may explain them. */
    public EventQuery query() {
        Set<String> wanted = new HashSet<>(ALSO);
        for (WaitCause cause : WaitCause.values()) {
            wanted.addAll(cause.events());
        }
        wanted.add(choice.eventName());
        return (name, fields) -> wanted.contains(name) ? Set.copyOf(fields) : Set.of();
    }

    /** @throws LatencyException if there is no such operation */
    public LatencyReport of(List<EventLog> logs) throws LatencyException {
        Map<String, List<Operation>> groups = new TreeMap<>();
        List<ProcessorTime> processors = new ArrayList<>();
        List<String> warnings = new ArrayList<>();
        EventSetting setting = Operations.setting(logs, choice.eventName());
        for (EventLog log : logs) {
            warnings.addAll(log.warnings());
            EventSeries events = events(log);
            ProcessorTime times = new ProcessorTime(log);
            processors.add(times);
            Optional<ReadDivision> reads = choice.eventName().equals(Peers.READ)
                    ? Optional.of(new ReadDivision(new Timeline(log, ""), times)) : Optional.empty();
            add(events, log, new Attribution(new Timeline(log, choice.eventName()), times), reads,
                    setting.thresholdNanos(), groups);
        }
        if (groups.isEmpty()) {
            throw new LatencyException("no operation " + choice + " in " + paths(logs)
                    + ": without --operation all are listed");
        }
        List<Measured> all = new ArrayList<>();
        groups.forEach((name, operations) -> all.add(measured(name, operations)));
        Map<EventLog, Map<Integer, Spans>> slow = spans(all.stream().flatMap(group -> group.slow().stream()));
        List<Group> measured = new ArrayList<>(all.stream().map(group -> group(group, slow)).toList());
        measured.sort(Comparator.comparing((Group group) -> -group.distribution().totalNanos())
                .thenComparing(Group::name));
        long shortest = measured.stream().flatMap(group -> group.outliers().stream()).mapToLong(Outlier::durationNanos)
                .min().orElse(0);
        List<String> absences = shortest == 0 ? List.of() : Absence.of(logs, processors, shortest, choice.eventName());
        Preload preload = Preload.of(spans(groups.values().stream().flatMap(List::stream)));
        return new LatencyReport(choice.toString(), setting, by, measured, absences,
                LatencyAdvice.of(logs, measured, preload), preload, warnings);
    }

    private EventSeries events(EventLog log) throws LatencyException {
        String name = choice.eventName();
        if (!log.eventTypes().contains(name)) {
            String near = log.eventTypes().stream().filter(type -> type.endsWith("." + name)).findFirst()
                    .map(type -> ": did you mean " + type + "?").orElse(": without --operation all are listed");
            throw new LatencyException(log.path() + ": unknown event " + name + near);
        }
        EventSeries events = log.series(name).orElseThrow(() -> new LatencyException(
                log.path() + ": holds no " + name + ": "
                        + (log.setting(name).enabled() ? "none happened" : "it was switched off")));
        for (String field : List.of(choice.field(), by)) {
            if (!field.isEmpty() && !field.equals(BY_THREAD) && events.field(field) < 0) {
                throw new LatencyException(name + " has no field " + field + ", only "
                        + String.join(", ", events.fields()) + (field.equals(by) ? " and " + BY_THREAD : ""));
            }
        }
        return events;
    }

    private void add(EventSeries events, EventLog log, Attribution attribution, Optional<ReadDivision> reads,
            long thresholdNanos, Map<String, List<Operation>> groups) throws LatencyException {
        long first = Long.MAX_VALUE;
        List<Integer> rows = new ArrayList<>();
        for (int row = 0; row < events.size(); row++) {
            if (choice.takes(events, row, log.names()) && events.durationNanos(row) >= thresholdNanos) {
                rows.add(row);
                first = Math.min(first, events.startNanos(row));
            }
        }
        for (int row : rows) {
            String name = by.isEmpty() ? "" : OperationChoice.value(events, row, log.names(), by);
            groups.computeIfAbsent(name, key -> new ArrayList<>())
                    .add(new Operation(attribution, reads, log, first, events, row));
        }
        if (groups.size() > MAX_GROUPS) {
            throw new LatencyException("--by " + by + " makes more than " + MAX_GROUPS
                    + " groups: choose another field, or one value of it with"
                    + " --operation " + choice.eventName() + ":" + by + "=VALUE");
        }
    }

    /** Returns operations by recording and thread. */
    private static Map<EventLog, Map<Integer, Spans>> spans(Stream<Operation> operations) {
        Map<EventLog, Map<Integer, Spans>> spans = new LinkedHashMap<>();
        operations.forEach(operation -> spans.computeIfAbsent(operation.log(), log -> new HashMap<>())
                .computeIfAbsent(operation.events().thread(operation.row()), thread -> new Spans())
                .add(Timeline.span(operation.events(), operation.row())));
        spans.values().forEach(threads -> threads.values().forEach(Spans::sort));
        return spans;
    }

    /** The operations of a group; those from a limit on, slowest first. */
    private record Measured(String name, List<Operation> operations, Distribution all, long from,
            List<Operation> slow) {}

    private Measured measured(String name, List<Operation> operations) {
        Distribution all = new Distribution();
        operations.forEach(operation -> all.add(operation.durationNanos()));
        long median = all.percentileNanos(50);
        long from = slowerThanNanos.orElse(Math.max(all.percentileNanos(99), 2 * median));
        List<Operation> slow = operations.stream()
                .filter(operation -> operation.durationNanos() >= Math.max(1, from)
                        && operation.durationNanos() > median)
                .sorted(Comparator.comparingLong((Operation operation) -> -operation.durationNanos())
                        .thenComparingLong(operation -> operation.events().startNanos(operation.row()))).toList();
        return new Measured(name, operations, all, from, slow);
    }

    private static Group group(Measured group, Map<EventLog, Map<Integer, Spans>> slow) {
        Typical typical = typical(group.operations(), group.all(), slow);
        return new Group(group.name(), group.all(),
                slices(group.operations(), group.from(), group.all().percentileNanos(50)), group.from(),
                group.slow().stream().map(operation -> outlier(operation, operation.divide(slow), typical)).toList());
    }

    /** Divides the time of some operations of usual length, evenly chosen. */
    private static Typical typical(List<Operation> operations, Distribution all,
            Map<EventLog, Map<Integer, Spans>> slow) {
        long from = all.percentileNanos(40);
        long to = all.percentileNanos(60);
        List<Operation> usual = operations.stream()
                .filter(operation -> operation.durationNanos() >= from && operation.durationNanos() <= to).toList();
        int step = Math.max(1, usual.size() / MAX_TYPICAL);
        List<Division> divisions = new ArrayList<>();
        for (int i = 0; i < usual.size(); i += step) {
            divisions.add(usual.get(i).divide(slow));
        }
        return Typical.of(all.percentileNanos(50), divisions);
    }

    private static Outlier outlier(Operation operation, Division division, Typical typical) {
        return new Outlier(operation.log().path(),
                operation.log().names().thread(operation.events().thread(operation.row())), operation.values(),
                operation.events().startNanos(operation.row()), operation.sinceStart(), operation.durationNanos(),
                typical.excess(operation.durationNanos(), division), division.details(), division.offProcessorNanos());
    }

    private static List<Slice> slices(List<Operation> operations, long slowerThan, long median) {
        long last = operations.stream().mapToLong(Operation::sinceStart).max().orElse(0);
        long width = last / SLICES + 1;
        Map<Integer, Distribution> distributions = new HashMap<>();
        Map<Integer, Integer> outliers = new HashMap<>();
        for (Operation operation : operations) {
            int slice = (int) (operation.sinceStart() / width);
            distributions.computeIfAbsent(slice, key -> new Distribution()).add(operation.durationNanos());
            boolean slow = operation.durationNanos() >= Math.max(1, slowerThan) && operation.durationNanos() > median;
            outliers.merge(slice, slow ? 1 : 0, Integer::sum);
        }
        List<Slice> slices = new ArrayList<>();
        for (int i = 0; i < SLICES; i++) {
            slices.add(
                    new Slice(i * width, (i + 1) * width, distributions.getOrDefault(i, new Distribution()),
                            outliers.getOrDefault(i, 0)));
        }
        return slices;
    }

    private static String paths(List<EventLog> logs) {
        return String.join(", ", logs.stream().map(EventLog::path).toList());
    }
}
