package dev.perfhint.reader;

import dev.perfhint.reader.ForeignProfiles.Stack;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes the profile of {@link ForeignProfiles} as OTLP of each release of the protocol, with what OpenTelemetry's eBPF profiler writes:
 * methods with signatures, types of frames, a time for each sample and one value or none.
 */
final class OtlpProfiles {
    private static final long TIME_NANOS = 1_760_000_000_000_000_000L;

    private final List<String> strings = new ArrayList<>(List.of(""));
    private final List<String> functions = new ArrayList<>(List.of(""));
    private final ProtobufWriter tables = new ProtobufWriter();
    private final List<ProtobufWriter> attributes = new ArrayList<>(List.of(new ProtobufWriter()));
    private final boolean textKeys;

    private OtlpProfiles(boolean textKeys) {
        this.textKeys = textKeys;
    }

    static byte[] withStacks() {
        OtlpProfiles profiles = new OtlpProfiles(false);
        ProtobufWriter profile = profiles.types(5, 6).fixed(3, TIME_NANOS);
        profiles.tables.message(7, new ProtobufWriter());
        int stack = 1;
        for (Stack each : ForeignProfiles.STACKS) {
            profiles.tables.message(7, new ProtobufWriter().packed(1, ForeignProfiles.leafFirst(each, profiles.functions)));
            profile.message(2, new ProtobufWriter().number(1, stack++).packed(2, profiles.thread(each)).packedFixed(5, times(each)));
        }
        profiles.tables(1, 2, 3, 5, 6, 4);
        return new ProtobufWriter().message(1, resource(profile)).message(2, profiles.tables).toBytes();
    }

    static byte[] withDictionary() {
        OtlpProfiles profiles = new OtlpProfiles(true);
        ProtobufWriter profile = profiles.types(6, 7).number(4, TIME_NANOS);
        profiles.sections(profile, 3);
        profiles.tables(1, 2, 3, 5, 6, 5);
        return new ProtobufWriter().message(1, resource(profile)).message(2, profiles.tables).toBytes();
    }

    static byte[] withTablesOfFile() {
        OtlpProfiles profiles = new OtlpProfiles(true);
        ProtobufWriter profile = profiles.types(6, 7).number(4, TIME_NANOS);
        profiles.sections(profile, 3);
        profiles.tables(2, 3, 4, 6, 7, 5);
        return new ProtobufWriter().message(1, resource(profile)).append(profiles.tables).toBytes();
    }

    static byte[] withTablesOfProfile() {
        OtlpProfiles profiles = new OtlpProfiles(true);
        ProtobufWriter profile = profiles.types(13, 14).number(11, TIME_NANOS);
        profiles.sections(profile, 5);
        profiles.tables(3, 4, 6, 10, 7, 5);
        return new ProtobufWriter().message(1, resource(profile.append(profiles.tables))).toBytes();
    }

    /** Samples are counted, of a type that is named by the period alone. */
    private ProtobufWriter types(int periodType, int period) {
        return new ProtobufWriter().message(1, ForeignProfiles.valueType(strings, "samples", "count"))
                .message(periodType, ForeignProfiles.valueType(strings, "cpu", "nanoseconds")).number(period, ForeignProfiles.INTERVAL_NANOS);
    }

    private static ProtobufWriter resource(ProtobufWriter profile) {
        return new ProtobufWriter().message(1, new ProtobufWriter()).message(2, new ProtobufWriter().message(2, profile));
    }

    private static long[] times(Stack stack) {
        long[] times = new long[stack.samples()];
        for (int i = 0; i < times.length; i++) {
            times[i] = TIME_NANOS + i * ForeignProfiles.INTERVAL_NANOS;
        }
        return times;
    }

    /** Each stack is a section of one list; one value stands for all times. */
    private void sections(ProtobufWriter profile, int indicesField) {
        List<Long> indices = new ArrayList<>();
        for (Stack each : ForeignProfiles.STACKS) {
            long[] locations = ForeignProfiles.leafFirst(each, functions);
            profile.message(2, new ProtobufWriter().number(1, indices.size()).number(2, locations.length).packed(3, 1)
                    .packed(4, thread(each)).packed(6, times(each)));
            for (long location : locations) {
                indices.add(location);
            }
        }
        profile.packed(indicesField, indices.stream().mapToLong(Long::longValue).toArray());
    }

    private long thread(Stack stack) {
        return attribute("thread.name", stack.thread());
    }

    private long attribute(String key, String value) {
        ProtobufWriter attribute = textKeys ? new ProtobufWriter().text(1, key) : new ProtobufWriter().number(1, ForeignProfiles.index(strings, key));
        attributes.add(attribute.message(2, new ProtobufWriter().text(1, value)));
        return attributes.size() - 1;
    }

    private void tables(int mappings, int locations, int functionTable, int stringTable, int attributeTable, int locationAttributes) {
        tables.message(mappings, new ProtobufWriter());
        for (int id = 0; id < functions.size(); id++) {
            String name = functions.get(id);
            tables.message(locations, id == 0 ? new ProtobufWriter() : new ProtobufWriter().message(3, new ProtobufWriter().number(1, id))
                    .packed(locationAttributes, attribute("profile.frame.type", ForeignProfiles.frameType(name))));
            tables.message(functionTable, id == 0 ? new ProtobufWriter()
                    : new ProtobufWriter().number(1, ForeignProfiles.index(strings, ForeignProfiles.signature(name))));
        }
        attributes.forEach(each -> tables.message(attributeTable, each));
        strings.forEach(each -> tables.text(stringTable, each));
    }
}
