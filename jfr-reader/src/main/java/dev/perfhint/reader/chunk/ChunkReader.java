package dev.perfhint.reader.chunk;

import dev.perfhint.reader.input.ChunkInput;
import dev.perfhint.reader.input.MalformedChunkException;
import dev.perfhint.reader.input.ReadOptions;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Reads one chunk of a JFR file in one sequential pass: constant pools in file order, stack traces straight into a call
 * tree, samples folded by stack number. One chunk at a time, 2 GB of it or more.
 *
 * <p>Damage is noted in the chunk and passed over: every complete event is used. No byte is read from the file more
 * than three times: for the metadata, to find it where the header does not say where it is, and for the events.
 */
public final class ChunkReader {
    private static final int MAX_TYPE = 1 << 16;
    /** Type id of the events that hold the constants. */
    private static final int CHECKPOINT = 1;
    /** Bytes to have in the buffer before events are read from it: most events are far smaller. */
    private static final int ENOUGH = 1 << 16;

    private final ChunkInput in;
    private final Metadata metadata;
    private final Chunk chunk;
    private final ConstantPools pools;
    private final StringTable strings;
    private final EventScan scan;
    /** One array for each type: what the type lacks stays 0. */
    private final long[][] values;
    private final EventKind[] kinds;
    private final Layout[] layouts;
    private final boolean threadsApart;
    private final long fromTicks;
    private final long toTicks;
    /** Where the header says that the chunk ends, which may be wrong; beyond all if it is right. */
    private long declaredEnd = Long.MAX_VALUE;

    private ChunkReader(
            ChunkInput in, ChunkHeader header, Metadata metadata, long recordingStartNanos, ReadOptions options) {
        this.in = in;
        this.metadata = metadata;
        strings = new StringTable();
        StackTraces stacks = new StackTraces(options.chunkNodeLimit());
        pools = new ConstantPools(metadata, strings, stacks);
        scan = new EventScan(in, metadata, header);
        chunk = new Chunk(scan.withRightClock(), pools, stacks, metadata.type("profiler.Log").id() >= 0,
                options.timeSlices());
        threadsApart = options.thread().isPresent();
        long startNanos = chunk.header.startNanos() - recordingStartNanos;
        fromTicks = options.fromNanos() <= 0 ? Long.MIN_VALUE : ticks(options.fromNanos() - startNanos);
        toTicks = options.toNanos() == Long.MAX_VALUE ? Long.MAX_VALUE : ticks(options.toNanos() - startNanos);
        Map<Integer, Metadata.Type> wanted = new HashMap<>();
        for (Metadata.Type type : metadata.types()) {
            EventKind kind = EventKind.of(type.name());
            if (kind != null && type.id() > CHECKPOINT && type.id() < MAX_TYPE) {
                wanted.put((int) type.id(), type);
            }
        }
        int capacity = wanted.keySet().stream().mapToInt(id -> id + 1).max().orElse(0);
        kinds = new EventKind[capacity];
        layouts = new Layout[capacity];
        values = new long[capacity][];
        wanted.forEach((id, type) -> {
            kinds[id] = EventKind.of(type.name());
            layouts[id] = kinds[id].layout(metadata, type);
            values[id] = new long[EventKind.SLOTS];
        });
    }

    private long ticks(long nanos) {
        return chunk.header.startTicks() + (long) (nanos * (chunk.header.ticksPerSecond() / 1e9));
    }

    /**
     * Reads a chunk.
     *
     * @param end of the chunk if {@code exact}, else of the file: then the chunk ends where the next one begins
     */
    public static Chunk read(ChunkInput in, ChunkHeader header, long end, boolean exact, long recordingStartNanos,
            ReadOptions options) {
        long readBefore = in.bytesRead();
        long triedBefore = in.placesTried();
        Optional<Metadata> metadata = Metadata.find(in, header, end, exact);
        Chunk chunk = read(in, header, end, exact, recordingStartNanos, options, metadata);
        chunk.bytesRead = in.bytesRead() - readBefore;
        chunk.placesTried = in.placesTried() - triedBefore;
        return chunk;
    }

    /** Reads a chunk by given types; only where it ends is found out without any. */
    public static Chunk read(ChunkInput in, ChunkHeader header, long end, boolean exact, long recordingStartNanos,
            ReadOptions options, Optional<Metadata> metadata) {
        in.open(header.offset() + ChunkHeader.BYTES, end);
        if (metadata.isPresent()) {
            try {
                ChunkReader reader = new ChunkReader(in, header, metadata.get(), recordingStartNanos, options);
                reader.events(exact);
                reader.chunk.types = metadata;
                return reader.chunk;
            } catch (MalformedChunkException e) {
                // the types themselves make no sense: as good as none
            }
        }
        StackTraces none = new StackTraces(0);
        Chunk chunk = new Chunk(header, new ConstantPools(new Metadata(), new StringTable(), none), none, false, false);
        in.open(header.offset() + ChunkHeader.BYTES, end);
        chunk.end = exact ? end : new EventScan(in, new Metadata(), header).nextChunk(in.offset());
        chunk.damage(Damage.NO_METADATA, header.offset(), chunk.end - header.offset(), 0);
        return chunk;
    }

    private void events(boolean exact) {
        long start = chunk.header.offset() + ChunkHeader.BYTES;
        declaredEnd = exact ? Long.MAX_VALUE : chunk.header.offset() + chunk.header.size();
        while ((start = usualEvents(start)) < in.end()) {
            if (!exact && scan.chunkAt(start)) {
                break;
            }
            if (start == declaredEnd && !scan.eventsAt(start, false)) {
                // as the header says, so what follows is another chunk, or none
                break;
            }
            long next = event(start, exact);
            if (next < 0 && !exact && cutOff(start)) {
                break;
            }
            if (next < 0) {
                next = scan.resume(start + 1, in.end(), exact);
                chunk.damage(Damage.EVENT_SIZE, start, next - start, 0);
            }
            start = next;
        }
        chunk.end = chunk.end > 0 ? chunk.end : start;
    }

    /**
     * Reads events as long as they lie whole in the buffer and have nothing to them: no constants, no damage, no other
     * chunk. Returns where the first other one begins.
     */
    private long usualEvents(long start) {
        in.seek(start);
        in.ensure((int) Math.min(in.end() - start, ENOUGH));
        byte[] b = in.buffer();
        int first = in.position();
        int limit = start < declaredEnd ? (int) Math.min(in.limit(), declaredEnd - start + first) : in.limit();
        int p = first;
        // an event of a byte or two is none
        while (limit - p > 2) {
            int event = p;
            int size = b[p++];
            if (size < 0) {
                size = size & 0x7F | b[p++] << 7;
                if (size < 0) {
                    size = size & 0x3FFF | b[p++] << 14;
                    if (size < 0) {
                        size = size & 0x1FFFFF | b[p++] << 21;
                    }
                }
            }
            int type = b[p++];
            if (type < 0) {
                type = type & 0x7F | b[p++] << 7;
            }
            int end = event + size;
            boolean whole = size > 0 && size <= limit - event && type > CHECKPOINT;
            boolean maybeChunk = b[event] == 'F' && b[event + 1] == 'L';
            if (!whole || maybeChunk || !usualEvent(b, p, end, type)) {
                p = event;
                break;
            }
            p = end;
        }
        in.position(p);
        return start + (p - first);
    }

    private boolean usualEvent(byte[] b, int from, int end, int type) {
        if (!scan.known(type)) {
            return false;
        }
        if (type < kinds.length && kinds[type] != null) {
            if (layouts[type].read(b, from, end, values[type], strings) != end) {
                return false;
            }
            use(kinds[type], values[type]);
            return true;
        }
        int p = from;
        long time = 0;
        for (int shift = 0; shift < 63; shift += 7) {
            time |= (b[p] & 0x7FL) << shift;
            if (b[p++] >= 0) {
                return p <= end && scan.plausible(time) && scan.skip(type, b, from, end) == end;
            }
        }
        return false;
    }

    /** Reads the event at an offset; returns where the next one begins, -1 if there is no event. */
    private long event(long start, boolean exact) {
        long type;
        long end;
        try {
            in.seek(start);
            int size = in.varint();
            type = in.varlong();
            end = start + size;
            if (size <= 0 || end > in.end() || in.offset() > end || !scan.known(type)) {
                return -1;
            }
        } catch (MalformedChunkException e) {
            return -1;
        }
        try {
            if (type == CHECKPOINT) {
                return constants(start, end, exact);
            }
            if (type == Metadata.EVENT_ID) {
                return types(start, end, exact);
            }
            if (type < kinds.length && kinds[(int) type] != null) {
                return event((int) type, start, end);
            }
            if (type > CHECKPOINT && !scan.plausible(in.varlong()) && end < in.end()) {
                // an event may be older than anything, but then no others lie within it
                return scan.resume(start + 1, end, exact) == end && scan.startsAt(end, exact) ? end : -1;
            }
            if (type > CHECKPOINT && scan.fit(start) == EventScan.Fit.NOT) {
                return unfit(start, end);
            }
        } catch (MalformedChunkException e) {
            chunk.damage(Damage.EVENT_CONTENT, start, end - start, 1);
        }
        return end;
    }

    /** Skips a description of types, which was read already; its size may cover the next events. */
    private long types(long start, long end, boolean exact) {
        long contentEnd = in.offset();
        try {
            boolean known = start == chunk.header.offset() + chunk.header.metadataOffset();
            contentEnd += known ? metadata.bytes() : Metadata.read(in).bytes();
        } catch (MalformedChunkException e) {
            long next = scan.resume(contentEnd, end, exact);
            chunk.damage(Damage.EVENT_CONTENT, start, next - start, 1);
            return next;
        }
        long next = contentEnd >= end ? end : scan.resume(contentEnd, end, exact);
        if (next < end) {
            chunk.damage(Damage.EVENT_SIZE, start, next - contentEnd, 0);
        }
        return next;
    }

    /** Skips an event that is not what its type describes: its size may cover the next ones. */
    private long unfit(long start, long end) {
        long contentEnd = Math.max(start + 1, scan.contentEnd(start));
        long next = scan.resume(contentEnd, end, true);
        if (next < end) {
            chunk.damage(Damage.EVENT_SIZE, start, next - contentEnd, 0);
        }
        return next;
    }

    /** Reads the constants of the checkpoint event at an offset; returns where the next event begins. */
    private long constants(long start, long end, boolean exact) {
        long read = in.offset();
        try {
            pools.read(in, end);
            read = in.offset();
        } catch (MalformedChunkException e) {
            // noted below: what was read of them is used
        }
        if (read == end) {
            return end;
        }
        // content or size is wrong; if it is the size, the next events lie within
        long next = read > end ? end : scan.resume(read, end, exact);
        chunk.damage(Damage.CONSTANTS, start, next - start, 0);
        return next;
    }

    /**
     * Returns whether the file ends inside the event at an offset. Of constants, what is there is read:
     * async-profiler's last event is nearly the whole chunk.
     */
    private boolean cutOff(long start) {
        boolean constants = false;
        try {
            in.seek(start);
            int size = in.varint();
            long type = in.varlong();
            long body = in.offset();
            if (size <= 0 || start + size <= in.end() || !scan.known(type) || !scan.plausible(in.varlong())) {
                return false;
            }
            constants = type == CHECKPOINT;
            in.seek(body);
            if (constants) {
                pools.read(in, in.end());
                // all of them are there, so the size is wrong: what follows are events
                return false;
            }
        } catch (MalformedChunkException e) {
            // as expected of constants: the end is missing
            if (!constants && in.end() - start > ChunkInput.SPARE) {
                return false;
            }
        }
        if (!constants && scan.resume(start + 1, in.end(), false) < in.end()) {
            return false;
        }
        chunk.damage(Damage.CUT_OFF, start, constants ? 0 : in.end() - start, 0);
        chunk.end = in.end();
        return true;
    }

    private long event(int type, long start, long end) {
        layouts[type].read(in, values[type], strings);
        long read = in.offset();
        if (read != end && !scan.plausible(values[type][EventKind.TIME])) {
            return -1;
        }
        chunk.inexactEvents += read == end ? 0 : 1;
        if (read > end) {
            throw new MalformedChunkException("event runs past its end");
        }
        use(kinds[type], values[type]);
        if (read < end) {
            // no recorder pads events: the size is wrong, and may hide the next ones
            long next = scan.resume(read, end, true);
            if (next < end) {
                chunk.damage(Damage.EVENT_SIZE, start, next - read, 0);
                return next;
            }
        }
        return end;
    }

    private void use(EventKind kind, long[] values) {
        long time = values[EventKind.TIME];
        boolean within = time >= fromTicks && (time < toTicks || toTicks == Long.MAX_VALUE);
        if (kind.use() != EventKind.Use.FACT && !within) {
            return;
        }
        if (kind.counts() && within) {
            chunk.counts.add(kind, chunk.stacks.number(values[EventKind.STACK]), values[EventKind.THREAD],
                    values[EventKind.A], values[EventKind.DURATION]);
        }
        switch (kind.use()) {
            case SAMPLE -> sample(kind, values);
            case IO -> chunk.io.add(kind, chunk.stacks.number(values[EventKind.STACK]),
                    threadsApart ? chunk.threads.add(values[EventKind.THREAD]) : 0, values);
            case COUNT -> { }
            case NUMBERS -> chunk.counts.note(kind, values);
            case FACT -> fact(kind, values);
        }
    }

    private void fact(EventKind kind, long[] values) {
        chunk.facts.add(new Chunk.Fact(kind, values.clone()));
        if (kind != EventKind.ACTIVE_SETTING || !chunk.asyncProfiler) {
            return;
        }
        // async-profiler writes its settings first, so they are known before the stack traces
        String value = pools.text(values[EventKind.C]);
        switch (pools.text(values[EventKind.B])) {
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

    private void sample(EventKind read, long[] values) {
        EventKind kind = read.sampled();
        int stack = chunk.stacks.number(values[EventKind.STACK]);
        int thread = chunk.threads.add(values[EventKind.THREAD]);
        long ticks = scan.plausible(values[EventKind.TIME]) ? values[EventKind.TIME] - chunk.header.startTicks() : 0;
        long count = read.samples(values);
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
