package dev.perfhint.source.logging;

import dev.perfhint.source.CallSite;
import dev.perfhint.source.file.Edit;
import dev.perfhint.source.file.SourceFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Reads the file writers of a tinylog configuration. {@code buffered} gives one a block of 64 KiB, which tinylog writes
 * at the end of the program unless {@code autoshutdown} is off. Read in tinylog 2.5.
 */
final class TinylogWriters {
    private static final Set<String> TYPES = Set.of("file", "rolling file");
    private static final long BLOCK_BYTES = 65536;

    private TinylogWriters() {}

    static List<Appender> in(SourceFile file, List<CallSite> frames) {
        PropertyLines lines = PropertyLines.of(file);
        boolean writtenAtTheEnd = lines.last("autoshutdown").map(PropertyLines.Line::value)
                .filter(value -> !value.equalsIgnoreCase("true")).isEmpty();
        List<Appender> found = new ArrayList<>();
        for (PropertyLines.Line line : lines.all()) {
            boolean declares = line.key().startsWith("writer") && line.key().indexOf('.') < 0;
            if (declares && line.plain() && TYPES.contains(line.value())) {
                found.add(appender(file, line, lines.settings(line, line.key() + "."), writtenAtTheEnd));
            }
        }
        return found;
    }

    private static Appender appender(
            SourceFile file, PropertyLines.Line line, Settings settings, boolean writtenAtTheEnd) {
        Optional<String> buffered = settings.value("buffered");
        List<Edit> edits = new ArrayList<>();
        if (buffered.isEmpty()) {
            edits.add(settings.add("buffered", "true"));
        } else if (!buffered.get().equalsIgnoreCase("true") && settings.isPlain("buffered")) {
            edits.add(settings.replace("buffered", "true"));
        }
        Optional<String> setElsewhere = buffered.filter(value -> value.contains("{"))
                .map(value -> "buffered is " + value + ", which is set elsewhere");
        Optional<String> lost = writtenAtTheEnd ? Optional.empty()
                : Optional.of("autoshutdown is off: buffered events would be lost at JVM exit");
        String name = line.key().equals("writer") ? "" : line.key();
        return new Appender(file, file.line(line.start()), name, line.value(),
                settings.value("file").orElse(""), BLOCK_BYTES, edits, setElsewhere.or(() -> lost), List.of());
    }
}
