package dev.perfhint.rules.analysis;

import dev.perfhint.source.Effect;
import dev.perfhint.source.file.SourceFile;
import dev.perfhint.source.file.Sources;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Tells which frames lie in the lines of a fix. */
final class InPlace {
    private final Effect.Place place;
    private final Sources sources;
    private final Map<String, Optional<Path>> files = new HashMap<>();

    InPlace(Effect.Place place, Sources sources) {
        this.place = place;
        this.sources = sources;
    }

    boolean has(String className, int line) {
        return line >= place.firstLine() && line <= place.lastLine()
                && files.computeIfAbsent(className, name -> sources.find(name).map(SourceFile::path))
                        .filter(place.file()::equals).isPresent();
    }
}
