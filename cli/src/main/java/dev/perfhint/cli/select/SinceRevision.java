package dev.perfhint.cli.select;

import dev.perfhint.rules.model.Finding;
import dev.perfhint.rules.model.Site;
import dev.perfhint.rules.model.Suppression;
import dev.perfhint.rules.model.Suppressor;
import dev.perfhint.source.file.MovedLines;
import dev.perfhint.source.file.SourceFile;
import dev.perfhint.source.file.Sources;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Counts only findings whose call sites or creation lie in lines that changed since a revision. A file that was not
 * there is new as a whole, a moved one too.
 */
public final class SinceRevision implements Suppressor {
    private final String name;
    private final GitRevision revision;
    private final Sources sources;
    private final Map<String, BitSet> changed = new HashMap<>();

    private SinceRevision(String name, GitRevision revision, Sources sources) {
        this.name = name;
        this.revision = revision;
        this.sources = sources;
    }

    /** Verifies the revision; one that cannot be found is an error of usage. */
    public static SinceRevision of(String name, Sources sources) {
        return new SinceRevision(name, GitRevision.of(sources.base(), name), sources);
    }

    @Override
    public Optional<Suppression> suppression(Finding finding) {
        boolean touched = Stream.concat(finding.sites().stream(), finding.created().stream()).anyMatch(this::isChanged);
        return touched ? Optional.empty() : Optional.of(new Suppression("since", "its lines are as in " + name));
    }

    private boolean isChanged(Site site) {
        return !site.path().isEmpty() && changed.computeIfAbsent(site.path(), this::changedLines).get(site.line());
    }

    private BitSet changedLines(String path) {
        Optional<SourceFile> file = sources.named(path);
        if (file.isEmpty()) {
            return new BitSet();
        }
        String before = revision.content(path).map(bytes -> new String(bytes, file.get().charset())).orElse("");
        String text = before.startsWith("\uFEFF") ? before.substring(1) : before;
        BitSet lines = MovedLines.changed(text, file.get().text());
        if (before.isEmpty()) {
            lines.set(1, Integer.MAX_VALUE);
        }
        return lines;
    }
}
