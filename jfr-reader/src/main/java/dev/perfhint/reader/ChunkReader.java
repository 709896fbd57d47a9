package dev.perfhint.reader;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Reads one chunk of a JFR file in one sequential pass: constant pools in file order, stack traces straight into a call
 * tree, samples folded by stack number. One chunk at a time, 2 GB of it or more.
 */
final class ChunkReader {
    private static final int MAX_TYPE = 1 << 16;

    private final ChunkInput in;
    private final Chunk chunk;
    private final long[] values = new long[EventKind.SLOTS];
    private final EventKind[] kinds;
    private final Layout[] layouts;

    private final boolean threadsApart;
    private final long fromTicks;
    private final long toTicks;

    private ChunkReader(ChunkInput in, Chunk chunk, long recordingStartNanos, ReadOptions options) {
        this.in = in;
        this.chunk = chunk;
        threadsApart = options.thread().isPresent();
        long startNanos = chunk.header.startNanos() - recordingStartNanos;
        fromTicks = options.fromNanos() <= 0 ? Long.MIN_VALUE : ticks(options.fromNanos() - startNanos);
        toTicks = options.toNanos() == Long.MAX_VALUE ? Long.MAX_VALUE : ticks(options.toNanos() - startNanos);
        Map<Integer, Metadata.Type> wanted = new HashMap<>();
        for (Metadata.Type type : chunk.metadata.types()) {
            EventKind kind = EventKind.of(type.name());
            if (kind != null && type.id() > 1 && type.id() < MAX_TYPE) {
                wanted.put((int) type.id(), type);
            }
        }
        int capacity = wanted.keySet().stream().mapToInt(id -> id + 1).max().orElse(0);
        kinds = new EventKind[capacity];
        layouts = new Layout[capacity];
        wanted.forEach((id, type) -> {
            kinds[id] = EventKind.of(type.name());
            layouts[id] = kinds[id].layout(chunk.metadata, type);
        });
    }

    private long ticks(long nanos) {
        return chunk.header.startTicks() + (long) (nanos * (chunk.header.ticksPerSecond() / 1e9));
    }

    /** Reads an undamaged chunk. */
    static Chunk read(ChunkInput in, ChunkHeader header, long recordingStartNanos, ReadOptions options) {
        long end = header.offset() + header.size();
        in.open(header.offset() + header.metadataOffset(), end);
        in.varint();
        if (in.varlong() != 0) {
            throw new MalformedChunkException("no metadata at the noted place");
        }
        Chunk chunk = new Chunk(header, Metadata.read(in));
        in.open(header.offset() + ChunkHeader.BYTES, end);
        new ChunkReader(in, chunk, recordingStartNanos, options).events();
        return chunk;
    }

    private void events() {
        long start = in.offset();
        while (start < in.end()) {
            int size = in.varint();
            if (size <= 0 || size > in.end() - start) {
                throw new MalformedChunkException("event of " + size + " bytes");
            }
            long type = in.varlong();
            if (type == 1) {
                chunk.pools.read(in);
            } else if (type > 1 && type < kinds.length && kinds[(int) type] != null) {
                event(kinds[(int) type], layouts[(int) type]);
            }
            start += size;
            in.seek(start);
        }
    }

    private void event(EventKind kind, Layout layout) {
        Arrays.fill(values, 0);
        layout.read(in, values, chunk.strings);
        long time = values[EventKind.TIME];
        if (kind.use() != EventKind.Use.FACT && (time < fromTicks || time >= toTicks)) {
            return;
        }
        switch (kind.use()) {
            case SAMPLE -> sample(kind);
            case IO -> chunk.io.add(kind, chunk.stacks.number(values[EventKind.STACK]),
                    threadsApart ? chunk.threads.add(values[EventKind.THREAD]) : 0, values);
            case FACT -> fact(kind);
        }
    }

    private void fact(EventKind kind) {
        chunk.facts.add(new Chunk.Fact(kind, values.clone()));
        if (kind != EventKind.ACTIVE_SETTING || !chunk.asyncProfiler) {
            return;
        }
        // async-profiler writes its settings first, so they are known before the stack traces
        String value = chunk.pools.text(values[EventKind.C]);
        switch (chunk.pools.text(values[EventKind.B])) {
            case "jstackdepth" -> chunk.stacks.depthLimit(value.matches("\\d{1,9}") ? Integer.parseInt(value) : 0);
            case "cstack" -> {
                if (value.startsWith("vm")) {
                    chunk.stacks.limitCountsNative();
                }
            }
            default -> {
                // of no consequence for reading
            }
        }
    }

    private void sample(EventKind kind) {
        int stack = chunk.stacks.number(values[EventKind.STACK]);
        int thread = chunk.threads.add(values[EventKind.THREAD]);
        long ticks = values[EventKind.TIME] - chunk.header.startTicks();
        long count = kind == EventKind.WALL_SAMPLE ? Math.max(1, values[EventKind.A]) : 1;
        long weight = kind == EventKind.CPU_TIME_SAMPLE ? values[EventKind.A] : values[EventKind.DURATION];
        chunk.samples.add(kind, stack, thread, ticks, count, weight);
        if (kind == EventKind.EXECUTION_SAMPLE && chunk.asyncProfiler) {
            chunk.intervals.add(thread, values[EventKind.TIME]);
        } else if (!chunk.asyncProfiler && kind.ordinal() <= EventKind.CPU_TIME_SAMPLE.ordinal()) {
            long failed = kind == EventKind.CPU_TIME_SAMPLE && values[EventKind.B] != 0 ? -1 : weight;
            chunk.timedSamples.add(new Chunk.TimedSample(kind, stack, thread, ticks, failed));
        }
    }
}
