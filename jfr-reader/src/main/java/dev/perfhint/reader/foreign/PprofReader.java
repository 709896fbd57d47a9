package dev.perfhint.reader.foreign;

import dev.perfhint.profile.Recording;
import dev.perfhint.profile.build.ProfileBuilder;
import dev.perfhint.reader.foreign.ProtobufLocation.Symbol;
import dev.perfhint.reader.input.ReadOptions;
import dev.perfhint.reader.input.RecordingSource;
import dev.perfhint.reader.input.UnreadableRecordingException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Reads pprof profiles, as Go's tools, Pyroscope, Parca and jfrconv write them (perftools.profiles.Profile).
 *
 * <p>Of several kinds of values the CPU time is taken, with the count of samples beside it; {@code --event} names
 * another.
 */
public final class PprofReader {
    private static final List<String> THREAD_LABELS =
            List.of("thread", "thread_name", "thread.name", "thread name", "comm");
    /** Datadog's name of a frame's type, in the place of the name that the linker knows. */
    private static final Set<String> FRAME_TYPES = Set.of("kernel", "jvm", "native", "abort-marker");

    private final byte[] bytes;
    private final List<String> strings = new ArrayList<>();
    private final Map<Long, String> mappings = new HashMap<>();
    private final Map<Long, Symbol> functions = new HashMap<>();
    private final Map<Long, List<NamedFrame>> locations = new HashMap<>();
    private final List<ValueType> types = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();
    private boolean complete = true;
    private long startNanos;
    private long durationNanos;
    private long period;
    private ValueType periodType = new ValueType("", "");
    private int counts = -1;
    private int nanos = -1;

    private PprofReader(byte[] bytes) {
        this.bytes = bytes;
    }

    /** Returns whether an input is a pprof profile, or the beginning of one that was cut. */
    public static boolean reads(RecordingSource source) throws IOException {
        ProtobufInput in = new ProtobufInput(ProtobufInput.message(source));
        int strings = 0;
        int samples = 0;
        try {
            for (int field = in.next(); field != 0; field = in.next()) {
                if (field > 15) {
                    return false;
                }
                strings += field == 6 ? 1 : 0;
                samples += field == 2 ? 1 : 0;
                in.skip();
            }
        } catch (IOException e) {
            return samples > 0 && strings > 0; // cut: what is whole is used
        }
        return strings > 0 && samples > 0;
    }

    public static Optional<Recording> read(
            String path, RecordingSource source, ReadOptions options, ProfileBuilder builder)
            throws IOException, UnreadableRecordingException {
        PprofReader reader = new PprofReader(ProtobufInput.limited(path, ProtobufInput.message(source)));
        reader.each(6, in -> reader.strings.add(in.text()));
        reader.each(3, reader::mapping);
        reader.each(5, reader::function);
        reader.each(4, reader::location);
        reader.each(1, in -> reader.types.add(reader.valueType(in.message())));
        reader.each(9, in -> reader.startNanos = in.number());
        reader.each(10, in -> reader.durationNanos = in.number());
        reader.each(12, in -> reader.period = in.number());
        reader.each(11, in -> reader.periodType = reader.valueType(in.message()));
        String event = reader.choose(path, options.event());
        StackTable stacks = new StackTable(options, builder);
        NamedStacks named = new NamedStacks(stacks);
        reader.each(2, in -> reader.sample(in.message(), named));
        if (stacks.size() == 0) {
            throw new UnreadableRecordingException(path + ": a pprof profile without samples");
        }
        long interval = reader.periodType.isNanos() ? reader.period : 0;
        return Optional.of(new StackRecording(path, "pprof", event, false, interval,
                reader.startNanos / 1_000_000, reader.durationNanos / 1_000_000, false, reader.complete,
                reader.warnings).finish(stacks, options, builder));
    }

    /** Reads a field's content. */
    private interface FieldReader {
        void read(ProtobufInput in) throws IOException;
    }

    /** Reads all fields of a number; what is damaged ends the walk, and what came before is used. */
    private void each(int wanted, FieldReader reader) {
        ProtobufInput in = new ProtobufInput(bytes);
        try {
            for (int field = in.next(); field != 0; field = in.next()) {
                if (field == wanted) {
                    reader.read(in);
                } else {
                    in.skip();
                }
            }
        } catch (IOException e) {
            if (complete) {
                warnings.add("the pprof profile is damaged or cut: " + e.getMessage());
            }
            complete = false;
        }
    }

    private ValueType valueType(ProtobufInput in) throws IOException {
        long[] type = in.numberFields(2);
        return new ValueType(string(type[1]), string(type[2]));
    }

    private void mapping(ProtobufInput field) throws IOException {
        long[] mapping = field.message().numberFields(5);
        mappings.put(mapping[1], string(mapping[5]));
    }

    private void function(ProtobufInput field) throws IOException {
        long[] function = field.message().numberFields(4);
        String name = string(function[2]);
        String system = string(function[3]);
        functions.put(function[1], new Symbol(name, FRAME_TYPES.contains(system) && !system.equals(name) ? system : "",
                string(function[4])));
    }

    private void location(ProtobufInput field) throws IOException {
        ProtobufLocation location = ProtobufLocation.read(field.message(), 4);
        locations.put(location.numbers()[1],
                location.functions(id -> functions.getOrDefault(id, Symbol.UNKNOWN),
                        mappings.getOrDefault(location.numbers()[2], ""), ""));
    }

    /** Chooses the values to read and returns their event. */
    private String choose(String path, String wanted) throws UnreadableRecordingException {
        int chosen = -1;
        for (int i = 0; i < types.size() && chosen < 0; i++) {
            chosen = wanted.isEmpty() ? types.get(i).isCpu(periodType) ? i : -1
                    : types.get(i).type().equals(wanted) || types.get(i).event(periodType).equals(wanted) ? i : -1;
        }
        if (chosen < 0 && !wanted.isEmpty()) {
            throw new UnreadableRecordingException(path + ": holds no event " + wanted + ", but "
                    + String.join(", ", types.stream().map(ValueType::type).distinct().toList()));
        }
        chosen = Math.max(chosen, 0);
        if (!complete && types.stream().allMatch(type -> type.type().isEmpty())) {
            throw new UnreadableRecordingException(path + ": " + warnings.get(0) + ", and its names are lost: copy it"
                    + " again");
        }
        if (types.isEmpty()) {
            throw new UnreadableRecordingException(path + ": a pprof profile that does not say what its values are");
        }
        String event = types.get(chosen).event(periodType);
        for (int i = 0; i < types.size(); i++) {
            boolean same = types.get(i).event(periodType).equals(event);
            if (types.get(i).isNanos() && same) {
                nanos = i;
            } else if (types.get(i).isCount() && (same || types.get(i).countsSamples())) {
                counts = i;
            }
        }
        if (counts < 0 && nanos < 0) {
            counts = chosen; // bytes, for instance: a metric of its own
        }
        return event;
    }

    private void sample(ProtobufInput in, NamedStacks stacks) throws IOException {
        stacks.begin();
        List<Long> values = new ArrayList<>();
        String[] thread = {""};
        for (int field = in.next(); field != 0; field = in.next()) {
            switch (field) {
                case 1 -> in.numbers(id -> locations.getOrDefault(id, List.of(NamedFrame.UNKNOWN))
                        .forEach(stacks::caller));
                case 2 -> in.numbers(value -> {
                    if (values.size() < types.size()) {
                        values.add(value);
                    }
                });
                case 3 -> label(in.message(), thread);
                default -> in.skip();
            }
        }
        stacks.end(thread[0], value(values, counts), value(values, nanos));
    }

    private static long value(List<Long> values, int index) {
        return index < 0 || index >= values.size() ? 0 : Math.max(0, values.get(index));
    }

    private void label(ProtobufInput in, String[] thread) throws IOException {
        long[] label = in.numberFields(2);
        if (THREAD_LABELS.contains(string(label[1]))) {
            thread[0] = string(label[2]);
        }
    }

    private String string(long index) {
        return index >= 0 && index < strings.size() ? strings.get((int) index) : "";
    }
}
