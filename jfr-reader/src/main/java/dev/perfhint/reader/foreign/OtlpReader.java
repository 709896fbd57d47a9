package dev.perfhint.reader.foreign;

import dev.perfhint.profile.CpuEvents;
import dev.perfhint.profile.Recording;
import dev.perfhint.profile.build.ProfileBuilder;
import dev.perfhint.reader.input.ReadOptions;
import dev.perfhint.reader.input.RecordingSource;
import dev.perfhint.reader.input.UnreadableRecordingException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Reads OpenTelemetry profiles (ProfilesData, v1development, in each {@link OtlpLayout}), as the eBPF profiler,
 * async-profiler and jfrconv write them.
 *
 * <p>All profiles of one event are read, CPU before others; {@code --event} names another.
 */
public final class OtlpReader {
    private static final String THREAD_NAME = "thread.name";
    private static final String PROCESS = "process.pid";
    private static final String ENGINE = "perf_events";

    /** What one profile has: of each kind of value its type. */
    private record Header(OtlpTables tables, List<ValueType> types, ValueType periodType, long period, long startNanos,
            long durationNanos, int[] locations, boolean threadsCounted, List<ProtobufInput> samples) {
        String event(int type) {
            // async-profiler names its engine; one that counts nanoseconds samples the CPU's clock
            boolean clock = periodType.isNanos() || types.stream().anyMatch(ValueType::isNanos);
            return types.get(type).type().equals(ENGINE) && clock ? "cpu" : types.get(type).event(periodType);
        }

        /** Returns the place of the values of an event that have such a unit; -1 if there is none. */
        int place(String event, Predicate<ValueType> unit) {
            for (int i = 0; i < types.size(); i++) {
                if (event(i).equals(event) && unit.test(types.get(i))) {
                    return i;
                }
            }
            return -1;
        }
    }

    private final OtlpLayout layout;
    private final List<Header> headers = new ArrayList<>();
    private final Set<String> processes = new HashSet<>();

    private OtlpReader(OtlpLayout layout) {
        this.layout = layout;
    }

    /** Returns whether an input holds OTLP profiles: resources with profiles, and somewhere the tables. */
    public static boolean reads(RecordingSource source) throws IOException {
        ProtobufInput in = new ProtobufInput(ProtobufInput.message(source));
        List<Integer> fields = new ArrayList<>();
        List<ProtobufInput> resources = new ArrayList<>();
        try {
            for (int field = in.next(); field != 0; field = in.next()) {
                if (field > OtlpLayout.TABLES_OF_FILE.tables().attributes() + 1 || !in.isBytes()) {
                    return false;
                }
                if (field == 1) {
                    resources.add(in.message());
                } else {
                    in.skip();
                }
                fields.add(field);
            }
            List<ProtobufInput> profiles = profiles(resources);
            return !profiles.isEmpty() && hasTables(OtlpLayout.of(fields, profiles), profiles.get(0));
        } catch (IOException e) {
            return false;
        }
    }

    // pprof begins with a message too, whose fields mean other things
    private static boolean hasTables(OtlpLayout layout, ProtobufInput profile) throws IOException {
        boolean types = false;
        boolean strings = layout != OtlpLayout.TABLES_OF_PROFILES;
        for (int field = profile.next(); field != 0; field = profile.next()) {
            types |= field == 1 && profile.isBytes();
            strings |= field == layout.tables().strings();
            profile.skip();
        }
        return types && strings;
    }

    public static Optional<Recording> read(
            String path, RecordingSource source, ReadOptions options, ProfileBuilder builder)
            throws IOException, UnreadableRecordingException {
        byte[] bytes = ProtobufInput.limited(path, ProtobufInput.message(source));
        try {
            List<Integer> fields = new ArrayList<>();
            List<ProtobufInput> resources = new ArrayList<>();
            ProtobufInput dictionary = new ProtobufInput(new byte[0]);
            ProtobufInput in = new ProtobufInput(bytes);
            for (int field = in.next(); field != 0; field = in.next()) {
                fields.add(field);
                ProtobufInput message = in.message();
                if (field == 1) {
                    resources.add(message);
                } else if (field == OtlpLayout.DICTIONARY_FIELD) {
                    dictionary = message;
                }
            }
            List<ProtobufInput> copies = resources.stream().map(ProtobufInput::copy).toList();
            List<ProtobufInput> profiles = profiles(resources);
            OtlpReader reader = new OtlpReader(OtlpLayout.of(fields, profiles));
            for (ProtobufInput resource : copies) {
                reader.process(resource);
            }
            switch (reader.layout) {
                case TABLES_OF_PROFILES -> reader.headers(profiles, Optional.empty());
                case TABLES_OF_FILE -> reader.headers(profiles, Optional.of(new ProtobufInput(bytes)));
                default -> reader.headers(profiles, Optional.of(dictionary));
            }
            return Optional.of(reader.recording(path, options, builder));
        } catch (IOException e) {
            throw new UnreadableRecordingException(path + ": OTLP profiles, " + e.getMessage(), e);
        }
    }

    private void process(ProtobufInput in) throws IOException {
        for (int field = in.next(); field != 0; field = in.next()) {
            if (field != 1) {
                in.skip();
                continue;
            }
            ProtobufInput resource = in.message();
            for (int each = resource.next(); each != 0; each = resource.next()) {
                if (each == 1) {
                    process(OtlpTables.ofResource(resource.message()));
                } else {
                    resource.skip();
                }
            }
        }
    }

    private void process(OtlpTables.Attribute attribute) {
        if (attribute.key().equals(PROCESS)) {
            processes.add(attribute.value());
        }
    }

    /** Returns the profiles of all resources and scopes. */
    private static List<ProtobufInput> profiles(List<ProtobufInput> resources) throws IOException {
        List<ProtobufInput> profiles = new ArrayList<>();
        for (ProtobufInput resource : resources) {
            for (int field = resource.next(); field != 0; field = resource.next()) {
                if (field != 2) {
                    resource.skip();
                    continue;
                }
                ProtobufInput scope = resource.message();
                for (int each = scope.next(); each != 0; each = scope.next()) {
                    if (each == 2) {
                        profiles.add(scope.message());
                    } else {
                        scope.skip();
                    }
                }
            }
        }
        return profiles;
    }

    private void headers(List<ProtobufInput> profiles, Optional<ProtobufInput> withTables) throws IOException {
        OtlpTables shared = new OtlpTables(withTables.orElse(new ProtobufInput(new byte[0])), layout.tables());
        for (ProtobufInput profile : profiles) {
            headers.add(header(profile, withTables.isPresent() ? shared
                    : new OtlpTables(profile.copy(), layout.tables())));
        }
    }

    private Header header(ProtobufInput in, OtlpTables tables) throws IOException {
        List<ValueType> types = new ArrayList<>();
        List<ProtobufInput> samples = new ArrayList<>();
        List<Integer> locations = new ArrayList<>();
        ValueType periodType = new ValueType("", "");
        long period = 0;
        long start = 0;
        long duration = 0;
        for (int field = in.next(); field != 0; field = in.next()) {
            if (field == 1) {
                types.add(tables.valueType(in.message()));
            } else if (field == 2) {
                samples.add(in.message());
            } else if (field == layout.locationIndices()) {
                in.numbers(index -> locations.add((int) Math.min(Integer.MAX_VALUE, index)));
            } else if (field == layout.times().start()) {
                start = in.number();
            } else if (field == layout.times().duration()) {
                duration = in.number();
            } else if (field == layout.times().periodType()) {
                periodType = tables.valueType(in.message());
            } else if (field == layout.times().period()) {
                period = in.number();
            } else {
                in.skip();
            }
        }
        if (types.isEmpty()) {
            types.add(new ValueType("", ""));
        }
        return new Header(tables, types, periodType, period, start, duration,
                locations.stream().mapToInt(Integer::intValue).toArray(), endsBeyond(locations.size(), samples),
                samples);
    }

    /**
     * Returns whether a stack ends after the last place: async-profiler 4.2 counts the thread as a place, and does not
     * write it.
     */
    private boolean endsBeyond(int locations, List<ProtobufInput> samples) throws IOException {
        if (layout == OtlpLayout.STACKS) {
            return false;
        }
        for (ProtobufInput sample : samples) {
            long[] section = sample.copy().numberFields(2);
            if (section[1] + section[2] > locations) {
                return true;
            }
        }
        return false;
    }

    private Recording recording(String path, ReadOptions options, ProfileBuilder builder)
            throws IOException, UnreadableRecordingException {
        List<String> events = new ArrayList<>();
        for (Header header : headers) {
            for (int i = 0; i < header.types().size(); i++) {
                events.add(header.event(i));
            }
        }
        String event = options.event().isEmpty()
                ? events.stream().filter(CpuEvents::isCpu).findFirst().orElse(events.isEmpty() ? "" : events.get(0))
                : options.event();
        boolean named = !event.isEmpty();
        if (!events.contains(event) && !(events.contains("") && CpuEvents.isCpu(event))) {
            throw new UnreadableRecordingException(path + (events.isEmpty() ? ": OTLP data without a profile"
                    : ": holds no event " + event + ", but "
                            + String.join(", ", events.stream().distinct().toList())));
        }
        StackTable table = new StackTable(options, builder);
        NamedStacks stacks = new NamedStacks(table);
        Optional<Header> first = Optional.empty();
        long durationNanos = 0;
        for (Header header : headers) {
            String own = header.place(event, type -> true) < 0 ? "" : event;
            if (header.place(own, type -> true) >= 0) {
                first = first.isPresent() ? first : Optional.of(header);
                durationNanos = Math.max(durationNanos, header.durationNanos());
                for (ProtobufInput sample : header.samples()) {
                    sample(sample, header, own, stacks);
                }
            }
        }
        if (table.size() == 0) {
            throw new UnreadableRecordingException(path + ": OTLP profiles without samples");
        }
        long period = first.filter(each -> each.periodType().isNanos()).map(Header::period).orElse(0L);
        List<String> warnings = new ArrayList<>();
        StackRecording.warning(processes).ifPresent(warnings::add);
        if (!named) {
            warnings.add("the OTLP file does not name what was sampled: cpu assumed, --event names another");
        }
        return new StackRecording(path, "otlp", named ? event : "cpu", false, period > 1 ? period : 0,
                first.map(Header::startNanos).orElse(0L) / 1_000_000, durationNanos / 1_000_000, false, true, warnings)
                        .finish(table, options, builder);
    }

    private void sample(ProtobufInput in, Header header, String event, NamedStacks stacks) throws IOException {
        OtlpLayout.Sample fields = layout.sample();
        long[] stack = new long[3];
        List<Long> values = new ArrayList<>();
        int times = 0;
        String[] thread = {""};
        for (int field = in.next(); field != 0; field = in.next()) {
            if (field == fields.values()) {
                in.numbers(values::add);
            } else if (field == fields.attributes()) {
                in.numbers(index -> {
                    OtlpTables.Attribute attribute = header.tables().attribute(index);
                    thread[0] = attribute.key().equals(THREAD_NAME)
                            ? CollapsedFrame.thread(attribute.value()).orElse(attribute.value()) : thread[0];
                    process(attribute);
                });
            } else if (field == fields.times()) {
                times += layout == OtlpLayout.STACKS ? in.fixedCount() : in.count();
            } else if (field < stack.length && !in.isBytes()) {
                stack[field] = in.number();
            } else {
                in.skip();
            }
        }
        stacks.begin();
        long length = stack[2] - (header.threadsCounted() && !thread[0].isEmpty() ? 1 : 0);
        for (int location : layout == OtlpLayout.STACKS ? header.tables().stack(stack[1])
                : section(header.locations(), stack[1], length)) {
            header.tables().location(location).forEach(stacks::caller);
        }
        long nanos = value(values, header, header.place(event, ValueType::isNanos));
        long counted = value(values, header, header.place(event, type -> !type.isNanos()));
        boolean events = header.place(event, ValueType::isCount) >= 0;
        // the eBPF profiler writes the time of each sample, and one value for all of them or none
        stacks.end(thread[0], values.isEmpty() || events ? Math.max(counted, times) : counted, nanos);
    }

    /** Returns the sum of the values of one kind; there is one of each kind, or one for each time. */
    private static long value(List<Long> values, Header header, int place) {
        if (header.types().size() > 1) {
            return place >= 0 && place < values.size() ? Math.max(0, values.get(place)) : 0;
        }
        return place < 0 ? 0 : values.stream().mapToLong(value -> Math.max(0, value)).sum();
    }

    private static int[] section(int[] locations, long start, long length) {
        int from = (int) Math.max(0, Math.min(start, locations.length));
        int to = (int) Math.max(from, Math.min(from + Math.max(0, Math.min(length, StackTable.MAX_DEPTH)),
                locations.length));
        return Arrays.copyOfRange(locations, from, to);
    }
}
