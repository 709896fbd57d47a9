package dev.perfhint.cli.output;

import dev.perfhint.source.file.SourceFile;
import dev.perfhint.source.file.Sources;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The lines of the user's sources as they were analysed, for outputs that show or measure them. */
public final class SourceLines {
    private final Optional<Sources> sources;
    private final Map<String, List<String>> files = new HashMap<>();

    public SourceLines(Optional<Sources> sources) {
        this.sources = sources;
    }

    /** Returns a line without its end; empty if there is no such file or line. */
    public Optional<String> line(String path, int line) {
        List<String> lines = files.computeIfAbsent(path, this::read);
        return line >= 1 && line <= lines.size() ? Optional.of(lines.get(line - 1)) : Optional.empty();
    }

    /** Returns a column of UTF-16 units as one of UTF-8 bytes; both 1-based. */
    public int byteColumn(String path, int line, int column) {
        return line(path, line)
                .map(text -> text.substring(0, Math.min(column - 1, text.length())))
                .map(before -> before.getBytes(StandardCharsets.UTF_8).length + 1)
                .orElse(column);
    }

    private List<String> read(String path) {
        return sources.flatMap(known -> known.named(path))
                .map(SourceFile::text)
                .map(text -> List.of(text.split("\r\n|\n|\r", -1)))
                .orElse(List.of());
    }
}
