package dev.perfhint.reader.foreign;

import dev.perfhint.profile.CpuEvents;
import dev.perfhint.profile.Recording;
import dev.perfhint.profile.build.ProfileBuilder;
import dev.perfhint.reader.foreign.NamedStacks.Function;
import dev.perfhint.reader.foreign.ProtobufLocation.Symbol;
import dev.perfhint.reader.input.ReadOptions;
import dev.perfhint.reader.input.RecordingSource;
import dev.perfhint.reader.input.UnreadableRecordingException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads OpenTelemetry profiles (ProfilesData, v1development with a stack table), as async-profiler 4 and jfrconv write
 * them.
 *
 * <p>All profiles of one event are read, CPU before others; {@code --event} names another.
 */
public final class OtlpReader {
    private static final String THREAD_NAME = "thread.name";
    private static final String ENGINE = "perf_events";
    private static final List<String> NANOS = List.of("ns", "nanoseconds");

    private record Attribute(String key, String value) {}

    private record Header(String event, String unit, long period, boolean periodIsNanos, long startNanos,
            long durationNanos) {}

    private final List<String> strings = new ArrayList<>();
    private final List<String> mappings = new ArrayList<>();
    private final List<Symbol> functions = new ArrayList<>();
    private final List<List<Function>> locations = new ArrayList<>();
    private final List<Attribute> attributes = new ArrayList<>();
    private final List<ProtobufInput> stackMessages = new ArrayList<>();
    private final List<int[]> stacks = new ArrayList<>();

    private OtlpReader() {}

    /** Returns whether an input holds OTLP profiles: resource profiles and one dictionary with a table of stacks. */
    public static boolean reads(RecordingSource source) throws IOException {
        ProtobufInput in = new ProtobufInput(ProtobufInput.message(source));
        boolean dictionary = false;
        boolean profiles = false;
        try {
            for (int field = in.next(); field != 0; field = in.next()) {
                if (field > 2) {
                    return false;
                }
                ProtobufInput message = in.message();
                profiles |= field == 1;
                dictionary |= field == 2 && hasStacks(message);
            }
        } catch (IOException e) {
            return false;
        }
        return dictionary && profiles;
    }

    private static boolean hasStacks(ProtobufInput dictionary) throws IOException {
        for (int field = dictionary.next(); field != 0; field = dictionary.next()) {
            if (field == 7) {
                return true;
            }
            dictionary.skip();
        }
        return false;
    }

    public static Optional<Recording> read(
            String path, RecordingSource source, ReadOptions options, ProfileBuilder builder)
            throws IOException, UnreadableRecordingException {
        byte[] bytes = ProtobufInput.limited(path, ProtobufInput.message(source));
        try {
            OtlpReader reader = new OtlpReader();
            List<ProtobufInput> resources = new ArrayList<>();
            ProtobufInput in = new ProtobufInput(bytes);
            for (int field = in.next(); field != 0; field = in.next()) {
                if (field == 2) {
                    reader.dictionary(in.message());
                } else {
                    resources.add(in.message());
                }
            }
            return Optional.of(reader.profiles(profiles(resources), path, options, builder));
        } catch (IOException e) {
            throw new UnreadableRecordingException(path + ": OTLP profiles, " + e.getMessage(), e);
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

    // tables refer to tables that may follow them
    private void dictionary(ProtobufInput in) throws IOException {
        List<ProtobufInput> mappingMessages = new ArrayList<>();
        List<ProtobufInput> locationMessages = new ArrayList<>();
        List<ProtobufInput> functionMessages = new ArrayList<>();
        List<ProtobufInput> attributeMessages = new ArrayList<>();
        for (int field = in.next(); field != 0; field = in.next()) {
            switch (field) {
                case 1 -> mappingMessages.add(in.message());
                case 2 -> locationMessages.add(in.message());
                case 3 -> functionMessages.add(in.message());
                case 5 -> strings.add(in.text());
                case 6 -> attributeMessages.add(in.message());
                case 7 -> stackMessages.add(in.message());
                default -> in.skip();
            }
        }
        for (ProtobufInput message : mappingMessages) {
            mappings.add(string(message.numberFields(4)[4]));
        }
        for (ProtobufInput message : functionMessages) {
            long[] function = message.numberFields(3);
            functions.add(new Symbol(string(function[1]), string(function[3])));
        }
        for (ProtobufInput message : attributeMessages) {
            attributes.add(attribute(message));
        }
        for (ProtobufInput message : locationMessages) {
            locations.add(location(message));
        }
        for (ProtobufInput message : stackMessages) {
            stacks.add(stack(message));
        }
    }

    private Attribute attribute(ProtobufInput in) throws IOException {
        String key = "";
        String value = "";
        for (int field = in.next(); field != 0; field = in.next()) {
            switch (field) {
                case 1 -> key = string(in.number());
                case 2 -> {
                    ProtobufInput any = in.message();
                    for (int each = any.next(); each != 0; each = any.next()) {
                        if (each == 1) {
                            value = any.text();
                        } else {
                            any.skip();
                        }
                    }
                }
                default -> in.skip();
            }
        }
        return new Attribute(key, value);
    }

    private List<Function> location(ProtobufInput in) throws IOException {
        ProtobufLocation location = ProtobufLocation.read(in, 3);
        return location.functions(index -> at(functions, index, Symbol.UNKNOWN),
                at(mappings, location.numbers()[1], ""));
    }

    private int[] stack(ProtobufInput in) throws IOException {
        List<Integer> indices = new ArrayList<>();
        for (int field = in.next(); field != 0; field = in.next()) {
            if (field == 1) {
                in.numbers(index -> {
                    if (indices.size() < StackTable.MAX_DEPTH) {
                        indices.add((int) Math.min(Integer.MAX_VALUE, index));
                    }
                });
            } else {
                in.skip();
            }
        }
        return indices.stream().mapToInt(Integer::intValue).toArray();
    }

    private Recording profiles(List<ProtobufInput> profiles, String path, ReadOptions options, ProfileBuilder builder)
            throws IOException, UnreadableRecordingException {
        List<Header> headers = new ArrayList<>();
        List<List<ProtobufInput>> samples = new ArrayList<>();
        for (ProtobufInput profile : profiles) {
            List<ProtobufInput> own = new ArrayList<>();
            headers.add(header(profile, own));
            samples.add(own);
        }
        List<String> events = headers.stream().map(Header::event).distinct().toList();
        String event = options.event().isEmpty()
                ? events.stream().filter(CpuEvents::isCpu).findFirst().orElse(events.isEmpty() ? "" : events.get(0))
                : options.event();
        if (!events.contains(event)) {
            throw new UnreadableRecordingException(path + (events.isEmpty() ? ": OTLP data without a profile"
                    : ": holds no event " + event + ", but " + String.join(", ", events)));
        }
        StackTable table = new StackTable(options, builder);
        NamedStacks named = new NamedStacks(table);
        Header chosen = headers.get(events.indexOf(event));
        long durationNanos = 0;
        for (int i = 0; i < headers.size(); i++) {
            if (headers.get(i).event().equals(event)) {
                chosen = durationNanos == 0 ? headers.get(i) : chosen;
                durationNanos += headers.get(i).durationNanos();
                for (ProtobufInput sample : samples.get(i)) {
                    sample(sample, NANOS.contains(headers.get(i).unit()), named);
                }
            }
        }
        if (table.size() == 0) {
            throw new UnreadableRecordingException(path + ": OTLP profiles without samples");
        }
        return new StackRecording(path, "otlp", event, false, chosen.periodIsNanos() && chosen.period() > 1
                ? chosen.period() : 0,
                chosen.startNanos() / 1_000_000, durationNanos / 1_000_000, false, true, List.of())
                        .finish(table, options, builder);
    }

    private Header header(ProtobufInput in, List<ProtobufInput> samples) throws IOException {
        String[] type = {"", ""};
        String[] periodType = {"", ""};
        long period = 0;
        long start = 0;
        long duration = 0;
        for (int field = in.next(); field != 0; field = in.next()) {
            switch (field) {
                case 1 -> type = valueType(in.message());
                case 2 -> samples.add(in.message());
                case 3 -> start = in.number();
                case 4 -> duration = in.number();
                case 5 -> periodType = valueType(in.message());
                case 6 -> period = in.number();
                default -> in.skip();
            }
        }
        boolean nanos = NANOS.contains(periodType[1]);
        // async-profiler names its engine; one that counts nanoseconds samples the CPU's clock
        String event = type[0].equals(ENGINE) && nanos ? "cpu" : type[0];
        return new Header(event, type[1], period, nanos, start, duration);
    }

    private String[] valueType(ProtobufInput in) throws IOException {
        long[] type = in.numberFields(2);
        return new String[] {string(type[1]), string(type[2])};
    }

    private void sample(ProtobufInput in, boolean nanos, NamedStacks named) throws IOException {
        int[] stack = {};
        long[] sum = new long[1];
        boolean values = false;
        int times = 0;
        String[] thread = {""};
        for (int field = in.next(); field != 0; field = in.next()) {
            switch (field) {
                case 1 -> stack = at(stacks, in.number(), stack);
                case 2 -> in.numbers(index -> {
                    Attribute attribute = at(attributes, index, new Attribute("", ""));
                    thread[0] = attribute.key().equals(THREAD_NAME)
                            ? CollapsedFrame.thread(attribute.value()).orElse(attribute.value())
                            : thread[0];
                });
                case 4 -> {
                    values = true;
                    in.numbers(value -> sum[0] += Math.max(0, value));
                }
                case 5 -> times += in.fixedCount();
                default -> in.skip();
            }
        }
        named.begin();
        for (int location : stack) {
            at(locations, location, List.<Function>of()).forEach(named::caller);
        }
        long samples = values ? nanos ? 0 : sum[0] : times;
        named.end(thread[0], samples, values && nanos ? sum[0] : 0);
    }

    private String string(long index) {
        return at(strings, index, "");
    }

    private static <T> T at(List<T> table, long index, T otherwise) {
        return index >= 0 && index < table.size() ? table.get((int) index) : otherwise;
    }
}
