package dev.perfhint.reader.jfr;

import dev.perfhint.profile.CallTree;
import dev.perfhint.profile.CpuTotals;
import dev.perfhint.profile.Event;
import dev.perfhint.profile.Evidence;
import dev.perfhint.profile.FrameKind;
import dev.perfhint.profile.FrameNames;
import dev.perfhint.profile.Gauge;
import dev.perfhint.profile.Recording;
import dev.perfhint.profile.build.ProfileBuilder;
import dev.perfhint.profile.observed.Observation;
import dev.perfhint.reader.chunk.Chunk;
import dev.perfhint.reader.chunk.ChunkHeader;
import dev.perfhint.reader.chunk.Damage;
import dev.perfhint.reader.chunk.EventKind;
import dev.perfhint.reader.chunk.RecordingFacts;
import dev.perfhint.reader.chunk.RecordingFacts.ThreadTime;
import dev.perfhint.reader.chunk.SampleTable;
import dev.perfhint.reader.input.ReadOptions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Folds the chunks of one recording, in file order, into the profile: resolves names, decides what is CPU. */
final class JfrRecording {
    private static final Set<EventKind> OURS = Set.of(EventKind.PROCESS_TIME, EventKind.THREAD_TIME,
            EventKind.OBSERVATION, EventKind.PART_OF_RUN);
    private static final Set<String> SWITCHES = Set.of("__schedule", "finish_task_switch");
    /** A year: a chunk of more has a damaged header. */
    private static final long MAX_DURATION_NANOS = 31_536_000_000_000_000L;

    private final String path;
    private final ReadOptions options;
    private final ProfileBuilder builder;
    private final RecordingFacts facts = new RecordingFacts();
    private final Map<Long, Integer> groupOf = new HashMap<>();
    private final SampleWeights weights;
    private final SampleSources sources;
    private final int[] eventIds = new int[EventKind.values().length];
    private final JfrEstimate estimate;
    private final TreeMerge trees;
    private final IoEvents io;
    private final Losses losses = new Losses();
    private final BorrowedMetadata metadata = new BorrowedMetadata();
    private Optional<ChunkHeader> lastEstimated = Optional.empty();
    private boolean severalJvms;
    private int chunks;
    private long startNanos = -1;
    private long endNanos;
    private boolean asyncProfiler;
    private long truncatedStacks;
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
        trees = new TreeMerge(options, builder, estimate);
        io = new IoEvents(options, builder, facts);
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

    /** Notes bytes before, between or after chunks. */
    void damaged(Damage cause, long offset, long bytes) {
        losses.addOutside(chunks, cause, offset, bytes);
    }

    /** Returns whether the header of a chunk was found. */
    boolean anyChunk() {
        return chunks > 0;
    }

    /** Returns the types that chunks can be read by which describe none, also those of the JVM's next file. */
    BorrowedMetadata metadata() {
        return metadata;
    }

    /** Notes a loss: the recording is not complete. */
    void damaged(String warning) {
        losses.add(warning);
    }

    /** Adds the next chunk, which must not be used afterwards. */
    void add(Chunk chunk) {
        startNanos(chunk.header);
        chunks++;
        anyTypes |= chunk.losses().stream().noneMatch(loss -> loss.cause() == Damage.NO_METADATA);
        ioCount += chunk.io.size();
        losses.addOf(chunk, chunks);
        boolean lasted = chunk.header.durationNanos() > 0 && chunk.header.durationNanos() < MAX_DURATION_NANOS;
        endNanos = Math.max(endNanos, chunk.header.startNanos() + (lasted ? chunk.header.durationNanos() : 0));
        asyncProfiler |= chunk.asyncProfiler;
        if (chunk.empty()) {
            return;
        }
        facts.add(chunk);
        if (chunk.facts.stream().allMatch(fact -> OURS.contains(fact.kind()))
                && chunk.samples.size() + chunk.io.size() == 0) {
            return;
        }
        int[] nodes = trees.add(chunk);
        BitSet wanted = trees.wanted(nodes);
        samples(chunk, nodes, wanted);
        if (!chunk.asyncProfiler) {
            otherJvm(chunk);
            estimate.add(chunk, node -> trees.leaf(nodes[node]), wanted, chunk.header.startNanos() - startNanos);
        } else {
            estimate.addProcessLoads(chunk, chunk.header.startNanos() - startNanos);
        }
        io.add(chunk, nodes, wanted);
        chunk.counts.addTo(builder, chunk, nodes, wanted, options, facts);
        trees.fold(options.nodeLimit());
    }

    /** Notes whether another JVM wrote the last chunk; where a header is damaged this is unknown. */
    private void otherJvm(Chunk chunk) {
        if (chunk.losses().isEmpty()) {
            severalJvms |= lastEstimated.filter(header -> !header.sameJvm(chunk.header)).isPresent();
            lastEstimated = Optional.of(chunk.header);
        }
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
            if (chunk.asyncProfiler && !FrameNames.isUnnamed(name)) {
                groupOf.put(chunk.names.threadNumber(key), groups[i]);
            }
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
            int leaf = addresses ? trees.withoutAddress(trees.leaf(node)) : trees.leaf(node);
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
            case MONITOR_ENTER, MONITOR_WAIT, THREAD_PARK, THREAD_SLEEP -> chunk.header.nanosOf(weight);
            default -> 0;
        };
    }

    /** Returns how many samples of any kind were read, filters and evidence aside. */
    long sampleCount() {
        return sampleCount;
    }

    /** Returns what was lost, one line for each cause and chunk. */
    List<String> warnings() {
        return losses.warnings();
    }

    boolean complete() {
        return losses.isEmpty();
    }

    /** Returns why nothing of the recording can be used; empty if something can. */
    Optional<String> unusable() {
        if (!anyTypes) {
            return Optional.of(losses.isEmpty() ? "no chunk in the file: no JFR recording, or one"
                    + " that was copied before its first chunk was written"
                    : "nothing can be read, copy it again after the recording has been stopped: "
                            + losses.warnings().get(0));
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
        List<String> warnings = losses.warnings();
        if (facts.wholeRun() && options.filters().isEmpty() && !severalJvms) {
            builder.gauge(Gauge.WHOLE_RUN, Gauge.of(1));
        }
        facts.part().ifPresent(part -> {
            boolean late = part.fromNanos() > 0;
            builder.gauge(late ? Gauge.FROM_NANOS : Gauge.TO_NANOS,
                    Gauge.of(late ? part.fromNanos() : part.toNanos()));
            warnings.add(RecordingWarnings.part(part));
        });
        Observation observed = facts.observed();
        builder.observed(observed);
        if (!facts.threadTimes().isEmpty() && options.filters().isEmpty()) {
            builder.gauge(Gauge.READY_NANOS, Gauge.of(
                    facts.threadTimes().values().stream().mapToLong(ThreadTime::readyNanos).sum()));
            builder.gauge(Gauge.TURNS, Gauge.of(
                    facts.threadTimes().values().stream().mapToLong(ThreadTime::turns).sum()));
        }
        Map<Event, CpuTotals> totals = new LinkedHashMap<>();
        List<String> left = new ArrayList<>();
        long interval = addEstimate(totals, left, warnings);
        double process = estimate.processCpuNanos(endNanos - startNanos);
        interval = Math.max(interval, addSampled(process, totals, left));
        if (trees.folded()) {
            warnings.add(options.foldedWarning(builder.foldedShare()));
        }
        warnings.addAll(weights.warnings());
        Event main = totals.keySet().stream()
                .max((a, b) -> a.cpu() != b.cpu() ? Boolean.compare(a.cpu(), b.cpu())
                        : Long.compare(totals.get(a).samples(), totals.get(b).samples()))
                .orElse(new Event("", facts.profiler("engine"), Evidence.NONE, false));
        CpuTotals cpu = main.cpu() ? totals.get(main) : new CpuTotals(main.evidence(), 0, 0, 0, 0);
        // async-profiler after 4.5; what is beyond is counted nowhere
        String limit = facts.setting("jdk.ExecutionSample", "ratelimit");
        if (!limit.isEmpty()) {
            warnings.add("recorded with ratelimit: at most " + limit + " samples a second were kept, totals may be too"
                    + " low");
        }
        warnings.addAll(RecordingWarnings.of(new RecordingWarnings.Seen(main, cpu, asyncProfiler, alluser(),
                switchSamples(), process, io.any(), io.complete(), left, facts.kernel().isPresent(), options)));
        return new Recording(path, "jfr", main.engine(), main.name(), main.evidence(), facts.jvm(), facts.mainClass(),
                startNanos / 1_000_000, Math.max(0, endNanos - startNanos) / 1_000_000, interval, cpu.samples(),
                cpu.nanos(), cpu.systemNanos(), facts.lostSamples(), truncatedStacks, complete(),
                facts.stackDepth(asyncProfiler), warnings, facts.labels(),
                facts.kernel().filter(counted -> options.filters().isEmpty() && complete()));
    }

    /** Estimates what the JDK's recorder sampled, if it is wanted; returns its interval. */
    private long addEstimate(Map<Event, CpuTotals> totals, List<String> left, List<String> warnings) {
        if (estimate.isEmpty()) {
            return 0;
        }
        if (!options.wantsEstimate()) {
            left.add(estimate.leaveOut());
            return 0;
        }
        int estimated = estimate.event();
        warnings.addAll(estimate.finish(facts, endNanos - startNanos));
        if (severalJvms) {
            warnings.add("recordings of several JVMs in one file: system CPU is estimated for all of them as one; use"
                    + " one file per JVM");
        }
        totals.put(builder.definition(estimated), builder.totals(estimated));
        return estimate.intervalNanos();
    }

    /** Defines the events of all sources; returns the longest interval of those that are CPU. */
    private long addSampled(double processNanos, Map<Event, CpuTotals> totals, List<String> left) {
        long interval = 0;
        long firstWeight = 0;
        List<Integer> cpu = new ArrayList<>();
        List<ThreadGroupTime> threads = ThreadGroupTime.of(facts.threadTimes(), groupOf);
        // a recorder that samples more rarely as a program goes on: what the kernel counted is of all of them
        boolean severalIntervals = sources.ids().keySet().stream().map(source -> source.settled(facts).intervalNanos())
                .filter(nanos -> nanos > 0).distinct().count() > 1;
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
            builder.define(id, event, 1);
            double weighed = event.cpu() && !severalIntervals ? processNanos * weights.sampledPart(id, threads) : 0;
            long weight = event.cpu() ? weights.intervalNanos(source, weighed) : 0;
            builder.define(id, event, weight);
            interval = Math.max(interval, weight);
            if (event.cpu()) {
                firstWeight = cpu.isEmpty() ? weight : firstWeight;
                cpu.add(id);
            }
        }
        if (!cpu.isEmpty() && options.filters().isEmpty()) {
            weights.addUnsampled(cpu, firstWeight, threads);
            if (cpu.size() == 1) {
                weights.addShortLived(cpu.get(0), processNanos);
            }
        }
        sources.ids().values().stream().filter(id -> !left.contains(builder.definition(id).name()))
                .forEach(id -> totals.merge(builder.definition(id), builder.totals(id), CpuTotals::plus));
        return interval;
    }

    /** Returns the system samples in the scheduler's switching functions. */
    private long switchSamples() {
        return sources.ids().values().stream()
                .filter(id -> builder.definition(id).evidence() == Evidence.KERNEL_FRAMES)
                .mapToLong(id -> builder.samplesInKernel(id, SWITCHES)).sum();
    }

    private boolean alluser() {
        return facts.setting("jdk.ExecutionSample", "alluser").equals("true");
    }
}
