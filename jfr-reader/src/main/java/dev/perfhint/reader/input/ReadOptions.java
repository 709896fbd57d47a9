package dev.perfhint.reader.input;

import dev.perfhint.profile.CallTree;
import dev.perfhint.profile.Frames;
import dev.perfhint.profile.Methods;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What of the recordings is wanted. Samples and I/O operations that fall outside never enter the profile.
 *
 * @param event keep only samples of this event; for collapsed text, the event that its counts are of; empty for all
 * @param fromNanos keep what happened at or after this time since the start of each recording
 * @param toNanos keep what happened before this time
 * @param thread keep threads whose name contains a match
 * @param include keep stacks with at least one frame {@code pkg.Class.method} that contains a match
 * @param exclude drop stacks with such a frame
 * @param maxNodes call-tree nodes beyond which the rarest subtrees fold into {@code [other]}
 * @param timeSlices whether to note how the samples spread over time; a profile without has no time slices
 * @param sampled whether samples keep their own weight, so that the profile can be stored and merged; else they are
 *     weighed by what the kernel counted
 * @param maxBytes how large the uncompressed copy of a compressed recording or of standard input may become; 0: up to
 *     200 times the compressed size, 256 MB at least, and the free space
 * @param memoryBytes heap that reading may take; 0 for all that the JVM may have
 */
public record ReadOptions(
        String event,
        long fromNanos,
        long toNanos,
        Optional<Pattern> thread,
        Optional<Pattern> include,
        Optional<Pattern> exclude,
        int maxNodes,
        boolean timeSlices,
        boolean sampled,
        long maxBytes,
        long memoryBytes) {
    /** Heap for each node, with what goes with it while reading: rows, stack numbers, a copy. */
    private static final int BYTES_PER_NODE = 128;

    private static final Set<String> JFR_CPU =
            Set.of("jdk.ExecutionSample", "jdk.NativeMethodSample", "jdk.CPUTimeSample");

    /** Everything but the time slices, weighed by what the kernel counted. */
    public static final ReadOptions DEFAULTS = new ReadOptions("", 0, Long.MAX_VALUE, Optional.empty(),
            Optional.empty(), Optional.empty(), Integer.MAX_VALUE, false, false, 0, 0);

    public ReadOptions withMaxBytes(long bytes) {
        return new ReadOptions(event, fromNanos, toNanos, thread, include, exclude, maxNodes, timeSlices, sampled,
                bytes, memoryBytes);
    }

    public ReadOptions withEvent(String name) {
        return new ReadOptions(name, fromNanos, toNanos, thread, include, exclude, maxNodes, timeSlices, sampled,
                maxBytes, memoryBytes);
    }

    public ReadOptions withTime(long from, long to) {
        return new ReadOptions(event, from, to, thread, include, exclude, maxNodes, timeSlices, sampled, maxBytes,
                memoryBytes);
    }

    public ReadOptions withThread(Pattern pattern) {
        return withFilters(Optional.of(pattern), include, exclude);
    }

    public ReadOptions withInclude(Pattern pattern) {
        return withFilters(thread, Optional.of(pattern), exclude);
    }

    public ReadOptions withExclude(Pattern pattern) {
        return withFilters(thread, include, Optional.of(pattern));
    }

    /** Returns these options with other filters of thread names and of methods on the stack. */
    public ReadOptions withFilters(Optional<Pattern> threads, Optional<Pattern> included, Optional<Pattern> excluded) {
        return new ReadOptions(event, fromNanos, toNanos, threads, included, excluded, maxNodes, timeSlices, sampled,
                maxBytes, memoryBytes);
    }

    public ReadOptions withMaxNodes(int nodes) {
        return new ReadOptions(event, fromNanos, toNanos, thread, include, exclude, nodes, timeSlices, sampled,
                maxBytes, memoryBytes);
    }

    public ReadOptions withTimeSlices() {
        return new ReadOptions(event, fromNanos, toNanos, thread, include, exclude, maxNodes, true, sampled, maxBytes,
                memoryBytes);
    }

    /** Reads what can be stored and merged: only then the kernel's counts of all recordings are known. */
    public ReadOptions asSampled() {
        return new ReadOptions(event, fromNanos, toNanos, thread, include, exclude, maxNodes, timeSlices, true,
                maxBytes, memoryBytes);
    }

    /** Limits the heap that reading takes, where several recordings are read at once. */
    public ReadOptions withMemoryBytes(long bytes) {
        return new ReadOptions(event, fromNanos, toNanos, thread, include, exclude, maxNodes, timeSlices, sampled,
                maxBytes, bytes);
    }

    /** Returns the heap that reading may take. */
    public long heapBytes() {
        return memoryBytes > 0 ? memoryBytes : Runtime.getRuntime().maxMemory();
    }

    /**
     * Returns the nodes that may be in memory at once: what was asked for, and no more than a heap of this size can
     * hold.
     */
    public int nodeLimit() {
        return (int) Math.min(maxNodes, Math.max(1 << 18, heapBytes() / BYTES_PER_NODE));
    }

    /**
     * Returns the nodes that a chunk may have while it is read: names are known at its end only, and to fold well needs
     * them.
     */
    public int chunkNodeLimit() {
        return (int) Math.min(Integer.MAX_VALUE / 2, Math.max(1 << 18, heapBytes() / BYTES_PER_NODE));
    }

    /** @param share samples whose stack lost frames ÷ all samples */
    public String foldedWarning(double share) {
        return String.format(Locale.ROOT, "more than %d call-tree nodes: the rarest stacks (%.1f %% of "
                                                  + "samples) are folded into [other]; totals stay exact; "
                                                  + "PERFHINT_JAVA_OPTS=-Xmx2g keeps them", nodeLimit(), 100 * share);
    }

    /** Returns whether samples of this event are wanted. */
    public boolean wantsEvent(String name) {
        return event.isEmpty() || event.equals(name);
    }

    /** Returns whether what plain JFR tells about CPU is wanted: it is estimated from all of its events together. */
    public boolean wantsEstimate() {
        return wantsEvent("cpu") || JFR_CPU.contains(event);
    }

    /** Returns the filters in use as on the command line, {@code --thread and --from}; empty without. */
    public String filters() {
        List<String> used = new ArrayList<>();
        if (fromNanos > 0) {
            used.add("--from");
        }
        if (toNanos < Long.MAX_VALUE) {
            used.add("--to");
        }
        thread.ifPresent(pattern -> used.add("--thread"));
        include.ifPresent(pattern -> used.add("--include"));
        exclude.ifPresent(pattern -> used.add("--exclude"));
        return String.join(" and ", used);
    }

    /** Returns the nodes whose stack passes {@code --include} and {@code --exclude}. */
    public BitSet wantedNodes(CallTree tree, Methods methods) {
        BitSet wanted = new BitSet();
        wanted.set(0, tree.size());
        include.ifPresent(pattern -> wanted.and(below(tree, methods, pattern)));
        exclude.ifPresent(pattern -> wanted.andNot(below(tree, methods, pattern)));
        return wanted;
    }

    private static BitSet below(CallTree tree, Methods methods, Pattern pattern) {
        BitSet matching = new BitSet();
        for (int id = 0; id < methods.size(); id++) {
            matching.set(id, pattern.matcher(methods.name(id)).find());
        }
        return Frames.below(tree, matching::get);
    }

    /** Returns whether a time since the start of the recording is wanted; unknown times (negative) always are. */
    public boolean wantsTime(long nanos) {
        return nanos < 0 || nanos >= fromNanos && nanos < toNanos;
    }

    public boolean wantsThread(String name) {
        return thread.isEmpty() || thread.get().matcher(name).find();
    }
}
