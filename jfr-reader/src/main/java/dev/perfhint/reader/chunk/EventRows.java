package dev.perfhint.reader.chunk;

import dev.perfhint.profile.CallTree;
import dev.perfhint.profile.FrameKind;
import dev.perfhint.profile.FrameNames;
import dev.perfhint.profile.timeline.EventLog;
import dev.perfhint.profile.timeline.EventNames.CodeLine;
import dev.perfhint.profile.timeline.EventQuery;
import dev.perfhint.profile.timeline.EventSeries;
import dev.perfhint.profile.timeline.EventSeries.ValueKind;
import dev.perfhint.reader.input.ChunkInput;
import dev.perfhint.reader.input.MalformedChunkException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reads the chosen events of one chunk. Names are resolved at the chunk's end, because constants may follow their
 * events.
 */
public final class EventRows {
    /** Receives a recorder's setting. */
    public interface Settings {
        void note(String eventName, String name, String value);
    }

    private static final int CHECKPOINT = 1;
    private static final int TIME = 0;
    private static final int DURATION = 1;
    private static final int THREAD = 2;
    private static final int STACK = 3;
    private static final int FIRST_FIELD = 4;
    private static final int MAX_DEPTH = 4;
    private static final String SETTING = "jdk.ActiveSetting";
    /** Events of one row whose fields are noted under their own names. */
    private static final Map<String, List<String>> FACTS = Map.of(
            "jdk.JVMInformation", List.of("jvmName", "jvmVersion", "jvmArguments", "javaArguments"),
            "jdk.CPUInformation", List.of("hwThreads"),
            "jdk.ContainerConfiguration", List.of("effectiveCpuCount"),
            "jdk.GCHeapConfiguration", List.of("minSize", "maxSize", "initialSize"));

    private final ChunkInput in;
    private final ChunkHeader header;
    private final EventLog log;
    private final Settings settings;
    private final EventScan scan;
    private final StringTable strings = new StringTable();
    private final StackTraces stacks = new StackTraces(Integer.MAX_VALUE);
    private final ConstantPools pools;
    private final Map<Long, Rows> wanted = new HashMap<>();
    private final Map<Integer, Integer> stackNumbers = new HashMap<>();
    private long lostBytes;

    /** What is kept of one type: raw values of one event after the other. */
    private static final class Rows {
        final String eventName;
        final List<Metadata.Field> fields;
        final Layout layout;
        final int width;
        long[] values = new long[256];
        int size;

        Rows(Metadata metadata, Metadata.Type type, List<Metadata.Field> fields, boolean stack) {
            eventName = type.name();
            this.fields = fields;
            width = FIRST_FIELD + fields.size();
            boolean sampled = type.fields().stream().anyMatch(field -> field.name().equals("sampledThread"));
            List<String> slots = new ArrayList<>(List.of("startTime", EventQuery.DURATION,
                    sampled ? "sampledThread" : EventQuery.THREAD, stack ? EventQuery.STACK : ""));
            fields.forEach(field -> slots.add(field.name()));
            layout = Layout.of(metadata, type, slots.toArray(String[]::new));
        }

        void read(ChunkInput in, StringTable strings) {
            if ((size + 1) * width > values.length) {
                values = Arrays.copyOf(values, Math.max(values.length * 2, (size + 1) * width));
            }
            long[] row = new long[width];
            layout.read(in, row, strings);
            System.arraycopy(row, 0, values, size * width, width);
            size++;
        }
    }

    public EventRows(ChunkInput in, ChunkHeader header, Metadata metadata, EventQuery query, EventLog log,
            Settings settings) {
        this.in = in;
        this.log = log;
        this.settings = settings;
        in.open(header.offset() + ChunkHeader.BYTES, in.end());
        scan = new EventScan(in, metadata, header);
        this.header = scan.withRightClock();
        pools = new ConstantPools(metadata, strings, stacks);
        for (Metadata.Type type : metadata.types()) {
            if (type.id() > CHECKPOINT && scan.known(type.id())) {
                want(metadata, new Metadata.Type(type.id(), type.name(), flat(metadata, type, "", 0)), query);
            }
        }
    }

    /** Returns the fields with those of embedded structures in their place, named {@code heapSpace.committedSize}. */
    private static List<Metadata.Field> flat(Metadata metadata, Metadata.Type type, String prefix, int depth) {
        List<Metadata.Field> flat = new ArrayList<>();
        for (Metadata.Field field : type.fields()) {
            Metadata.Type of = metadata.type(field.typeId());
            boolean structure = !field.pool() && !field.array() && of != null && !of.fields().isEmpty()
                    && depth < MAX_DEPTH;
            if (structure) {
                flat.addAll(flat(metadata, of, prefix + field.name() + ".", depth + 1));
            } else {
                flat.add(new Metadata.Field(prefix + field.name(), field.typeId(), field.pool(), field.array()));
            }
        }
        return flat;
    }

    private void want(Metadata metadata, Metadata.Type type, EventQuery query) {
        List<String> available = type.fields().stream().map(Metadata.Field::name).toList();
        if (available.contains(EventQuery.DURATION)) {
            log.addEventType(type.name());
        }
        Set<String> chosen = type.name().equals(SETTING)
                ? Set.of("id", "name", "value")
                : FACTS.containsKey(type.name()) ? Set.copyOf(FACTS.get(type.name()))
                : query.fields(type.name(), available);
        if (chosen.isEmpty()) {
            return;
        }
        List<Metadata.Field> fields = type.fields().stream()
                .filter(field -> chosen.contains(field.name()) && !field.array() && isValue(metadata, field))
                .filter(field -> !List.of("startTime", EventQuery.DURATION, EventQuery.THREAD, EventQuery.STACK)
                        .contains(field.name()))
                .toList();
        fields.stream().filter(Metadata.Field::pool).forEach(field -> pools.keepText(metadata.type(field.typeId())));
        try {
            wanted.put(type.id(), new Rows(metadata, type, fields, chosen.contains(EventQuery.STACK)));
        } catch (MalformedChunkException e) {
            log.warn(log.path() + ": the events " + type.name() + " have a form that cannot be read");
        }
    }

    private static boolean isValue(Metadata metadata, Metadata.Field field) {
        Metadata.Type type = metadata.type(field.typeId());
        return type != null && (field.pool() || type.fields().isEmpty());
    }

    /** Reads the chunk up to its end; returns where that is. */
    public long read(long end, boolean exact) {
        long at = header.offset() + ChunkHeader.BYTES;
        in.open(at, end);
        while (at < end) {
            if (!exact && scan.chunkAt(at)) {
                break;
            }
            long next = event(at);
            if (next < 0) {
                next = scan.resume(at + 1, end, exact);
                lostBytes += next - at;
            }
            at = next;
        }
        wanted.values().forEach(this::resolve);
        return at;
    }

    public long lostBytes() {
        return lostBytes;
    }

    private long event(long start) {
        try {
            in.seek(start);
            int size = in.varint();
            long type = in.varlong();
            long end = start + size;
            if (size <= 0 || end > in.end() || in.offset() > end || !scan.known(type)) {
                return -1;
            }
            if (type == CHECKPOINT) {
                pools.read(in, end);
                return in.offset() == end ? end : -1;
            }
            Rows rows = type == Metadata.EVENT_ID ? null : wanted.get(type);
            if (rows != null) {
                rows.read(in, strings);
                if (in.offset() != end) {
                    rows.size--;
                    return -1;
                }
            }
            return end;
        } catch (MalformedChunkException e) {
            return -1;
        }
    }

    private void resolve(Rows rows) {
        if (rows.eventName.equals(SETTING)) {
            for (int row = 0; row < rows.size; row++) {
                settings.note(pools.eventName(value(rows, row, "id")), text(rows, row, "name"),
                        text(rows, row, "value"));
            }
            return;
        }
        if (FACTS.containsKey(rows.eventName)) {
            for (int row = 0; row < rows.size; row++) {
                for (Metadata.Field field : rows.fields) {
                    log.fact(field.name(), text(rows, row, field.name()));
                }
            }
            return;
        }
        List<ValueKind> kinds = rows.fields.stream().map(this::kind).toList();
        EventSeries series = log.open(rows.eventName, rows.fields.stream().map(Metadata.Field::name).toList(), kinds);
        int[] source = series.fields().stream().mapToInt(name -> position(rows, name)).toArray();
        long[] values = new long[source.length];
        for (int row = 0; row < rows.size; row++) {
            int at = row * rows.width;
            for (int i = 0; i < source.length; i++) {
                values[i] = source[i] < 0 ? EventSeries.NONE
                        : converted(rows.fields.get(source[i]), rows.values[at + FIRST_FIELD + source[i]]);
            }
            long ticks = rows.values[at + TIME];
            long start = header.startNanos() + header.nanos(ticks);
            long duration = header.nanos(header.startTicks() + rows.values[at + DURATION]);
            series.add(start, duration, thread(rows.values[at + THREAD]), stack(rows.values[at + STACK]), values);
        }
    }

    private static int position(Rows rows, String field) {
        for (int i = 0; i < rows.fields.size(); i++) {
            if (rows.fields.get(i).name().equals(field)) {
                return i;
            }
        }
        return -1;
    }

    private static long value(Rows rows, int row, String field) {
        return rows.values[row * rows.width + FIRST_FIELD + position(rows, field)];
    }

    private String text(Rows rows, int row, String field) {
        int position = position(rows, field);
        Metadata.Field described = rows.fields.get(position);
        long value = value(rows, row, field);
        return kind(described) == ValueKind.TEXT ? pools.text(described, value) : Long.toString(value);
    }

    private ValueKind kind(Metadata.Field field) {
        if (field.pool()) {
            return ValueKind.TEXT;
        }
        return switch (pools.typeName(field.typeId())) {
            case "java.lang.String" -> ValueKind.TEXT;
            case "float", "double" -> ValueKind.DECIMAL;
            default -> ValueKind.INTEGER;
        };
    }

    private long converted(Metadata.Field field, long value) {
        return switch (kind(field)) {
            case TEXT -> log.names().number(pools.text(field, value));
            case INTEGER -> value;
            case DECIMAL -> pools.typeName(field.typeId()).equals("float")
                    ? Double.doubleToRawLongBits(Float.intBitsToFloat((int) value))
                    : value;
        };
    }

    private int thread(long key) {
        return key == 0 ? EventSeries.NONE : log.names().thread(key, pools.threadName(key));
    }

    private int stack(long key) {
        return key == 0 ? EventSeries.NONE : stackNumbers.computeIfAbsent(stacks.number(key), this::frames);
    }

    private int frames(int stack) {
        CallTree tree = stacks.tree();
        List<CodeLine> frames = new ArrayList<>();
        for (int node = stacks.leaf(stack); node != CallTree.ROOT; node = tree.parent(node)) {
            long method = stacks.methods().key(tree.method(node));
            if (tree.kind(node) == FrameKind.JAVA && pools.hasMethod(method)) {
                frames.add(new CodeLine(FrameNames.className(pools.className(method)),
                        FrameNames.methodName(pools.methodName(method)), tree.line(node)));
            }
        }
        return log.names().stack(frames);
    }
}
