package dev.perfhint.rules.analysis;

import dev.perfhint.rules.Rules;
import dev.perfhint.rules.model.Finding;
import dev.perfhint.rules.model.Site;
import dev.perfhint.rules.model.Suppression;
import dev.perfhint.rules.model.Suppressor;
import dev.perfhint.source.IgnoreComment;
import dev.perfhint.source.file.Sources;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Suppresses findings that the sources say to ignore, by a comment at the line that makes the stream or at the call
 * with the largest share. Only the files that the analysis read are looked at: of others a recording says nothing.
 */
final class IgnoreComments implements Suppressor {
    private final Sources sources;
    private final Map<String, List<IgnoreComment>> byFile = new HashMap<>();
    private final Set<IgnoreComment> used = new HashSet<>();

    IgnoreComments(Sources sources) {
        this.sources = sources;
    }

    @Override
    public Optional<Suppression> suppression(Finding finding) {
        return finding.created().flatMap(created -> at(created, finding.rule()))
                .or(() -> at(finding.site(), finding.rule()));
    }

    private Optional<Suppression> at(Site site, String rule) {
        for (IgnoreComment comment : site.path().isEmpty() ? List.<IgnoreComment>of() : comments(site.path())) {
            if (comment.codeLine() == site.line() && comment.rule().equals(rule)) {
                used.add(comment);
                return Optional.of(new Suppression("comment", comment.reason()));
            }
        }
        return Optional.empty();
    }

    private List<IgnoreComment> comments(String path) {
        return byFile.computeIfAbsent(path, key -> sources.named(key)
                .map(file -> IgnoreComment.all(file, key))
                .orElse(List.of()));
    }

    /** Returns what is wrong with the comments, one line each; ask when all findings were looked at. */
    List<String> complaints(AnalysisOptions options) {
        sources.parsed().forEach(file -> comments(sources.relative(file)));
        List<String> complaints = new ArrayList<>();
        byFile.values().stream().flatMap(List::stream).forEach(comment -> {
            String where = comment.path() + ":" + comment.line() + ": perfhint:ignore ";
            if (comment.rule().isEmpty()) {
                complaints.add(where + "names no rule: write // perfhint:ignore RULE REASON");
            } else if (Rules.find(comment.rule()).isEmpty()) {
                complaints.add(where + "unknown rule '" + comment.rule() + "'");
            } else if (!used.contains(comment) && options.wants(comment.rule())) {
                complaints.add(where + comment.rule() + " suppresses nothing: no such finding at line "
                        + comment.codeLine());
            } else if (used.contains(comment) && comment.reason().isEmpty()) {
                complaints.add(where + comment.rule() + " gives no reason: write it after the rule");
            }
        });
        complaints.sort(null);
        return complaints;
    }
}
