package dev.perfhint.reader.foreign;

import dev.perfhint.reader.foreign.ProtobufLocation.Symbol;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The tables that OTLP profiles refer to by the number of a row. */
final class OtlpTables {
    private static final String FRAME_TYPE = "profile.frame.type";

    /** A key and the text or whole number that it has; other values are left out. */
    record Attribute(String key, String value) {
        static final Attribute NONE = new Attribute("", "");
    }

    private final OtlpLayout.Tables layout;
    private final Map<Integer, List<ProtobufInput>> rows = new HashMap<>();
    private final List<String> strings = new ArrayList<>();
    private final List<String> mappings = new ArrayList<>();
    private final List<Symbol> functions = new ArrayList<>();
    private final List<Attribute> attributes = new ArrayList<>();
    private final List<List<NamedFrame>> locations = new ArrayList<>();
    private final List<int[]> stacks = new ArrayList<>();

    /** @param in what has the tables as its fields */
    OtlpTables(ProtobufInput in, OtlpLayout.Tables layout) throws IOException {
        this.layout = layout;
        for (int field = in.next(); field != 0; field = in.next()) {
            if (field == layout.strings()) {
                strings.add(in.text());
            } else if (field == layout.mappings() || field == layout.functions() || field == layout.attributes()
                    || field == layout.locations() || field == layout.stacks()) {
                rows.computeIfAbsent(field, key -> new ArrayList<>()).add(in.message());
            } else {
                in.skip();
            }
        }
        // tables refer to tables that may follow them
        for (ProtobufInput row : rows(layout.mappings())) {
            mappings.add(string(row.numberFields(4)[4]));
        }
        for (ProtobufInput row : rows(layout.functions())) {
            long[] function = row.numberFields(3);
            functions.add(new Symbol(string(function[1]), "", string(function[3])));
        }
        for (ProtobufInput row : rows(layout.attributes())) {
            attributes.add(attribute(row));
        }
        for (ProtobufInput row : rows(layout.locations())) {
            locations.add(location(row));
        }
        for (ProtobufInput row : rows(layout.stacks())) {
            stacks.add(stack(row));
        }
    }

    private List<ProtobufInput> rows(int field) {
        return rows.getOrDefault(field, List.of());
    }

    String string(long index) {
        return at(strings, index, "");
    }

    Attribute attribute(long index) {
        return at(attributes, index, Attribute.NONE);
    }

    /** Returns the functions of a place in code, the innermost first. */
    List<NamedFrame> location(long index) {
        return at(locations, index, List.of());
    }

    /** Returns the places of a stack, the innermost first. */
    int[] stack(long index) {
        return at(stacks, index, new int[0]);
    }

    ValueType valueType(ProtobufInput in) throws IOException {
        long[] type = in.numberFields(2);
        return new ValueType(string(type[1]), string(type[2]));
    }

    /** Returns the attribute of a resource that has its key as text. */
    static Attribute ofResource(ProtobufInput in) throws IOException {
        String key = "";
        String value = "";
        for (int field = in.next(); field != 0; field = in.next()) {
            switch (field) {
                case 1 -> key = in.text();
                case 2 -> value = text(in.message());
                default -> in.skip();
            }
        }
        return new Attribute(key, value);
    }

    private Attribute attribute(ProtobufInput in) throws IOException {
        String key = "";
        String value = "";
        for (int field = in.next(); field != 0; field = in.next()) {
            switch (field) {
                case 1 -> key = layout.textKeys() ? in.text() : string(in.number());
                case 2 -> value = text(in.message());
                default -> in.skip();
            }
        }
        return new Attribute(key, value);
    }

    private static String text(ProtobufInput any) throws IOException {
        String value = "";
        for (int field = any.next(); field != 0; field = any.next()) {
            if (field == 1) {
                value = any.text();
            } else if (field == 3 && !any.isBytes()) {
                value = Long.toString(any.number());
            } else {
                any.skip();
            }
        }
        return value;
    }

    private List<NamedFrame> location(ProtobufInput in) throws IOException {
        String[] frameType = {""};
        ProtobufInput again = in.copy();
        for (int field = again.next(); field != 0; field = again.next()) {
            if (field == layout.locationAttributes()) {
                again.numbers(index -> frameType[0] = attribute(index).key().equals(FRAME_TYPE)
                        ? attribute(index).value() : frameType[0]);
            } else {
                again.skip();
            }
        }
        ProtobufLocation location = ProtobufLocation.read(in, 3);
        return location.functions(index -> at(functions, index, Symbol.UNKNOWN),
                at(mappings, location.numbers()[1], ""), frameType[0]);
    }

    private static int[] stack(ProtobufInput in) throws IOException {
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

    private static <T> T at(List<T> table, long index, T otherwise) {
        return index >= 0 && index < table.size() ? table.get((int) index) : otherwise;
    }
}
