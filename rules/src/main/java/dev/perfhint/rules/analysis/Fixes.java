package dev.perfhint.rules.analysis;

import dev.perfhint.rules.model.Decimals;
import dev.perfhint.rules.model.Finding;
import dev.perfhint.rules.model.FixSaving;
import dev.perfhint.rules.model.Owner;
import dev.perfhint.rules.model.Site;
import dev.perfhint.rules.pattern.Candidate;
import dev.perfhint.source.CallSite;
import dev.perfhint.source.Creation;
import dev.perfhint.source.Fix;
import dev.perfhint.source.FixRequest;
import dev.perfhint.source.Repair;
import dev.perfhint.source.file.SourceFile;
import dev.perfhint.source.file.Sources;
import dev.perfhint.source.fix.FixSet;
import dev.perfhint.source.fix.Fixer;
import dev.perfhint.source.fix.Patch;
import dev.perfhint.source.logging.LoggingLibrary;
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
            Repair.ENLARGE_COPY, Repair.DROP_FLUSH, Repair.BLOCK_RANDOM_ACCESS, Repair.READ_ATTRIBUTES_ONCE,
            Repair.GROUP_SYNC,
            Repair.BATCH_STANDARD_OUTPUT);

    private static final String NO_CONFIGURATION =
            "no configuration of this appender under the source directories: add its directory with "
                    + "--source (src/main/resources)";

    static Fixes of(Sources sources, List<Finding> findings, Map<String, Analysis.Judged> judged, Grouping grouping,
            FindingBuilder builder, AnalysisOptions options) {
        Fixer fixer = new Fixer(sources);
        List<Proposal> proposals = new ArrayList<>();
        for (Finding finding : findings) {
            Analysis.Judged one = judged.get(finding.id());
            Optional<Fix> fix = request(sources, finding, one, grouping, options).flatMap(fixer::propose);
            FixSaving saving = fix.map(each -> builder.saving(finding, one, each)).orElse(FixSaving.NONE);
            boolean unset = fix.isEmpty() && isOfSettings(one.verdict().repair())
                    && LoggingLibrary.on(grouping.frames(one.candidate().main())).isPresent();
            Finding reported = fix.flatMap(each -> LibraryDiff.of(each, sources)).map(finding::reporting)
                    .orElse(finding);
            proposals.add(
                    new Proposal(unset ? finding.with(fix, saving, List.of(NO_CONFIGURATION)) : reported, fix, saving));
        }
        if (!options.finishFixes()) {
            return new Fixes(
                    proposals.stream().map(each -> each.finding().with(each.fix(), each.saving(), List.of())).toList(),
                    Optional.empty(), List.of());
        }
        List<Fix> ranked = proposals.stream().flatMap(each -> each.fix().stream()).toList();
        FixSet finished = fixer.finish(ranked, options.unsafeFixes());
        List<Finding> result = finished(proposals, finished.fixes());
        result.sort(Analysis.ranking());
        return new Fixes(result, Optional.of(finished.patch()), finished.notes());
    }

    /** A finding with its fix before that is checked, and what the fix saves. */
    private record Proposal(Finding finding, Optional<Fix> fix, FixSaving saving) {}

    // the finished ones come in the order they were given
    private static List<Finding> finished(List<Proposal> proposals, List<Fix> fixes) {
        List<Finding> result = new ArrayList<>();
        int next = 0;
        for (Proposal proposal : proposals) {
            if (proposal.fix().isEmpty()) {
                result.add(proposal.finding());
                continue;
            }
            Fix before = proposal.fix().get();
            Fix after = fixes.get(next++);
            boolean rejected = before.isOffered() && after.edits().isEmpty() && after.conflictsWith().isEmpty();
            result.add(rejected
                    ? proposal.finding().with(Optional.empty(), FixSaving.NONE,
                            List.of("no fix: " + String.join("; ", after.reasons())))
                    : proposal.finding().with(Optional.of(after), proposal.saving(), List.of()));
        }
        return result;
    }

    private static Optional<FixRequest> request(Sources sources, Finding finding, Analysis.Judged judged,
            Grouping grouping,
            AnalysisOptions options) {
        Candidate candidate = judged.candidate();
        Optional<Repair> repair = judged.verdict().repair();
        boolean archived = isArchived(sources, candidate);
        Optional<Creation> creation = judged.group().creation()
                .or(() -> callSite(sources, finding.site()))
                .or(() -> isOfSettings(repair) || archived ? Optional.of(anywhere(sources, finding.site()))
                        : Optional.empty());
        boolean atCall = repair.isPresent() && CALLS.contains(repair.get());
        boolean inLibrary = atCall && finding.owner() == Owner.LIBRARY && finding.advice().isEmpty() && !archived;
        if (repair.isEmpty() || inLibrary || creation.isEmpty()) {
            return Optional.empty();
        }
        List<CallSite> sites = finding.sites().stream()
                .map(site -> new CallSite(site.className(), site.methodName(), site.line()))
                .toList();
        return Optional.of(new FixRequest(finding.id(), repair.get(), creation.get(),
                grouping.frames(candidate.main()), sites, candidate.bytesPerCall(), options.assuming(),
                String.valueOf(finding.facts().getOrDefault("path", "")), measured(finding)));
    }

    private static String measured(Finding finding) {
        Site site = finding.site();
        String share = finding.cpuShare().isPresent()
                ? Decimals.percent(finding.cpuShare().getAsDouble(), 0) + " of all CPU time (kernel)"
                : finding.systemShare().isPresent()
                        ? Decimals.percent(finding.systemShare().getAsDouble(), 0) + " of system time" : "no CPU time";
        return share + " in " + site.className() + "." + site.methodName()
                + (site.line() > 0 ? ", line " + site.line() : "") + ": " + finding.message();
    }

    // a configuration, or the library's call, is found by itself, whether the application's source is there or not
    private static Creation anywhere(Sources sources, Site site) {
        return new Creation(site.className(), site.methodName(), sources.base(), site.line(), 1, "", false);
    }

    /** Returns whether the code that makes the call stands in a library's jar of sources. */
    private static boolean isArchived(Sources sources, Candidate candidate) {
        int caller = candidate.main().caller();
        return caller > 0 && sources.find(candidate.methods().className(candidate.tree().method(caller)))
                .filter(file -> sources.isArchived(file.path()))
                .isPresent();
    }

    private static boolean isOfSettings(Optional<Repair> repair) {
        return repair.filter(Repair.BUFFER_LOG_APPENDER::equals).isPresent();
    }

    // repairs of a call need no creation; the request names the call's own place
    private static Optional<Creation> callSite(Sources sources, Site site) {
        return sources.find(site.className())
                .map(SourceFile::path)
                .map(file -> new Creation(site.className(), site.methodName(), file, site.line(), 1, "", false));
    }
}
