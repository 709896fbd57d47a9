package dev.perfhint.rules.analysis;

import dev.perfhint.profile.Cause;
import dev.perfhint.profile.Recording;
import dev.perfhint.rules.model.Advice;
import dev.perfhint.rules.model.AdviceSaving;
import dev.perfhint.rules.model.Decimals;
import dev.perfhint.rules.model.Finding;
import dev.perfhint.rules.model.FixSaving;
import dev.perfhint.rules.model.Owner;
import dev.perfhint.rules.model.Site;
import dev.perfhint.rules.observed.SeenStreams;
import dev.perfhint.rules.observed.SeenText;
import dev.perfhint.rules.pattern.Candidate;
import dev.perfhint.source.CallSite;
import dev.perfhint.source.Creation;
import dev.perfhint.source.Effect;
import dev.perfhint.source.Fix;
import dev.perfhint.source.FixRequest;
import dev.perfhint.source.ObservedFacts;
import dev.perfhint.source.Repair;
import dev.perfhint.source.file.SourceFile;
import dev.perfhint.source.file.Sources;
import dev.perfhint.source.fix.FixSet;
import dev.perfhint.source.fix.Fixer;
import dev.perfhint.source.fix.Patch;
import dev.perfhint.source.logging.LoggingLibrary;
import dev.perfhint.source.trace.Switches;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Asks for the fix of every finding, in rank order, and has them joined and compiled where that is wanted.
 *
 * @param findings those that count, with their fixes, by id
 * @param patch the joint result, where wanted and not empty of fixes
 */
record Fixes(Map<String, Finding> findings, Optional<Patch> patch, List<String> warnings) {
    /** What no condition of a call sets. */
    private static final Set<Cause> MEMORY = EnumSet.of(Cause.PAGE_FAULT, Cause.MEMORY_MAP);
    private static final String NO_CONFIGURATION =
            "no configuration of this appender under the source directories: add its directory with "
                    + "--source (src/main/resources)";

    /** Asks for the fixes of findings that count; those that are only proposed are not compiled. */
    static Fixes of(AnalysisContext context, List<Finding> findings, Map<String, Analysis.Judged> judged,
            Grouping grouping, FindingBuilder builder) {
        if (context.sources().isEmpty()) {
            return new Fixes(Map.of(), Optional.empty(), List.of());
        }
        Sources sources = context.sources().get();
        AnalysisOptions options = context.options();
        Fixer fixer = new Fixer(sources, grouping.tracer().orElseThrow());
        Map<String, Finding> fixed = new HashMap<>();
        List<Fix> ranked = new ArrayList<>();
        for (Finding finding : findings) {
            Analysis.Judged one = judged.get(finding.id());
            Optional<Fix> proposed = request(sources, finding, one, grouping, options).flatMap(fixer::propose);
            List<AdviceSaving> switches = proposed.filter(Fix::isOffered).isPresent()
                    || MEMORY.contains(one.candidate().cause()) ? List.of()
                    : switches(sources, grouping.frames(one.candidate().main()));
            // a call that a setting removes need not be sketched
            Optional<Fix> fix = proposed.filter(each -> switches.isEmpty()
                    || !one.verdict().repair().filter(Repair::isAtCall).isPresent());
            boolean unset = fix.isEmpty() && one.verdict().repair().filter(Repair::isOfSettings).isPresent()
                    && LoggingLibrary.on(grouping.frames(one.candidate().main())).isPresent();
            Finding reported = fix.flatMap(each -> LibraryDiff.of(each, sources)).map(finding::reporting)
                    .orElse(finding);
            Finding seen = fix.map(each -> left(reported, each.effect(), one, sources)).orElse(reported);
            Optional<Fix> told = fix.map(each -> each.measuring(measured(seen)));
            FixSaving saving = told.map(each -> builder.saving(seen, one, each)).orElse(FixSaving.NONE);
            fixed.put(finding.id(), seen.advising(switches)
                    .with(told, saving, unset ? List.of(NO_CONFIGURATION) : List.of()));
            ranked.addAll(told.stream().toList());
        }
        if (!options.finishFixes()) {
            return new Fixes(fixed, Optional.empty(), List.of());
        }
        FixSet finished = fixer.finish(ranked, options.unsafeFixes());
        Map<String, Fix> checked = new HashMap<>();
        finished.fixes().forEach(fix -> checked.put(fix.id(), fix));
        fixed.replaceAll((id, finding) -> finding.fix().map(fix -> checked(finding, fix, checked.get(fix.id())))
                .orElse(finding));
        return new Fixes(fixed, Optional.of(finished.patch()), finished.notes());
    }

    /** Returns the finding with what the form of its fix leaves of the observed calls. */
    private static Finding left(Finding finding, Effect effect, Analysis.Judged judged, Sources sources) {
        String jvm = judged.candidate().profile().recordings().stream().map(Recording::jvm)
                .filter(name -> !name.isEmpty()).findFirst().orElse("");
        return finding.seen().map(seen -> {
            SeenStreams left = FixLeft.of(seen, effect, jvm, sources);
            return finding.seeing(left, SeenText.leaving(finding.message(), seen, left));
        }).orElse(finding);
    }

    private static List<AdviceSaving> switches(Sources sources, List<CallSite> frames) {
        return Switches.of(sources, frames).stream().map(text -> new AdviceSaving(
                Advice.of(Advice.Kind.CONFIG, text), Optional.empty(), Optional.empty())).toList();
    }

    /** Returns a finding with its fix, as far as one was asked for. */
    Finding with(Finding finding) {
        return findings.getOrDefault(finding.id(), finding);
    }

    private static Finding checked(Finding finding, Fix proposed, Fix checked) {
        boolean rejected = proposed.isOffered() && checked.edits().isEmpty() && checked.conflictsWith().isEmpty();
        return rejected
                ? finding.with(Optional.empty(), FixSaving.NONE,
                        List.of("no fix: " + String.join("; ", checked.reasons())))
                : finding.with(Optional.of(checked), finding.fixSaving(), List.of());
    }

    private static Optional<FixRequest> request(Sources sources, Finding finding, Analysis.Judged judged,
            Grouping grouping, AnalysisOptions options) {
        Candidate candidate = judged.candidate();
        Optional<Repair> repair = judged.verdict().repair();
        boolean archived = isArchived(sources, candidate);
        boolean anywhere = archived || repair.filter(Repair::isOfSettings).isPresent();
        Optional<Creation> creation = judged.group().creation()
                .or(() -> callSite(sources, finding.site()))
                .or(() -> anywhere ? Optional.of(anywhere(sources, finding.site())) : Optional.empty());
        boolean atCall = repair.filter(Repair::isAtCall).isPresent();
        boolean inLibrary = atCall && finding.owner() == Owner.LIBRARY && finding.advice().isEmpty() && !archived;
        if (repair.isEmpty() || inLibrary || creation.isEmpty()) {
            return Optional.empty();
        }
        List<CallSite> sites = finding.sites().stream()
                .map(site -> new CallSite(site.className(), site.methodName(), site.line()))
                .toList();
        return Optional.of(new FixRequest(finding.id(), repair.get(), creation.get(),
                grouping.frames(candidate.main()), sites, candidate.bytesPerCall(), options.assuming(),
                path(finding, options), measured(finding), grouping.seen(candidate.main()),
                finding.seen().map(seen -> SeenFacts.of(seen, repair.get())).orElse(ObservedFacts.NONE)));
    }

    /** Returns the file that the calls are on, as the settings of a logger name it. */
    private static String path(Finding finding, AnalysisOptions options) {
        String shown = String.valueOf(finding.facts().getOrDefault("path", ""));
        return options.redaction().map(names -> names.original(shown)).orElse(shown);
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

    // repairs of a call need no creation; the request names the call's own place
    private static Optional<Creation> callSite(Sources sources, Site site) {
        return sources.find(site.className())
                .map(SourceFile::path)
                .map(file -> new Creation(site.className(), site.methodName(), file, site.line(), 1, "", false));
    }
}
