package dev.perfhint.reader.chunk;

import dev.perfhint.profile.EventCount;
import dev.perfhint.profile.FrameNames;
import dev.perfhint.profile.Gauge;
import dev.perfhint.profile.LongIndex;
import dev.perfhint.profile.build.ProfileBuilder;
import dev.perfhint.reader.input.ReadOptions;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.Map;

/** Counted events of a chunk, folded by kind, stack, thread and what they are about; and the numbers it noted. */
public final class CountFold {
    private static final EventKind[] KINDS = EventKind.values();
    private static final int KIND_BITS = 6;
    private static final int MAX_SUBJECTS = 1 << 24;

    private final LongIndex threads = new LongIndex();
    private final LongIndex subjects = new LongIndex();
    private final LongIndex places = new LongIndex();
    private final LongIndex rows = new LongIndex();
    private long[] events = new long[16];
    private long[] ticks = new long[16];
    private final Map<String, Gauge> gauges = new LinkedHashMap<>();

    /**
     * Adds one event.
     *
     * @param subject a text as {@link StringTable} gives it or the key of a class, as the kind says
     */
    public void add(EventKind kind, int stack, long thread, long subject, long duration) {
        int place = places.add((long) stack << 32 | threads.add(thread));
        int about = subjects.size() < MAX_SUBJECTS ? subjects.add(subject) : 0;
        int row = rows.add((long) place << 32 | (long) about << KIND_BITS | kind.ordinal());
        if (row == events.length) {
            events = Arrays.copyOf(events, row * 2);
            ticks = Arrays.copyOf(ticks, row * 2);
        }
        events[row]++;
        ticks[row] += Math.max(0, duration);
    }

    /** Notes the values of an event of numbers. */
    public void note(EventKind kind, long[] values) {
        for (int slot = EventKind.A; slot < EventKind.SLOTS && !kind.field(slot).isEmpty(); slot++) {
            gauges.merge(kind.eventName() + '.' + kind.field(slot), Gauge.of(values[slot]), Gauge::then);
        }
    }

    boolean isEmpty() {
        return rows.size() == 0 && gauges.isEmpty();
    }

    /**
     * Adds what was counted to a profile, once the chunk is complete.
     *
     * @param nodes the profile's node of each node of the chunk
     * @param wanted nodes that pass the filters
     */
    public void addTo(ProfileBuilder builder, Chunk chunk, int[] nodes, BitSet wanted, ReadOptions options,
            RecordingFacts facts) {
        gauges.forEach(builder::gauge);
        if (facts.wallNanos() > 0) {
            builder.gauge(Gauge.WALL_INTERVAL, Gauge.of(facts.wallNanos()));
        }
        double nanosPerTick = chunk.header.ticksPerSecond() <= 0 ? 1 : 1e9 / chunk.header.ticksPerSecond();
        for (int row = 0; row < rows.size(); row++) {
            long place = places.key((int) (rows.key(row) >>> 32));
            int leaf = nodes[chunk.stacks.leaf((int) (place >>> 32))];
            long thread = threads.key((int) place);
            String name = chunk.names.threadName(thread);
            if (!wanted.get(leaf) || !options.wantsThread(name)) {
                continue;
            }
            EventKind from = KINDS[(int) rows.key(row) & (1 << KIND_BITS) - 1];
            EventCount.Kind kind = EventCount.Kind.valueOf(from.name());
            int group = builder.threadGroup(chunk.names.virtualThread(thread) ? FrameNames.VIRTUAL_THREADS : name);
            long subject = subjects.key((int) (rows.key(row) & 0xFFFF_FFFFL) >>> KIND_BITS);
            builder.count(new EventCount(kind, leaf, group, subject(from, subject, chunk.names), events[row],
                    (long) (ticks[row] * nanosPerTick)));
            if (kind.waits() && !facts.setting(kind.event(), "threshold").isEmpty()) {
                builder.countThreshold(kind, facts.nanos(kind.event(), "threshold"));
            }
        }
    }

    // the command or the name of the class; other kinds have neither
    private static String subject(EventKind kind, long subject, Names names) {
        return switch (kind) {
            case PROCESS_START -> names.text(subject);
            case MONITOR_ENTER, MONITOR_WAIT, THREAD_PARK -> names.classOf(subject);
            default -> "";
        };
    }
}
