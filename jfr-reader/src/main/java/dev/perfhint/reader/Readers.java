package dev.perfhint.reader;

import dev.perfhint.reader.foreign.CollapsedReader;
import dev.perfhint.reader.foreign.FlameGraphReader;
import dev.perfhint.reader.foreign.OtlpReader;
import dev.perfhint.reader.foreign.PerfScriptReader;
import dev.perfhint.reader.foreign.PprofReader;
import dev.perfhint.reader.foreign.StoredProfile;
import dev.perfhint.reader.input.Reader;
import dev.perfhint.reader.input.RecordingSource;
import dev.perfhint.reader.jfr.JfrReader;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The input formats. A new one needs a line in the list, and its title in the help. */
public final class Readers {
    /** What the help says of recordings, for all commands. */
    public static final String HELP =
            "JFR file or repository directory, perfhint profile, collapsed text, flame graph, pprof, OTLP or perf"
                    + " script, or gzip of these; - is standard input; repeatable.";

    /** In the order in which an input is offered to them: the first that recognises it reads it. */
    public static final List<Reader> ALL = List.of(
            new Reader("jfr", "JFR file", List.of("jfr"), JfrReader::reads, JfrReader::read),
            new Reader("profile", "perfhint profile", List.of("php"), StoredProfile::reads, StoredProfile::read),
            new Reader("flamegraph", "flame graph", List.of("html"), FlameGraphReader::reads, FlameGraphReader::read),
            new Reader("perf-script", "perf script", List.of("txt"), PerfScriptReader::reads, PerfScriptReader::read),
            new Reader("collapsed", "collapsed text", List.of("collapsed", "txt"), CollapsedReader::reads,
                    CollapsedReader::read),
            new Reader("otlp", "OTLP", List.of("otlp"), OtlpReader::reads, OtlpReader::read),
            new Reader("pprof", "pprof", List.of("pprof", "pb"), PprofReader::reads, PprofReader::read));

    private Readers() {}

    /** Returns the suffixes of all formats, and that of gzip. */
    public static List<String> suffixes() {
        return Stream.concat(ALL.stream().flatMap(reader -> reader.suffixes().stream()),
                Stream.of("gz")).distinct().toList();
    }

    /** Returns the format of an input, decided here and nowhere else; empty for what {@link Refusal} explains. */
    static Optional<Reader> of(RecordingSource source) throws IOException {
        if (Refusal.of(source.head()).isPresent()) {
            return Optional.empty();
        }
        for (Reader reader : ALL) {
            if (reader.recognition().reads(source)) {
                return Optional.of(reader);
            }
        }
        return Optional.empty();
    }
}
