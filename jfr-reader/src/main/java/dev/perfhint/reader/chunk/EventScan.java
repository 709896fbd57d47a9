package dev.perfhint.reader.chunk;

import dev.perfhint.reader.input.ChunkInput;
import dev.perfhint.reader.input.MalformedChunkException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Recognises events among other bytes: finds the next event after damage, the next chunk, and metadata that no header
 * points to. A place counts as an event only if a chain of events with known types and possible times begins there.
 */
public final class EventScan {
    private static final int CHAIN = 6;
    /** Length of a chain whose events have exactly the content that their types describe. */
    private static final int CHECKED_CHAIN = 3;
    private static final int WINDOW = 1 << 18;
    /** What a real description of types is longer than. */
    private static final int MIN_METADATA = 256;
    private static final long UNTOLD = -2;
    /** Events from which it is told whether the header's clock is that of the events. */
    private static final int FIRST_EVENTS = 64;
    private static final long SECONDS_BEFORE = 24 * 3600;
    private static final long SECONDS_AFTER = 3600;
    private static final long SECONDS_OF_UNFINISHED_CHUNK = 60 * 24 * 3600;

    private final ChunkInput in;
    private final ChunkHeader header;
    private final Metadata metadata;
    private final Map<Long, Optional<Layout>> layouts = new HashMap<>();
    private final Layout[] smallLayouts = new Layout[1 << 12];
    private final Map<Long, Boolean> timed = new HashMap<>();
    private final boolean[] knownSmall = new boolean[1 << 12];
    private long firstTicks;
    private long lastTicks;

    public EventScan(ChunkInput in, Metadata metadata, ChunkHeader header) {
        this.in = in;
        this.header = header;
        this.metadata = metadata;
        for (Metadata.Type type : metadata.types()) {
            boolean event = !type.fields().isEmpty() && type.fields().get(0).name().equals("startTime");
            if (event) {
                timed.put(type.id(), true);
            }
            if (event && type.id() > 1 && type.id() < knownSmall.length) {
                knownSmall[(int) type.id()] = true;
            }
        }
        knownSmall[0] = true;
        knownSmall[1] = true;
        boolean clock = header.ticksPerSecond() > 0 && header.ticksPerSecond() <= 100_000_000_000L
                && header.startTicks() > 0;
        boolean finished = header.durationNanos() > 0
                && header.durationNanos() < SECONDS_OF_UNFINISHED_CHUNK * 1_000_000_000L;
        long seconds = finished ? header.durationNanos() / 1_000_000_000 + SECONDS_AFTER : SECONDS_OF_UNFINISHED_CHUNK;
        // an event may have begun long before the chunk, but a small number is no time stamp
        firstTicks = clock
                ? Math.max(header.startTicks() / 64, header.startTicks() - SECONDS_BEFORE * header.ticksPerSecond())
                : Long.MIN_VALUE;
        lastTicks = clock ? header.startTicks() + seconds * header.ticksPerSecond() : Long.MAX_VALUE;
    }

    /**
     * Returns the header. If it cannot be right about the chunk's time, because most of the first events are of
     * another, then with the time of the first of them as its start, and any time is possible from then on.
     */
    ChunkHeader withRightClock() {
        long start = Long.MAX_VALUE;
        int wrong = 0;
        int right = 0;
        long offset = header.offset() + ChunkHeader.BYTES;
        in.seek(offset);
        in.ensure((int) Math.min(in.end() - offset, WINDOW));
        try {
            for (int events = 0; events < FIRST_EVENTS && offset < in.end() && fit(offset) == Fit.EXACT; events++) {
                in.seek(offset);
                int size = in.varint();
                long type = in.varlong();
                long ticks = in.varlong();
                start = type > 1 ? Math.min(start, ticks) : start;
                wrong += type > 1 && !plausible(ticks) ? 1 : 0;
                right += type > 1 && plausible(ticks) ? 1 : 0;
                offset += size;
            }
        } catch (MalformedChunkException e) {
            // so much for the first events
        }
        if (header.startTicks() <= 0 && right > 0) {
            return header.withStartTicks(start);
        }
        if (wrong < CHECKED_CHAIN || wrong <= right) {
            return header;
        }
        firstTicks = Long.MIN_VALUE;
        lastTicks = Long.MAX_VALUE;
        return header.withStartTicks(start);
    }

    /** Returns whether events of this type can be in the chunk. */
    boolean known(long type) {
        return type >= 0 && type < knownSmall.length ? knownSmall[(int) type] : timed.containsKey(type);
    }

    /** Returns whether an event of the chunk can have begun at this time. */
    boolean plausible(long ticks) {
        return ticks >= firstTicks && ticks <= lastTicks;
    }

    /**
     * Returns where the next event begins, {@code before} if that is not before it.
     *
     * @param exact whether the input ends with the chunk; else another chunk may follow
     */
    long resume(long from, long before, boolean exact) {
        for (long offset = from; offset < before; offset++) {
            in.tryPlace();
            if (startsAt(offset, exact)) {
                return offset;
            }
        }
        return before;
    }

    /** Returns whether an event or the next chunk begins at an offset. */
    boolean startsAt(long offset, boolean exact) {
        return !exact && chunkAt(offset) || eventsAt(offset, exact);
    }

    /** Returns where the next chunk begins, the input's end if there is none. */
    public long nextChunk(long from) {
        for (long offset = from; offset < in.end(); offset++) {
            in.tryPlace();
            if (chunkAt(offset)) {
                return offset;
            }
        }
        return in.end();
    }

    /**
     * Returns whether another chunk begins at an offset. Not so the copies of its own header that a JVM writes among
     * the constants at every flush.
     */
    public boolean chunkAt(long offset) {
        in.seek(offset);
        in.ensure(ChunkHeader.BYTES);
        byte[] b = in.buffer();
        int p = in.position();
        if (in.limit() - p < ChunkHeader.BYTES || b[p] != 'F' || b[p + 1] != 'L' || b[p + 2] != 'R' || b[p + 3] != 0) {
            return false;
        }
        ChunkHeader other = ChunkHeader.read(in);
        return other.major() >= 1 && other.major() <= 3 && other.minor() < 10 && other.ticksPerSecond() > 0
                && other.startNanos() > 0
                && (other.startNanos() != header.startNanos() || other.startTicks() != header.startTicks());
    }

    /**
     * Returns whether a chain of events begins at an offset.
     *
     * @param exact whether the input ends with the last event; else a chain must be longer to count
     */
    boolean eventsAt(long from, boolean exact) {
        in.seek(from);
        // the whole chain lies in the buffer, or looking ahead would read the file again and again
        in.ensure((int) Math.min(in.end() - from, WINDOW + 64));
        long offset = from;
        int checked = 0;
        for (int events = 0; events < CHAIN && checked < CHECKED_CHAIN; events++) {
            if (offset == in.end()) {
                return checked > 0 || events > (exact ? 0 : 3);
            }
            if (offset > from + WINDOW) {
                return checked > 0 || events > 2;
            }
            in.seek(offset);
            try {
                int size = in.varint();
                long type = in.varlong();
                if (size < 2 || size > in.end() - offset || !known(type) || !plausible(in.varlong())
                        || in.offset() > offset + size) {
                    return (checked > 0 || events > 1) && chunkAt(offset);
                }
                Fit fit = fit(offset);
                if (fit == Fit.NOT) {
                    return false;
                }
                checked += fit == Fit.EXACT ? 1 : 0;
                offset += size;
            } catch (MalformedChunkException e) {
                return false;
            }
        }
        return true;
    }

    /** Whether an event has the content that its type describes. */
    enum Fit {
        EXACT,
        NOT,
        /** It is too large for the buffer, or its type has members of unknown types. */
        UNTOLD
    }

    /** Returns how the content of the event at an offset fits its size. */
    Fit fit(long offset) {
        long contentEnd = contentEnd(offset);
        if (contentEnd == UNTOLD) {
            return Fit.UNTOLD;
        }
        in.seek(offset);
        return contentEnd == offset + in.varint() ? Fit.EXACT : Fit.NOT;
    }

    /** Returns where the content of the event at an offset ends; beyond its size -1, -2 if it cannot be told. */
    long contentEnd(long offset) {
        in.seek(offset);
        int size = in.varint();
        long type = in.varlong();
        if (type == 0) {
            return size >= MIN_METADATA ? offset + size : -1;
        }
        if (type == 1) {
            return constantsAt(offset + size) ? offset + size : -1;
        }
        if (!known(type)) {
            return -1;
        }
        Optional<Layout> layout = layouts.computeIfAbsent(type, this::layout);
        long left = offset + size - in.offset();
        if (layout.isEmpty() || left > in.limit() - in.position()) {
            return UNTOLD;
        }
        int end = layout.get().skip(in.buffer(), in.position(), in.position() + (int) left);
        return end < 0 ? -1 : in.offset() + (end - in.position());
    }

    /**
     * Returns where the content of an event in a buffer ends; -1 if that is not told here, but by {@link #contentEnd}.
     */
    int skip(int type, byte[] b, int from, int end) {
        Layout layout = type < smallLayouts.length ? smallLayouts[type] : null;
        return layout == null ? -1 : layout.skip(b, from, end);
    }

    private Optional<Layout> layout(long type) {
        try {
            Layout layout = Layout.of(metadata, metadata.type(type));
            if (type < smallLayouts.length) {
                smallLayouts[(int) type] = layout;
            }
            return Optional.of(layout);
        } catch (MalformedChunkException e) {
            return Optional.empty();
        }
    }

    /** Returns whether constants begin at the input's position: their event's time, and the first pool's type. */
    private boolean constantsAt(long end) {
        in.varlong();
        in.varlong();
        in.varlong();
        in.u1();
        int count = in.varint();
        boolean first = count > 0 && metadata.type(in.varlong()) != null;
        long constants = first ? in.varint() : 0;
        return constants >= 0 && constants <= end - in.offset() && (first || count == 0 && in.offset() == end);
    }

    /**
     * Returns the last readable metadata event from the input's position on, stepping from event to event. Where the
     * steps end at garbage, the next metadata event is searched for.
     *
     * @param exact whether the input ends with the chunk; else the next chunk's metadata must not be taken for this
     *     one's
     */
    Optional<Metadata> lastMetadata(boolean exact) {
        Optional<Metadata> last = Optional.empty();
        boolean stepping = true;
        // looking into every place that resembles metadata must not take longer than reading the chunk
        long lookable = in.end() - in.offset();
        for (long start = in.offset(); start < in.end() && lookable > 0; ) {
            if (!exact && chunkAt(start)) {
                break;
            }
            in.seek(start);
            long next = start + 1;
            boolean looked = false;
            try {
                int size = in.varint();
                boolean event = size > 1 && size <= in.end() - start;
                if (event && (stepping || size >= MIN_METADATA) && in.varlong() == 0) {
                    looked = true;
                    Metadata found = Metadata.read(in);
                    stepping = in.offset() == start + size;
                    last = stepping ? Optional.of(found) : last;
                }
                next = event && stepping ? start + size : next;
            } catch (MalformedChunkException e) {
                stepping = false;
            }
            lookable -= looked ? in.offset() - start : 0;
            if (next == start + 1) {
                stepping = false;
                in.tryPlace();
            }
            start = next;
        }
        return last;
    }
}
