package dev.perfhint.profile.store;

import dev.perfhint.profile.CallTree;
import dev.perfhint.profile.Event;
import dev.perfhint.profile.EventCount;
import dev.perfhint.profile.EventCounts;
import dev.perfhint.profile.Evidence;
import dev.perfhint.profile.Gauge;
import dev.perfhint.profile.IoOperation;
import dev.perfhint.profile.IoOperations;
import dev.perfhint.profile.IoTable;
import dev.perfhint.profile.KernelAccounting;
import dev.perfhint.profile.Labels;
import dev.perfhint.profile.Methods;
import dev.perfhint.profile.Profile;
import dev.perfhint.profile.Recording;
import dev.perfhint.profile.Rows;
import dev.perfhint.profile.SizeHistogram;
import dev.perfhint.profile.TimeSlices;
import dev.perfhint.profile.Unit;
import dev.perfhint.profile.build.RowKeys;
import dev.perfhint.profile.build.RowTable;
import dev.perfhint.profile.observed.Observation;
import dev.perfhint.profile.observed.ObservationReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Reads what {@link ProfileEncoder} wrote. No number is believed: memory grows with the bytes that were really read,
 * and what refers to nothing is damage.
 */
final class ProfileDecoder {
    /** Heap of a node, a row and others, with what growing takes. */
    private static final int NODE_BYTES = 24;
    private static final int ROW_BYTES = 96;
    private static final int OBJECT_BYTES = 128;
    private static final long MAX_COUNT = Integer.MAX_VALUE - 8;

    private final VarintReader in;
    private String[] strings = {};
    private int textCount;

    ProfileDecoder(VarintReader in) {
        this.in = in;
    }

    Profile read() throws IOException, DamagedProfileException {
        for (byte expected : ProfileFile.MAGIC) {
            if (in.read() != expected) {
                throw new DamagedProfileException("not a perfhint profile");
            }
        }
        long version = in.number();
        if (version != ProfileFile.VERSION && version != ProfileFile.OBSERVED_VERSION) {
            throw new DamagedProfileException("a profile of format " + version + "; this perfhint reads format "
                    + ProfileFile.OBSERVED_VERSION + ": write it again from the recording");
        }
        strings();
        List<Recording> recordings = recordings();
        List<Unit> units = units();
        List<Event> events = events();
        List<String> groups = new ArrayList<>();
        for (int left = count(); left > 0; left--) {
            in.take(8);
            groups.add(text());
        }
        Methods methods = methods();
        CallTree tree = tree(methods);
        Rows rows = rows(tree.size(), groups.size(), events.size(), units.size());
        List<IoOperation> io = io(tree.size());
        EventCounts counts = counts(tree.size(), groups.size());
        Observation observed = version == ProfileFile.OBSERVED_VERSION ? observed() : Observation.NONE;
        in.finish();
        return new Profile(tree, methods, groups, events, rows, io, counts, recordings, TimeSlices.NONE, units,
                Profile.Weights.SAMPLED, observed);
    }

    /** Its names are those of the profile: they were normalised when they were read. */
    private Observation observed() throws IOException, DamagedProfileException {
        int length = in.below(ObservationReader.MAX_TEXT + 1L);
        in.take((long) OBJECT_BYTES * length / 16);
        byte[] text = new byte[length];
        for (int i = 0; i < length; i++) {
            text[i] = in.read();
        }
        return ObservationReader.read(ProfileStrings.decode(text, length), UnaryOperator.identity());
    }

    private int count() throws IOException, DamagedProfileException {
        return in.below(MAX_COUNT);
    }

    private void strings() throws IOException, DamagedProfileException {
        int count = count();
        byte[] bytes = new byte[ProfileStrings.MAX_SHARED + 1];
        int length = 0;
        for (int i = 0; i < count; i++) {
            int shared = in.below(Math.min(ProfileStrings.MAX_SHARED, length) + 1L);
            int added = in.below(ProfileStrings.MAX_BYTES);
            length = shared + added;
            for (int k = shared; k < length; k++) {
                if (k == bytes.length) {
                    bytes = Arrays.copyOf(bytes, k * 2);
                }
                bytes[k] = in.read();
            }
            if (i == strings.length) {
                strings = Arrays.copyOf(strings, Math.max(64, i * 2));
            }
            in.take(2L * length + 64);
            strings[i] = ProfileStrings.decode(bytes, length);
            textCount = i + 1;
        }
    }

    private String text() throws IOException, DamagedProfileException {
        return strings[in.below(textCount)];
    }

    private List<Recording> recordings() throws IOException, DamagedProfileException {
        List<Recording> recordings = new ArrayList<>();
        for (int left = count(); left > 0; left--) {
            in.take(4 * OBJECT_BYTES);
            String[] texts = new String[6];
            for (int i = 0; i < texts.length; i++) {
                texts[i] = text();
            }
            int evidence = in.below(2L * Evidence.values().length);
            long[] numbers = new long[9];
            for (int i = 0; i < numbers.length; i++) {
                numbers[i] = in.signed();
            }
            List<String> warnings = new ArrayList<>();
            for (int more = count(); more > 0; more--) {
                in.take(8);
                warnings.add(text());
            }
            String host = text();
            long pid = in.signed();
            Map<String, String> names = new HashMap<>();
            for (int more = count(); more > 0; more--) {
                in.take(OBJECT_BYTES);
                names.put(text(), text());
            }
            long userNanos = in.signed();
            long systemNanos = in.signed();
            recordings.add(new Recording(texts[0], texts[1], texts[2], texts[3], Evidence.values()[evidence >> 1],
                    texts[4], texts[5], numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5],
                    numbers[6], numbers[7], (evidence & 1) != 0, (int) numbers[8], warnings,
                    new Labels(host, pid, names),
                    userNanos < 0 ? Optional.empty() : Optional.of(new KernelAccounting(userNanos, systemNanos))));
        }
        return recordings;
    }

    private List<Unit> units() throws IOException, DamagedProfileException {
        List<Unit> units = new ArrayList<>();
        for (int left = count(); left > 0; left--) {
            in.take(OBJECT_BYTES);
            String host = text();
            long hour = in.signed();
            Evidence evidence = Evidence.values()[in.below(Evidence.values().length)];
            int recordings = count();
            long samples = in.signed();
            long cpuNanos = in.signed();
            long systemNanos = in.signed();
            List<Unit.Span> spans = new ArrayList<>();
            long before = hour;
            for (int more = count(); more > 0; more--) {
                in.take(32);
                long start = before + in.signed();
                before = start + in.signed();
                spans.add(new Unit.Span(start, before));
            }
            units.add(new Unit(host, hour, spans, evidence, recordings, samples, cpuNanos, systemNanos));
        }
        return units;
    }

    private List<Event> events() throws IOException, DamagedProfileException {
        List<Event> events = new ArrayList<>();
        for (int left = count(); left > 0; left--) {
            in.take(OBJECT_BYTES);
            String name = text();
            String engine = text();
            int evidence = in.below(2L * Evidence.values().length);
            events.add(new Event(name, engine, Evidence.values()[evidence >> 1], (evidence & 1) != 0));
        }
        return events;
    }

    private Methods methods() throws IOException, DamagedProfileException {
        Methods methods = new Methods();
        int count = count();
        int className = 0;
        for (int id = 0; id < count; id++) {
            in.take(2 * OBJECT_BYTES);
            int next = className + in.below(textCount - (long) className);
            String name = text();
            String module = text();
            if (id == 0 || next != className) {
                methods.source(strings[next], text());
            }
            className = next;
            if (methods.id(strings[className], name) != id) {
                throw new DamagedProfileException("the profile is damaged (a method is listed twice)");
            }
            methods.module(id, module);
        }
        return methods;
    }

    private CallTree tree(Methods methods) throws IOException, DamagedProfileException {
        CallTree tree = new CallTree();
        int size = count();
        for (int node = 1; node < size; node++) {
            in.take(NODE_BYTES);
            int parent = node - 1 - in.below(node);
            int method = in.below(methods.size());
            long lineKind = in.number();
            if (lineKind < 0 || lineKind != CallTree.lineKind((int) Math.min(lineKind >>> 2, Integer.MAX_VALUE),
                    (int) lineKind & 3) || tree.child(parent, method, (int) lineKind) != node) {
                throw new DamagedProfileException("the profile is damaged (node " + node + " of its call tree)");
            }
        }
        return tree;
    }

    private Rows rows(int nodes, int groups, int events, int units) throws IOException, DamagedProfileException {
        RowKeys keys = new RowKeys();
        RowTable table = new RowTable();
        long[] nanosPerSample = new long[events];
        int leaf = 0;
        for (int left = count(); left > 0; left--) {
            in.take(ROW_BYTES);
            leaf += in.below((long) nodes - leaf);
            int eventSystem = in.below(events * 3L);
            int event = eventSystem / 3;
            int group = in.below(groups);
            int unit = units > 1 ? in.below(units) : 0;
            long samples = in.number();
            long nanos = in.signed() + samples * nanosPerSample[event];
            int system = eventSystem % 3;
            long systemSamples = system == 0 ? 0 : system == 1 ? samples : in.signed();
            long systemNanos = system == 0 ? 0 : system == 1 ? nanos : in.signed();
            int row = RowKeys.row(table, leaf, keys.number(group, event, unit));
            table.add(row, samples, nanos);
            table.addSystem(row, systemSamples, systemNanos);
            nanosPerSample[event] = samples == 0 ? nanosPerSample[event] : nanos / samples;
        }
        return keys.rows(table);
    }

    private List<IoOperation> io(int nodes) throws IOException, DamagedProfileException {
        IoTable io = new IoTable(Integer.MAX_VALUE);
        for (int left = count(); left > 0; left--) {
            in.take(2 * OBJECT_BYTES);
            int kind = in.below(2L * IoOperation.Kind.values().length);
            int leaf = in.below(nodes);
            String target = text();
            long calls = in.signed();
            long bytes = in.signed();
            long nanos = in.signed();
            SizeHistogram sizes = new SizeHistogram();
            long used = in.number();
            for (int size = 0; size < Long.SIZE; size++) {
                if ((used & 1L << size) != 0) {
                    sizes.add(size, in.number());
                }
            }
            io.add(IoOperation.Kind.values()[kind >> 1], leaf, target, calls, bytes, nanos, sizes, (kind & 1) != 0);
        }
        return new IoOperations(io);
    }

    private EventCounts counts(int nodes, int groups) throws IOException, DamagedProfileException {
        EventCounts.Table counts = new EventCounts.Table(Integer.MAX_VALUE);
        EventCount.Kind[] kinds = EventCount.Kind.values();
        for (int left = count(); left > 0; left--) {
            in.take(OBJECT_BYTES);
            counts.add(new EventCount(kinds[in.below(kinds.length)], in.below(nodes), in.below(groups), text(),
                    in.signed(), in.signed()));
        }
        Map<EventCount.Kind, Long> thresholds = new EnumMap<>(EventCount.Kind.class);
        for (int left = count(); left > 0; left--) {
            thresholds.put(kinds[in.below(kinds.length)], in.signed());
        }
        Map<String, Gauge> gauges = new HashMap<>();
        for (int left = count(); left > 0; left--) {
            in.take(OBJECT_BYTES);
            gauges.put(text(), new Gauge(in.signed(), in.signed(), in.signed(), in.signed(), in.signed(), in.signed()));
        }
        return new EventCounts(counts.counts().rows(), thresholds, gauges);
    }
}
