package dev.perfhint.rules.analysis;

import dev.perfhint.rules.model.Finding;
import dev.perfhint.rules.model.Suppression;
import dev.perfhint.rules.model.Suppressor;
import dev.perfhint.source.file.Sources;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The findings that do not count, with the reason.
 *
 * @param byFinding by the finding's id
 * @param warnings about comments that suppress nothing or give no reason
 */
record Suppressions(Map<String, Suppression> byFinding, List<String> warnings) {
    static Suppressions of(List<Finding> findings, Optional<Sources> sources, AnalysisOptions options) {
        Optional<IgnoreComments> comments = sources.map(IgnoreComments::new);
        List<Suppressor> all = new ArrayList<>(comments.stream().toList());
        all.addAll(options.suppressors());
        Map<String, Suppression> byFinding = new LinkedHashMap<>();
        for (Finding finding : findings) {
            all.stream().flatMap(each -> each.suppression(finding).stream()).findFirst()
                    .ifPresent(why -> byFinding.put(finding.id(), why));
        }
        return new Suppressions(byFinding, comments.map(each -> each.complaints(options)).orElse(List.of()));
    }

    List<Finding> counting(List<Finding> findings) {
        return findings.stream().filter(finding -> !byFinding.containsKey(finding.id())).toList();
    }

    List<Finding> suppressed(List<Finding> findings) {
        return findings.stream().filter(finding -> byFinding.containsKey(finding.id())).toList();
    }
}
