package dev.perfhint.reader.foreign;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;

/**
 * A place in code as pprof and OTLP have it: the function that stands there, with those inlined into it.
 *
 * @param numbers the first two fields by their numbers: an id, an index of what it was loaded from
 * @param lines a function's id or index and a line each, the innermost first; at most 256
 */
record ProtobufLocation(long[] numbers, List<long[]> lines) {
    private static final int MAX_INLINED = 256;
    private static final int MAX_LINE = 65_535;

    /**
     * A function as tables have it.
     *
     * @param frameType as OpenTelemetry names it, where the function says so; else empty
     * @param file what it was compiled from, empty if unknown
     */
    record Symbol(String name, String frameType, String file) {
        static final Symbol UNKNOWN = new Symbol("[unknown]", "", "");
    }

    static ProtobufLocation read(ProtobufInput in, int lineField) throws IOException {
        long[] numbers = new long[3];
        List<long[]> lines = new ArrayList<>();
        for (int field = in.next(); field != 0; field = in.next()) {
            if (field == lineField) {
                long[] line = in.message().numberFields(2);
                if (lines.size() < MAX_INLINED) {
                    lines.add(line);
                }
            } else if (field < numbers.length) {
                numbers[field] = in.number();
            } else {
                in.skip();
            }
        }
        return new ProtobufLocation(numbers, lines);
    }

    /**
     * Returns the functions, the innermost first; one without a name stands for those of a place without any.
     *
     * @param frameType of the place, as OpenTelemetry names it; else empty
     */
    List<NamedFrame> functions(LongFunction<Symbol> symbols, String loadedFrom, String frameType) {
        List<NamedFrame> functions = new ArrayList<>();
        for (long[] line : lines) {
            Symbol symbol = symbols.apply(line[1]);
            if (!symbol.name().isEmpty()) {
                functions.add(NamedFrame.of(symbol.name(), (int) Math.max(0, Math.min(line[2], MAX_LINE)), loadedFrom,
                        symbol.file(), frameType.isEmpty() ? symbol.frameType() : frameType));
            }
        }
        return functions.isEmpty() ? List.of(NamedFrame.of(unnamed(loadedFrom), 0, loadedFrom, "", frameType))
                : functions;
    }

    private static String unnamed(String loadedFrom) {
        return loadedFrom.isEmpty() ? "[unknown]" : loadedFrom.substring(loadedFrom.lastIndexOf('/') + 1);
    }
}
