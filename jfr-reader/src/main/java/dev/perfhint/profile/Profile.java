package dev.perfhint.profile;

import dev.perfhint.profile.observed.Observation;
import dev.perfhint.profile.view.KernelScale;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * One or several recordings folded into a calling-context tree with sparse metrics. Immutable; memory follows distinct
 * stacks, never samples.
 *
 * @param threadGroups thread names without their trailing digits
 * @param rows metrics of the leaves
 * @param io file and socket events, folded by stack and target
 * @param counts what other events of the same recordings say
 * @param timeSlices how the samples spread over the recordings' time; a stored or merged profile has none
 * @param units hosts and hours that the rows are of
 * @param weights what the times of the rows are: only sampled ones are merged and stored
 * @param observed what an agent saw of the streams; filters do not apply to it
 */
public record Profile(
        CallTree tree,
        Methods methods,
        List<String> threadGroups,
        List<Event> events,
        Rows rows,
        List<IoOperation> io,
        EventCounts counts,
        List<Recording> recordings,
        TimeSlices timeSlices,
        List<Unit> units,
        Weights weights,
        Observation observed) {
    /** What a sample's time is. */
    public enum Weights {
        /** What the sampling interval says: these add up over recordings. */
        SAMPLED,
        /** Weighed by the CPU time that the kernel counted, where it was recorded: see {@link KernelScale}. */
        KERNEL
    }

    public Profile {
        threadGroups = List.copyOf(threadGroups);
        events = List.copyOf(events);
        io = io instanceof IoOperations ? io : List.copyOf(io);
        recordings = List.copyOf(recordings);
        units = List.copyOf(units);
    }

    /** Returns the best grade among the CPU events; {@link Evidence#IO_EVENTS} or {@link Evidence#NONE} without one. */
    public Evidence evidence() {
        return events.stream()
                .filter(Event::cpu)
                .map(Event::evidence)
                .filter(Evidence::measuresCpu)
                .min(Evidence::compareTo)
                .orElse(io.isEmpty() ? Evidence.NONE : Evidence.IO_EVENTS);
    }

    /** Returns the same profile with other rows of the same weights. */
    public Profile withRows(Rows others) {
        return withRows(others, weights);
    }

    public Profile withRows(Rows others, Weights theirs) {
        return new Profile(tree, methods, threadGroups, events, others, io, counts, recordings, timeSlices, units,
                theirs, observed);
    }

    /** Returns the same profile with rows of other events. */
    public Profile withRows(Rows others, List<Event> measured) {
        return new Profile(tree, methods, threadGroups, measured, others, io, counts, recordings, timeSlices, units,
                weights, observed);
    }

    /** Returns the same profile under other descriptions of its recordings. */
    public Profile withRecordings(List<Recording> described) {
        return new Profile(tree, methods, threadGroups, events, rows, io, counts, described, timeSlices, units,
                weights, observed);
    }

    /** Returns what passes filters of nodes, thread groups and events; I/O has no threads and events. */
    public Profile only(BitSet wantedLeaves, IntPredicate wantedGroup, Predicate<Event> wantedEvent) {
        Rows kept = rows.only(row -> wantedLeaves.get(rows.leaf(row)) && wantedGroup.test(rows.threadGroup(row))
                && wantedEvent.test(events.get(rows.event(row))));
        EventCounts counted = new EventCounts(counts.rows().stream()
                .filter(count -> wantedLeaves.get(count.leaf()) && wantedGroup.test(count.threadGroup())).toList(),
                counts.thresholdNanos(), counts.gauges());
        return new Profile(tree, methods, threadGroups, events, kept,
                io.stream().filter(one -> wantedLeaves.get(one.leaf())).toList(), counted, recordings, timeSlices,
                units, weights, observed);
    }

    /** Returns the same profile as recorded on another host, of one that was recorded on one. */
    public Profile withHost(String host) {
        return new Profile(tree, methods, threadGroups, events, rows, io, counts,
                recordings.stream().map(one -> one.withLabels(one.labels().withHost(host))).toList(), timeSlices,
                units.stream().map(unit -> unit.withHost(host)).toList(), weights, observed);
    }

    /** Returns the same profile with its units on renamed hosts: two sides of a comparison stay apart when merged. */
    public Profile withUnitHosts(UnaryOperator<String> renamed) {
        return new Profile(tree, methods, threadGroups, events, rows, io, counts, recordings, timeSlices,
                units.stream().map(unit -> unit.withHost(renamed.apply(unit.host()))).toList(), weights, observed);
    }
}
