package dev.perfhint.reader.jfr;

import dev.perfhint.profile.CallTree;
import dev.perfhint.profile.CpuTotals;
import dev.perfhint.profile.Event;
import dev.perfhint.profile.Evidence;
import dev.perfhint.profile.FrameKind;
import dev.perfhint.profile.FrameNames;
import dev.perfhint.profile.Gauge;
import dev.perfhint.profile.IoOperation;
import dev.perfhint.profile.KernelAccounting;
import dev.perfhint.profile.Labels;
import dev.perfhint.profile.Recording;
import dev.perfhint.profile.build.FoldedNodes;
import dev.perfhint.profile.build.ProfileBuilder;
import dev.perfhint.reader.chunk.Chunk;
import dev.perfhint.reader.chunk.ChunkHeader;
import dev.perfhint.reader.chunk.Damage;
import dev.perfhint.reader.chunk.EventKind;
import dev.perfhint.reader.chunk.IoFold;
import dev.perfhint.reader.chunk.LongIndex;
import dev.perfhint.reader.chunk.RecordingFacts;
import dev.perfhint.reader.chunk.SampleTable;
import dev.perfhint.reader.chunk.StackTraces;
import dev.perfhint.reader.input.ReadOptions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Folds the chunks of one recording, in file order, into the profile: resolves names, decides what is CPU. */
final class JfrRecording {
    private static final String STACK_UNKNOWN = "[stack unknown]";
    private static final Set<String> SWITCHES = Set.of("__schedule", "finish_task_switch");
    private static final String TRUNCATED = "[truncated]";
    private static final String OTHER = "[other]";
    private static final String UNKNOWN = "[unknown]";
    /** Nobody reads more; a file of nothing but chunk headers would give one for each. */
    private static final int MAX_LOSS_WARNINGS = 20;
    /** A year: a chunk of more has a damaged header. */
    private static final long MAX_DURATION_NANOS = 31_536_000_000_000_000L;

    private final String path;
    private final ReadOptions options;
    private final ProfileBuilder builder;
    private final RecordingFacts facts = new RecordingFacts();
    private final SampleWeights weights;
    private final SampleSources sources;
    private final int[] eventIds = new int[EventKind.values().length];
    private final JfrEstimate estimate;
    private final List<String> warnings = new ArrayList<>();
    private Labels labels = Labels.NONE;
    private final LentTypes types = new LentTypes();
    private Optional<ChunkHeader> lastEstimated = Optional.empty();
    private boolean severalJvms;
    private int chunks;
    private long startNanos = -1;
    private long endNanos;
    private boolean asyncProfiler;
    private boolean complete = true;
    private long losses;
    private boolean folded;
    private boolean ioEvents;
    private boolean ioCut;
    private long truncatedStacks;
    private long lostSamples;
    private Optional<KernelAccounting> kernel = Optional.empty();
    private boolean partOfRun;
    private long sampleCount;
    private long stacklessSamples;
    private long ioCount;
    private boolean anyTypes;

    JfrRecording(String path, ReadOptions options, ProfileBuilder builder) {
        this.path = path;
        this.options = options;
        this.builder = builder;
        estimate = new JfrEstimate(builder, options);
        sources = new SampleSources(builder);
        weights = new SampleWeights(builder);
    }

    /** Returns when the recording started, which is when its first chunk did. */
    long startNanos(ChunkHeader header) {
        if (startNanos < 0 && header.dated()) {
            startNanos = header.startNanos();
        }
        return startNanos < 0 ? header.startNanos() : startNanos;
    }

    /** Returns the header, with the end of the chunks so far for its time of start if that is no time. */
    ChunkHeader dated(ChunkHeader header) {
        return header.dated() ? header : header.withStartNanos(endNanos);
    }

    /** Notes bytes before, between or behind chunks. */
    void damaged(Damage cause, long offset, long bytes) {
        String where = chunks == 0 ? "before chunk 1" : "after chunk " + chunks;
        damaged(where + ": " + cause.text() + " at offset " + offset + ", " + bytes + " bytes lost");
    }

    /** Returns whether the header of a chunk was found. */
    boolean anyChunk() {
        return chunks > 0;
    }

    /** Returns the types that chunks can be read by which describe none, also those of the JVM's next file. */
    LentTypes types() {
        return types;
    }

    /** Notes a loss: the recording is not complete. */
    void damaged(String warning) {
        complete = false;
        if (losses++ < MAX_LOSS_WARNINGS) {
            warnings.add(warning);
        }
    }

    /** Adds the next chunk, which must not be used afterwards. */
    void add(Chunk chunk) {
        startNanos(chunk.header);
        chunks++;
        anyTypes |= chunk.losses().stream().noneMatch(loss -> loss.cause() == Damage.NO_METADATA);
        ioCount += chunk.io.size();
        chunk.losses().forEach(loss -> damaged(loss.warning(chunks)));
        boolean lasted = chunk.header.durationNanos() > 0 && chunk.header.durationNanos() < MAX_DURATION_NANOS;
        endNanos = Math.max(endNanos, chunk.header.startNanos() + (lasted ? chunk.header.durationNanos() : 0));
        asyncProfiler |= chunk.asyncProfiler;
        if (chunk.empty()) {
            return;
        }
        facts(chunk);
        if (chunk.facts.stream().allMatch(fact -> fact.kind() == EventKind.PROCESS_TIME)
                && chunk.samples.size() + chunk.io.size() == 0) {
            return;
        }
        chunk.stacks.complete();
        makeRoom(chunk);
        int[] methods = methods(chunk);
        BitSet nameless = namelessNodes(chunk.stacks.tree(), methods);
        int[] nodes = builder.merge(chunk.stacks.tree(), methods, chunk.stacks.lateKinds());
        // the frames are there, but the file ends before their names: as good as no stack
        nameless.stream().forEach(node -> nodes[node] = CallTree.ROOT);
        BitSet wanted = wantedNodes(nodes);
        samples(chunk, nodes, wanted);
        if (!chunk.asyncProfiler) {
            otherJvm(chunk);
            estimate.add(chunk, node -> leaf(nodes[node]), wanted, chunk.header.startNanos() - startNanos);
        } else {
            estimate.addProcessLoads(chunk, chunk.header.startNanos() - startNanos);
        }
        io(chunk, nodes, wanted);
        chunk.counts.addTo(builder, chunk, nodes, wanted, options, facts);
        folded |= chunk.stacks.limited();
        foldBuilder(options.nodeLimit());
    }

    /** Notes whether another JVM wrote the last chunk; where a header is damaged nobody knows. */
    private void otherJvm(Chunk chunk) {
        if (chunk.losses().isEmpty()) {
            severalJvms |= lastEstimated.filter(header -> !header.sameJvm(chunk.header)).isPresent();
            lastEstimated = Optional.of(chunk.header);
        }
    }

    /** Folds what was read so far to half of the limit if both would have more nodes together. */
    private void makeRoom(Chunk chunk) {
        int limit = options.nodeLimit();
        int known = builder.tree().size();
        CallTree tree = chunk.stacks.tree();
        if (known > 1 && (long) known + tree.size() > limit
                && (long) known + builder.missing(tree, methods(chunk), chunk.stacks.lateKinds()) > limit) {
            foldBuilder(limit / 2);
        }
    }

    private void foldBuilder(int limit) {
        int nodes = builder.tree().size();
        FoldedNodes moved = builder.fold(limit, nodes > limit ? estimate.weights(nodes) : new long[0], true);
        if (!moved.isEmpty()) {
            estimate.moveLeaves(moved);
        }
        folded |= !moved.isEmpty();
    }

    private void facts(Chunk chunk) {
        for (Chunk.Fact fact : chunk.facts) {
            long[] values = fact.values();
            switch (fact.kind()) {
                case ACTIVE_SETTING -> {
                    facts.setting(chunk.names.eventName(values[EventKind.A]), chunk.names.text(values[EventKind.B]),
                            chunk.names.text(values[EventKind.C]));
                }
                case JVM_INFORMATION -> {
                    labels = labels.withPid(values[EventKind.PID]);
                    facts.jvm(chunk.names.text(values[EventKind.A]),
                        chunk.names.text(values[EventKind.B]), chunk.names.text(values[EventKind.C]),
                        chunk.names.text(values[EventKind.D]));
                }
                case SYSTEM_PROPERTY, ENVIRONMENT -> labels = labels.with(chunk.names.text(values[EventKind.A]),
                        chunk.names.text(values[EventKind.B]));
                case PROCESS_TIME -> {
                    kernel = Optional.of(
                            new KernelAccounting(Math.max(0, values[EventKind.A]), Math.max(0, values[EventKind.B])));
                    partOfRun |= values[EventKind.C] > 0;
                }
                case CPU_TIME_LOST -> lostSamples += values[EventKind.A];
                default -> {
                    // the loads are handed over where the samples are
                }
            }
        }
    }

    private int[] methods(Chunk chunk) {
        LongIndex keys = chunk.stacks.methods();
        int[] ids = new int[keys.size()];
        for (int i = 0; i < ids.length; i++) {
            long key = keys.key(i);
            if (key == StackTraces.TRUNCATED_METHOD) {
                ids[i] = builder.method("", TRUNCATED);
            } else if (key == StackTraces.OTHER_METHOD) {
                ids[i] = builder.method("", OTHER);
            } else if (chunk.names.hasMethod(key)) {
                String name = chunk.names.methodName(key);
                ids[i] = name.isEmpty() ? builder.method("", UNKNOWN)
                        : builder.method(chunk.names.className(key), name);
                builder.module(ids[i], chunk.names.moduleName(key));
            } else {
                ids[i] = builder.method("", UNKNOWN);
            }
        }
        return ids;
    }

    /** Returns the nodes of stacks without a single named frame. */
    private BitSet namelessNodes(CallTree tree, int[] methods) {
        BitSet nameless = new BitSet();
        int unknown = builder.method("", UNKNOWN);
        for (int id : methods) {
            nameless.set(0, nameless.get(0) || id == unknown);
        }
        if (!nameless.get(0)) {
            return nameless;
        }
        for (int node = 1; node < tree.size(); node++) {
            nameless.set(node, nameless.get(tree.parent(node)) && methods[tree.method(node)] == unknown);
        }
        return nameless;
    }

    /** Returns the nodes whose stack passes {@code --include} and {@code --exclude}. */
    private BitSet wantedNodes(int[] nodes) {
        BitSet wanted = new BitSet();
        if (options.include().isEmpty() && options.exclude().isEmpty()) {
            wanted.set(0, builder.tree().size() + 1);
            return wanted;
        }
        BitSet includedMethods = matching(options.include());
        BitSet excludedMethods = matching(options.exclude());
        BitSet included = new BitSet();
        BitSet excluded = new BitSet();
        CallTree tree = builder.tree();
        for (int node = 1; node < tree.size(); node++) {
            int parent = tree.parent(node);
            included.set(node, included.get(parent) || includedMethods.get(tree.method(node)));
            excluded.set(node, excluded.get(parent) || excludedMethods.get(tree.method(node)));
        }
        for (int node : nodes) {
            wanted.set(node, (options.include().isEmpty() || included.get(node)) && !excluded.get(node));
        }
        return wanted;
    }

    private BitSet matching(Optional<Pattern> pattern) {
        BitSet matching = new BitSet();
        for (int id = 0; id < builder.methods().size(); id++) {
            matching.set(id, pattern.isPresent() && pattern.get().matcher(builder.methods().name(id)).find());
        }
        return matching;
    }

    private void samples(Chunk chunk, int[] nodes, BitSet wanted) {
        // the next chunk may be another recorder's
        Arrays.fill(eventIds, 0);
        int[] groups = new int[chunk.threads.size()];
        for (int i = 0; i < groups.length; i++) {
            long key = chunk.threads.key(i);
            String name = chunk.names.threadName(key);
            groups[i] = !options.wantsThread(name) ? -1
                    : builder.threadGroup(chunk.names.virtualThread(key) ? FrameNames.VIRTUAL_THREADS : name);
        }
        SampleTable samples = chunk.samples;
        long offset = chunk.header.startNanos() - startNanos;
        SamplingLoss loss = weights.add(chunk, facts, groups);
        boolean addresses = asyncProfiler && facts.profiler("features").contains("pcaddr");
        for (int row = 0; row < samples.size(); row++) {
            EventKind kind = samples.kind(row);
            int group = groups[samples.thread(row)];
            int stack = samples.stack(row);
            int node = nodes[chunk.stacks.leaf(stack)];
            int leaf = addresses ? withoutAddress(leaf(node)) : leaf(node);
            sampleCount += samples.samples(row);
            stacklessSamples += node == CallTree.ROOT ? samples.samples(row) : 0;
            boolean estimated = !chunk.asyncProfiler && kind.ordinal() <= EventKind.CPU_TIME_SAMPLE.ordinal();
            if (group < 0 || !wanted.get(leaf)) {
                continue;
            }
            if (chunk.stacks.truncated(stack) && (estimated || kind == EventKind.EXECUTION_SAMPLE)) {
                truncatedStacks += samples.samples(row);
            }
            if (estimated) {
                // the estimator adds them
                continue;
            }
            long time = offset + samples.nanos(row);
            int event = event(kind);
            builder.sample(leaf, group, event, samples.samples(row), nanos(chunk, kind, samples.weight(row)),
                    options.timeSlices() ? Math.max(0, time) : -1);
            if (kind != EventKind.EXECUTION_SAMPLE) {
                continue;
            }
            weights.add(leaf, group, event, samples.samples(row), loss.ofThread(samples.thread(row)));
            if (!sources.hasKernelFrames(event) && builder.tree().kind(leaf) == FrameKind.KERNEL) {
                sources.kernelFrame(event);
            }
        }
    }

    private int leaf(int node) {
        return node != CallTree.ROOT ? node
                : builder.child(CallTree.ROOT, builder.method("", STACK_UNKNOWN), 0, FrameKind.NATIVE);
    }

    /**
     * Returns the caller of a frame that is only the program counter: async-profiler's option {@code pcaddr} adds it.
     */
    private int withoutAddress(int leaf) {
        boolean address = builder.methods().name(builder.tree().method(leaf)).startsWith("0x");
        return address ? builder.tree().parent(leaf) : leaf;
    }

    private int event(EventKind kind) {
        if (eventIds[kind.ordinal()] == 0) {
            eventIds[kind.ordinal()] = newEvent(kind) + 1;
        }
        return eventIds[kind.ordinal()] - 1;
    }

    private int newEvent(EventKind kind) {
        return sources.id(switch (kind) {
            case EXECUTION_SAMPLE -> SampleSources.Source.of(facts);
            case NATIVE_SAMPLE, CPU_TIME_SAMPLE -> SampleSources.Source.of(kind.eventName());
            case WALL_SAMPLE -> SampleSources.Source.of("wall");
            case ALLOCATION_IN_TLAB, ALLOCATION_OUTSIDE, ALLOCATION_SAMPLE -> SampleSources.Source.of("alloc");
            case MONITOR_ENTER, THREAD_PARK -> SampleSources.Source.of("lock");
            default -> SampleSources.Source.of("wait");
        });
    }

    private static long nanos(Chunk chunk, EventKind kind, long weight) {
        return switch (kind) {
            case CPU_TIME_SAMPLE -> weight;
            case MONITOR_ENTER, MONITOR_WAIT, THREAD_PARK, THREAD_SLEEP -> durationNanos(chunk, weight);
            default -> 0;
        };
    }

    private static long durationNanos(Chunk chunk, long ticks) {
        long perSecond = chunk.header.ticksPerSecond();
        return perSecond <= 0 ? ticks : (long) (ticks * (1e9 / perSecond));
    }

    private void io(Chunk chunk, int[] nodes, BitSet wanted) {
        IoFold io = chunk.io;
        boolean[] sampled = new boolean[EventKind.values().length];
        for (EventKind kind : EventKind.values()) {
            sampled[kind.ordinal()] = kind.use() == EventKind.Use.IO && facts.keptOnlySome(kind.eventName());
        }
        for (int row = 0; row < io.size(); row++) {
            int leaf = nodes[chunk.stacks.leaf(io.stack(row))];
            boolean wantedThread = options.thread().isEmpty()
                    || options.wantsThread(chunk.names.threadName(chunk.threads.key(io.thread(row))));
            if (!wanted.get(leaf) || !wantedThread) {
                continue;
            }
            EventKind kind = io.kind(row);
            ioEvents = true;
            ioCut |= sampled[kind.ordinal()];
            builder.io(operation(kind), leaf, io.target(row, chunk.names), io.calls(row), io.bytes(row),
                    durationNanos(chunk, io.ticks(row)), io.sizes(row), sampled[kind.ordinal()]);
        }
    }

    private static IoOperation.Kind operation(EventKind kind) {
        return switch (kind) {
            case FILE_READ -> IoOperation.Kind.FILE_READ;
            case FILE_WRITE -> IoOperation.Kind.FILE_WRITE;
            case FILE_FORCE -> IoOperation.Kind.FILE_FORCE;
            case SOCKET_READ -> IoOperation.Kind.SOCKET_READ;
            case SOCKET_WRITE -> IoOperation.Kind.SOCKET_WRITE;
            default -> throw new IllegalStateException(kind + " is no I/O");
        };
    }

    /** Returns how many samples of any kind were read, filters and evidence aside. */
    long sampleCount() {
        return sampleCount;
    }

    /** Returns what was lost, one line for each cause and chunk. */
    List<String> warnings() {
        return List.copyOf(warnings);
    }

    boolean complete() {
        return complete;
    }

    /** Returns why nothing of the recording can be used; empty if something can. */
    Optional<String> unusable() {
        if (!anyTypes) {
            return Optional.of(warnings.isEmpty() ? "no chunk in the file: no JFR recording, or one"
                    + " that was copied before its first chunk was written"
                    : "nothing can be read, copy it again after the recording has been stopped: " + warnings.get(0));
        }
        if (sampleCount > 0 && stacklessSamples == sampleCount && ioCount == 0) {
            return Optional.of(sampleCount
                    + " samples without stack traces: the end of the file is missing (stop async-profiler "
                              + "before copying the recording)");
        }
        return Optional.empty();
    }

    /** Decides what the samples were, and sums them up. */
    Recording finish() {
        if (losses > MAX_LOSS_WARNINGS) {
            warnings.add(losses - MAX_LOSS_WARNINGS + " more losses in other places");
        }
        if (facts.wholeRun() && !partOfRun && options.filters().isEmpty() && !severalJvms) {
            builder.gauge(Gauge.WHOLE_RUN, Gauge.of(1));
        }
        long interval = 0;
        Map<Event, CpuTotals> totals = new LinkedHashMap<>();
        List<String> left = new ArrayList<>();
        long switches = 0;
        if (!estimate.isEmpty() && options.wantsEstimate()) {
            int estimated = estimate.event();
            warnings.addAll(estimate.finish(facts, endNanos - startNanos));
            if (severalJvms) {
                warnings.add("recordings of several JVMs in one file: system CPU is estimated for all of "
                                     + "them as one; use one file per JVM");
            }
            totals.put(builder.definition(estimated), builder.totals(estimated));
            interval = estimate.intervalNanos();
        } else if (!estimate.isEmpty()) {
            left.add(estimate.leaveOut());
        }
        double process = estimate.processCpuNanos(endNanos - startNanos);
        for (Map.Entry<SampleSources.Source, Integer> entry : sources.ids().entrySet()) {
            SampleSources.Source source = entry.getKey().settled(facts);
            int id = entry.getValue();
            Event event = asyncProfiler ? source.event(sources.hasKernelFrames(id))
                    : new Event(source.kind(), "jfr", Evidence.NONE, false);
            if (!options.wantsEvent(event.name())) {
                builder.define(id, new Event(event.name(), event.engine(), Evidence.NONE, false), 0);
                left.add(event.name());
                continue;
            }
            long weight = event.cpu() ? weights.intervalNanos(source, process) : 0;
            builder.define(id, event, weight);
            if (event.cpu() && options.filters().isEmpty()) {
                weights.addShortLived(id, process);
            }
            interval = Math.max(interval, weight);
            totals.merge(event, builder.totals(id), CpuTotals::plus);
            switches += event.evidence() == Evidence.KERNEL_FRAMES ? builder.samplesInKernel(id, SWITCHES) : 0;
        }
        if (folded) {
            warnings.add(options.foldedWarning(builder.foldedShare()));
        }
        warnings.addAll(weights.warnings());
        Event main = totals.keySet().stream()
                .max((a, b) -> a.cpu() != b.cpu() ? Boolean.compare(a.cpu(), b.cpu())
                        : Long.compare(totals.get(a).samples(), totals.get(b).samples()))
                .orElse(new Event("", facts.profiler("engine"), Evidence.NONE, false));
        CpuTotals cpu = main.cpu() ? totals.get(main) : new CpuTotals(main.evidence(), 0, 0, 0, 0);
        warnings.addAll(RecordingWarnings.of(new RecordingWarnings.Seen(main, cpu, asyncProfiler, alluser(),
                switches, process, ioEvents, !ioCut, left, kernel.isPresent(), options)));
        return new Recording(path, "jfr", main.engine(), main.name(), main.evidence(), facts.jvm(), facts.mainClass(),
                startNanos / 1_000_000, Math.max(0, endNanos - startNanos) / 1_000_000, interval, cpu.samples(),
                cpu.nanos(), cpu.systemNanos(), lostSamples, truncatedStacks, complete,
                facts.stackDepth(asyncProfiler), warnings, labels,
                kernel.filter(counted -> options.filters().isEmpty() && complete));
    }

    private boolean alluser() {
        return facts.setting("jdk.ExecutionSample", "alluser").equals("true");
    }
}
