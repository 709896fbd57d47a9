package dev.perfhint.reader.chunk;

import dev.perfhint.profile.LongIndex;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What was read of one chunk: samples and I/O folded by the chunk's own numbers of stacks and threads, and the few
 * events that are kept whole. Names are resolved by {@code JfrRecording}, once the chunk is complete.
 */
public final class Chunk {
    /** One event that is kept whole; values as the slots of its kind. */
    public record Fact(EventKind kind, long[] values) {}

    /** One sample of a JDK recorder, of which each time stamp counts. */
    public record TimedSample(EventKind kind, int stack, int thread, long ticks, long weight) {}

    public final ChunkHeader header;
    public final StackTraces stacks;
    public final Names names;
    public final LongIndex threads = new LongIndex();
    public final SampleTable samples;
    public final IoFold io = new IoFold();
    public final CountFold counts = new CountFold();
    public final List<Fact> facts = new ArrayList<>();
    public final SampleIntervals intervals;
    public final List<TimedSample> timedSamples = new ArrayList<>();
    public final boolean asyncProfiler;
    private final Map<Damage, Damage.Loss> losses = new EnumMap<>(Damage.class);
    /** The types by which the chunk was read, empty if it describes none. */
    public Optional<Metadata> types = Optional.empty();
    /** Events that end before or after where their size says, by these types. */
    long inexactEvents;
    /** Where the chunk ends in the file. */
    public long end;
    /** Bytes that were read from the file for this chunk, and places where something was searched for. */
    public long bytesRead;
    public long placesTried;

    /**
     * @param stacks the paths that the samples refer to, filled by the reader
     * @param asyncProfiler whether async-profiler wrote the chunk
     * @param timeSlices whether to keep apart what was sampled when
     */
    public Chunk(ChunkHeader header, Names names, StackTraces stacks, boolean asyncProfiler, boolean timeSlices) {
        this.header = header;
        this.names = names;
        this.stacks = stacks;
        this.asyncProfiler = asyncProfiler;
        intervals = new SampleIntervals(header.ticksPerSecond());
        double seconds = Math.min(1e6, Math.max(0, header.durationNanos() / 1e9));
        samples = new SampleTable(timeSlices, (long) (seconds * 1e9), header.ticksPerSecond() > 0
                ? 1e9 / header.ticksPerSecond() : 1);
    }

    /** Returns whether nothing was read but the header, and types perhaps. */
    public boolean empty() {
        return facts.isEmpty() && samples.size() == 0 && io.size() == 0 && stacks.size() == 0 && counts.isEmpty();
    }

    /** Returns whether the types can be those of the chunk's events: nearly all end where their size says. */
    public boolean fitsTypes() {
        long events = facts.size();
        for (int row = 0; row < samples.size(); row++) {
            events += samples.samples(row);
        }
        for (int row = 0; row < io.size(); row++) {
            events += io.calls(row);
        }
        return events > 0 && 10 * inexactEvents <= events;
    }

    /** Notes a loss. */
    public void damage(Damage cause, long offset, long bytes, long events) {
        losses.merge(cause, new Damage.Loss(cause, offset, bytes, events), Damage.Loss::plus);
    }

    /** Returns what was lost, one entry for each cause. */
    public List<Damage.Loss> losses() {
        return List.copyOf(losses.values());
    }
}
