package dev.perfhint.rules;

import dev.perfhint.source.CallSite;
import dev.perfhint.source.Creation;
import dev.perfhint.source.Fix;
import dev.perfhint.source.FixRequest;
import dev.perfhint.source.FixSet;
import dev.perfhint.source.Fixer;
import dev.perfhint.source.Patch;
import dev.perfhint.source.Repair;
import dev.perfhint.source.SourceFile;
import dev.perfhint.source.Sources;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Asks for the fix of every finding, in rank order, and has them joined and compiled where that is wanted.
 *
 * @param findings with their fixes
 * @param patch the joint result, where wanted and not empty of fixes
 */
record Fixes(List<Finding> findings, Optional<Patch> patch, List<String> warnings) {
    // these change the call, not the creation of its stream
    private static final Set<Repair> CALLS = EnumSet.of(
            Repair.ENLARGE_COPY, Repair.DROP_FLUSH, Repair.BLOCK_RANDOM_ACCESS, Repair.READ_ATTRIBUTES_ONCE, Repair.GROUP_SYNC,
            Repair.BATCH_STANDARD_OUTPUT);

    static Fixes of(Sources sources, List<Finding> findings, Map<String, Analysis.Judged> judged, Grouping grouping,
            AnalysisOptions options) {
        Fixer fixer = new Fixer(sources);
        List<Optional<Fix>> proposed = new ArrayList<>();
        for (Finding finding : findings) {
            proposed.add(request(sources, finding, judged.get(finding.id()), grouping).flatMap(fixer::propose));
        }
        if (!options.finishFixes()) {
            return new Fixes(with(findings, proposed), Optional.empty(), List.of());
        }
        List<Fix> ranked = proposed.stream().flatMap(Optional::stream).toList();
        FixSet finished = fixer.finish(ranked, options.unsafeFixes());
        return new Fixes(replace(findings, proposed, finished.fixes()), Optional.of(finished.patch()), finished.notes());
    }

    private static List<Finding> with(List<Finding> findings, List<Optional<Fix>> fixes) {
        List<Finding> result = new ArrayList<>();
        for (int i = 0; i < findings.size(); i++) {
            result.add(findings.get(i).with(fixes.get(i), List.of()));
        }
        return result;
    }

    // the finished ones come in the order they were given
    private static List<Finding> replace(List<Finding> findings, List<Optional<Fix>> proposed, List<Fix> finished) {
        List<Finding> result = new ArrayList<>();
        int next = 0;
        for (int i = 0; i < findings.size(); i++) {
            if (proposed.get(i).isEmpty()) {
                result.add(findings.get(i));
                continue;
            }
            Fix before = proposed.get(i).get();
            Fix after = finished.get(next++);
            boolean rejected = !before.edits().isEmpty() && after.edits().isEmpty() && after.conflictsWith().isEmpty();
            result.add(rejected
                    ? findings.get(i).with(Optional.empty(), List.of("no fix: " + String.join("; ", after.reasons())))
                    : findings.get(i).with(Optional.of(after), List.of()));
        }
        return result;
    }

    private static Optional<FixRequest> request(Sources sources, Finding finding, Analysis.Judged judged, Grouping grouping) {
        Candidate candidate = judged.candidate();
        Optional<Creation> creation = judged.group().creation().or(() -> callSite(sources, finding.site()));
        Optional<Repair> repair = judged.verdict().repair();
        boolean atCall = repair.isPresent() && CALLS.contains(repair.get());
        boolean inLibrary = atCall && finding.owner() == Owner.LIBRARY;
        if (repair.isEmpty() || inLibrary || creation.isEmpty()) {
            return Optional.empty();
        }
        List<CallSite> sites = finding.sites().stream()
                .map(site -> new CallSite(site.className(), site.methodName(), site.line()))
                .toList();
        return Optional.of(new FixRequest(finding.id(), repair.get(), creation.get(),
                grouping.frames(candidate.main()), sites, candidate.bytesPerCall()));
    }

    // repairs of a call need no creation; the request names the call's own place
    private static Optional<Creation> callSite(Sources sources, Site site) {
        return sources.find(site.className())
                .map(SourceFile::path)
                .map(file -> new Creation(site.className(), site.methodName(), file, site.line(), 1, "", false));
    }
}
