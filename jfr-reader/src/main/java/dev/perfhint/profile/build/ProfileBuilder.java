package dev.perfhint.profile.build;

import dev.perfhint.profile.ApplicationFrames;
import dev.perfhint.profile.CallTree;
import dev.perfhint.profile.CpuTotals;
import dev.perfhint.profile.Event;
import dev.perfhint.profile.EventCount;
import dev.perfhint.profile.EventCounts;
import dev.perfhint.profile.FrameKind;
import dev.perfhint.profile.FrameNames;
import dev.perfhint.profile.Frames;
import dev.perfhint.profile.Gauge;
import dev.perfhint.profile.IoOperation;
import dev.perfhint.profile.IoOperations;
import dev.perfhint.profile.IoTable;
import dev.perfhint.profile.Methods;
import dev.perfhint.profile.Profile;
import dev.perfhint.profile.Recording;
import dev.perfhint.profile.Rows;
import dev.perfhint.profile.SizeHistogram;
import dev.perfhint.profile.TimeSlices;
import dev.perfhint.profile.Unit;
import dev.perfhint.profile.cause.SystemCpu;
import dev.perfhint.profile.observed.Observation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Folds samples and I/O events of one or several recordings into a {@link Profile}. Every input format ends here.
 *
 * <p>Not thread-safe: parallel readers build their own {@link CallTree} and hand it to {@link #merge}. At most 4,095
 * events; a thread group is a thread name without trailing digits.
 */
public final class ProfileBuilder {
    private static final int MAX_EVENTS = (1 << RowTable.EVENT_BITS) - 1;
    /** Few enough that parts of an interval of whole microseconds are whole nanoseconds: sums stay exact. */
    private static final double PARTS_PER_SAMPLE = 1e3;

    private CallTree tree = new CallTree();
    private final Methods methods = new Methods();
    private final Map<String, Integer> groupIds = new HashMap<>();
    private final List<String> groups = new ArrayList<>();
    private final List<Event> events = new ArrayList<>();
    private final double[] nanosPerSample = new double[MAX_EVENTS];
    /** Events whose rows have parts of samples where others have nanoseconds of their own. */
    private final BitSet inParts = new BitSet();
    private RowTable rows = new RowTable();
    private IoTable io = new IoTable(IoTable.MAX_OPERATIONS);
    private final EventCounts.Table counts = new EventCounts.Table(EventCounts.Table.MAX_ROWS);
    private final SliceTable groupSlices = new SliceTable();
    private final SliceTable methodSlices = new SliceTable();
    private ApplicationFrames applicationFrames = new ApplicationFrames(tree, methods);
    private final UnitList units = new UnitList();
    private final int[] unitOfEvent = new int[MAX_EVENTS];
    private int endedEvents;
    private Observation observed = Observation.NONE;
    /** Empty until another profile is added: most runs read one recording. */
    private Optional<ProfileMerge> merge = Optional.empty();

    /**
     * Returns the id of a method; equal names give equal ids.
     *
     * @param className with {@code /} or {@code .}; empty for native and kernel functions
     */
    public int method(String className, String methodName) {
        return className.isEmpty()
                ? methods.id("", FrameNames.nativeName(methodName))
                : methods.id(FrameNames.className(className), FrameNames.methodName(methodName));
    }

    /** Notes the named module of a method's class, as a recording tells it. */
    public void module(int method, String module) {
        methods.module(method, module);
    }

    /** Notes the name of the file that a class was compiled from, as a recording tells it; empty for unknown. */
    public void source(String className, String file) {
        methods.source(FrameNames.className(className), file);
    }

    /** Returns the child of {@code parentNode}; start at {@link CallTree#ROOT} with the outermost frame. */
    public int child(int parentNode, int method, int line, FrameKind kind) {
        return tree.child(parentNode, method, line, kind);
    }

    /**
     * Takes over all paths of a tree built elsewhere, which must not be used afterwards.
     *
     * @param methodIds id here of every method id in {@code other}
     * @param kinds ordinal here of every kind's ordinal in {@code other}, empty if they are the same
     * @return node here of every node in {@code other}
     */
    public int[] merge(CallTree other, int[] methodIds, int[] kinds) {
        if (tree.size() > 1) {
            return tree.graft(other, methodIds, kinds);
        }
        tree = other;
        int[] moved = tree.relabel(methodIds, kinds);
        applicationFrames = new ApplicationFrames(tree, methods);
        return moved;
    }

    /** Returns how many nodes {@link #merge} would add. */
    public int missing(CallTree other, int[] methodIds, int[] kinds) {
        return tree.missing(other, methodIds, kinds);
    }

    /**
     * Folds the stacks with the fewest samples: see {@link StackFold}.
     *
     * @param maxNodes nodes that may be left
     * @param weights samples by node that were not added yet; empty for none
     * @param estimated whether these samples will be estimated, for which native methods are needed
     * @return the new nodes, empty if the tree was small enough
     */
    public FoldedNodes fold(int maxNodes, long[] weights, boolean estimated) {
        if (tree.size() <= maxNodes) {
            return FoldedNodes.NONE;
        }
        long[] all = Arrays.copyOf(weights, tree.size());
        rows.addWeights(all);
        io.addWeights(all);
        BitSet estimates = new BitSet();
        for (int node = 0; estimated && node < weights.length; node++) {
            estimates.set(node, weights[node] > 0);
        }
        StackFold fold = new StackFold(tree, methods, groups, maxNodes, all, new StackFold.Signs(new BitSet(),
                estimates));
        FoldedNodes moved = fold.fold();
        tree = fold.tree();
        applicationFrames = new ApplicationFrames(tree, methods);
        rows = rows.moved(moved);
        io = io.moved(moved.nodes());
        counts.move(moved.nodes());
        return moved;
    }

    /** Returns the id of the group of a thread name: see {@link FrameNames#threadGroup}. */
    public int threadGroup(String threadName) {
        return groupIds.computeIfAbsent(FrameNames.threadGroup(threadName), name -> {
            groups.add(name);
            return groups.size() - 1;
        });
    }

    /** Returns the id of an event; equal events give equal ids. */
    public int event(Event event) {
        int known = events.indexOf(event);
        return known >= 0 ? known : newEvent(event);
    }

    /** Returns a new event id, to be completed by {@link #define} once the recording was read. */
    public int newEvent(Event event) {
        if (events.size() == MAX_EVENTS) {
            throw new IllegalStateException("more than " + MAX_EVENTS + " events");
        }
        events.add(event);
        return events.size() - 1;
    }

    /** Returns what an event id stands for, as last defined. */
    public Event definition(int event) {
        return events.get(event);
    }

    /** Completes an event of {@link #newEvent}: all its samples weigh {@code nanosEach} more. */
    public void define(int event, Event definition, double nanosEach) {
        events.set(event, definition);
        nanosPerSample[event] = nanosEach;
    }

    /**
     * Adds samples of one stack.
     *
     * @param nanos time they stand for, in addition to the event's own weight per sample
     * @param timeNanos since the start of the recording; -1 if unknown
     */
    public void sample(int leaf, int threadGroup, int event, long samples, long nanos, long timeNanos) {
        rows.add(rows.row(leaf, threadGroup, event), samples, nanos);
        slice(leaf, threadGroup, event, samples, nanos, timeNanos);
    }

    /**
     * Adds to what the samples of one stack stand for, as if there were more of them. An event has either such parts or
     * times of its own.
     */
    public void addParts(int leaf, int threadGroup, int event, double samples) {
        if (samples <= 0) {
            return;
        }
        inParts.set(event);
        rows.add(rows.row(leaf, threadGroup, event), 0, Math.round(samples * PARTS_PER_SAMPLE));
    }

    /**
     * Adds time to the samples of some thread groups, in proportion.
     *
     * @param maxFactor how often what they have may be added at most
     * @return nanoseconds that were added
     */
    public long spread(double nanos, int event, Set<Integer> threadGroups, double maxFactor) {
        double known = nanos(event, threadGroups);
        double factor = known <= 0 ? 0 : Math.min(maxFactor, nanos / known);
        for (int row = 0; row < rows.size(); row++) {
            if (rows.event(row) == event && threadGroups.contains(rows.group(row))) {
                addParts(rows.leaf(row), rows.group(row), event, factor * nanos(row) / nanosPerSample[event]);
            }
        }
        return Math.round(known * factor);
    }

    /** Returns the time that thread groups have of an event so far. */
    public double nanos(int event, Set<Integer> threadGroups) {
        double known = 0;
        for (int row = 0; row < rows.size(); row++) {
            known += rows.event(row) == event && threadGroups.contains(rows.group(row)) ? nanos(row) : 0;
        }
        return known;
    }

    /** Adds to the time slices only: what was sampled when, where the rows come from an estimate (grade 3). */
    public void slice(int leaf, int threadGroup, int event, long samples, long nanos, long timeNanos) {
        if (timeNanos < 0) {
            return;
        }
        groupSlices.add(threadGroup, event, timeNanos, samples, nanos);
        int application = applicationFrames.method(leaf);
        if (application >= 0) {
            methodSlices.add(application, event, timeNanos, samples, nanos);
        }
    }

    /** Adds the system part of samples, where it is known otherwise than by their frames (grade 3). */
    public void system(int leaf, int threadGroup, int event, long systemSamples, long systemNanos) {
        rows.addSystem(rows.row(leaf, threadGroup, event), systemSamples, systemNanos);
    }

    /** Adds one I/O event; {@code sampled} if the recorder kept only some of the calls. */
    public void io(IoOperation.Kind kind, int leaf, String target, long bytes, long nanos, boolean sampled) {
        SizeHistogram sizes = new SizeHistogram();
        sizes.add(bytes);
        io(kind, leaf, target, 1, Math.max(0, bytes), nanos, sizes, sampled);
    }

    /** Adds I/O events that were folded elsewhere. */
    public void io(IoOperation.Kind kind, int leaf, String target, long calls, long bytes, long nanos,
            SizeHistogram sizes, boolean sampled) {
        io.add(kind, leaf, target, calls, bytes, nanos, sizes, sampled);
    }

    /** Adds events that are neither samples nor I/O. */
    public void count(EventCount count) {
        counts.add(count);
    }

    /** Notes which events of a kind the recorder left out; of several recordings the widest threshold counts. */
    public void countThreshold(EventCount.Kind kind, long nanos) {
        counts.threshold(kind, nanos);
    }

    /** Notes a number of the recording, by event and field; what was noted of it before came before. */
    public void gauge(String eventAndField, Gauge gauge) {
        counts.gauge(eventAndField, gauge);
    }

    /** Adds what was observed in a recording. */
    public void observed(Observation more) {
        observed = observed.plus(more);
    }

    /** Returns the tree built so far; {@link #merge} into an empty builder replaces it. */
    public CallTree tree() {
        return tree;
    }

    public Methods methods() {
        return methods;
    }

    public String threadGroupName(int threadGroup) {
        return groups.get(threadGroup);
    }

    /** Returns what was sampled of an event so far, as the profile will have it. */
    public CpuTotals totals(int event) {
        Event measured = events.get(event);
        SystemCpu systemCpu = new SystemCpu(tree, methods);
        long samples = 0;
        long nanos = 0;
        long systemSamples = 0;
        long systemNanos = 0;
        for (int row = 0; row < rows.size(); row++) {
            if (rows.event(row) != event) {
                continue;
            }
            boolean system = measured.cpu() && systemCpu.isSystem(rows.leaf(row), measured.evidence());
            long rowNanos = nanos(row);
            samples += rows.samples(row);
            nanos += rowNanos;
            systemSamples += rows.systemSamples(row) + (system ? rows.samples(row) : 0);
            systemNanos += rows.systemNanos(row) + (system ? rowNanos : 0);
        }
        return new CpuTotals(measured.evidence(), samples, systemSamples, nanos, systemNanos);
    }

    private long nanos(int row) {
        int event = rows.event(row);
        double own = rows.nanos(row) * (inParts.get(event) ? nanosPerSample[event] / PARTS_PER_SAMPLE : 1);
        return Math.round(own + rows.samples(row) * nanosPerSample[event]);
    }

    /** Notes that a recording was read: the events since the one before are of its unit. */
    public void endRecording(Recording recording) {
        int unit = units.add(Unit.of(recording));
        Arrays.fill(unitOfEvent, endedEvents, events.size(), unit);
        endedEvents = events.size();
        counts.endRecording();
    }

    /**
     * Adds another profile, its recordings included. Associative and commutative; names stay as they are, and nothing
     * is folded. A profile with added ones is numbered canonically and has no time slices.
     */
    public void add(Profile other) {
        if (merge.isEmpty()) {
            merge = Optional.of(new ProfileMerge());
        }
        merge.get().add(other);
    }

    /** Returns the profile; the builder must not be used afterwards. */
    public Profile build(List<Recording> recordings) {
        if (merge.isEmpty()) {
            return read(recordings);
        }
        if (!events.isEmpty() || !recordings.isEmpty()) {
            merge.get().add(read(recordings));
        }
        return merge.get().profile();
    }

    private Profile read(List<Recording> recordings) {
        int[] finalEvents = new int[events.size()];
        List<Event> distinct = new ArrayList<>();
        for (int i = 0; i < finalEvents.length; i++) {
            int known = distinct.indexOf(events.get(i));
            finalEvents[i] = known >= 0 ? known : distinct.size();
            if (known < 0) {
                distinct.add(events.get(i));
            }
        }
        if (units.isEmpty() && merge.isEmpty()) {
            for (Recording recording : recordings) {
                units.add(Unit.of(recording));
            }
        }
        Rows finished = finish(finalEvents);
        return new Profile(tree, methods, groups, distinct, finished, new IoOperations(io), counts.counts(),
                recordings, slices(finished, finalEvents), units.units(), Profile.Weights.SAMPLED, observed);
    }

    private Rows finish(int[] finalEvents) {
        SystemCpu systemCpu = new SystemCpu(tree, methods);
        for (int row = 0; row < rows.size(); row++) {
            int event = rows.event(row);
            rows.add(row, 0, nanos(row) - rows.nanos(row));
            Event measured = events.get(event);
            if (measured.cpu() && systemCpu.isSystem(rows.leaf(row), measured.evidence())) {
                rows.addSystem(row, rows.samples(row), rows.nanos(row));
            }
        }
        int[] joined = new int[finalEvents.length];
        for (int event = 0; event < joined.length; event++) {
            joined[event] = event;
            for (int before = event - 1; before >= 0; before--) {
                boolean same = finalEvents[before] == finalEvents[event] && unitOfEvent[before] == unitOfEvent[event];
                joined[event] = same ? joined[before] : joined[event];
            }
        }
        return rows.withEvents(joined).rows(finalEvents, units.units().size() < 2 ? new int[0] : unitOfEvent);
    }

    private TimeSlices slices(Rows finished, int[] finalEvents) {
        if (groupSlices.isEmpty()) {
            return new TimeSlices(groupSlices.widthNanos(), List.of(), List.of());
        }
        groupSlices.align(methodSlices);
        methodSlices.align(groupSlices);
        SumTable byGroup = new SumTable();
        SumTable byMethod = new SumTable();
        for (int row = 0; row < finished.size(); row++) {
            byGroup.add(finished.threadGroup(row), finished, row);
            int application = applicationFrames.method(finished.leaf(row));
            if (application >= 0) {
                byMethod.add(application, finished, row);
            }
        }
        return new TimeSlices(groupSlices.widthNanos(),
                groupSlices.series(nanosPerSample, finalEvents, byGroup),
                methodSlices.series(nanosPerSample, finalEvents, byMethod));
    }

    /** Returns samples whose stack lost frames to {@link #fold} ÷ all samples. */
    public double foldedShare() {
        BitSet folded = Frames.folded(tree, methods);
        long some = 0;
        long all = 0;
        for (int row = 0; row < rows.size(); row++) {
            some += folded.get(rows.leaf(row)) ? rows.samples(row) : 0;
            all += rows.samples(row);
        }
        return all == 0 ? 0 : (double) some / all;
    }

    /** Returns the samples of an event whose kernel frames at the end of the stack hold one of these functions. */
    public long samplesInKernel(int event, Set<String> functions) {
        BitSet wanted = new BitSet();
        for (int method = 0; method < methods.size(); method++) {
            wanted.set(method, functions.contains(methods.methodName(method)));
        }
        long samples = 0;
        for (int row = 0; row < rows.size(); row++) {
            int node = rows.event(row) == event ? rows.leaf(row) : CallTree.ROOT;
            while (node > CallTree.ROOT && tree.kind(node) == FrameKind.KERNEL && !wanted.get(tree.method(node))) {
                node = tree.parent(node);
            }
            samples += node > CallTree.ROOT && tree.kind(node) == FrameKind.KERNEL ? rows.samples(row) : 0;
        }
        return samples;
    }
}
