package dev.perfhint.rules.analysis;

import dev.perfhint.profile.CpuTotals;
import dev.perfhint.profile.EventCounts;
import dev.perfhint.profile.Evidence;
import dev.perfhint.profile.Profile;
import dev.perfhint.profile.timeline.EventSource;
import dev.perfhint.rules.Rules;
import dev.perfhint.rules.events.AccountNotes;
import dev.perfhint.rules.model.Ceiling;
import dev.perfhint.rules.model.Confidence;
import dev.perfhint.rules.model.Finding;
import dev.perfhint.rules.model.NotEvaluated;
import dev.perfhint.rules.model.Report;
import dev.perfhint.rules.pattern.Candidate;
import dev.perfhint.rules.pattern.Rule;
import dev.perfhint.rules.pattern.Verdict;
import dev.perfhint.rules.stack.SystemStack;
import dev.perfhint.rules.waiting.WaitingProgram;
import dev.perfhint.source.file.Sources;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Finds the patterns in a profile: classifies its system-CPU stacks once, gives each to the most specific rule whose
 * pattern it is, gathered by creation site, and keeps what is worth reporting.
 *
 * <p>Findings hold disjoint parts of the system CPU, of the best grade the profile has. Without CPU evidence they are
 * ranked by the I/O events' calls, and shares are empty.
 */
public final class Analysis {
    private Analysis() {}

    /** Returns the findings on a profile; sources give creation sites and fixes. */
    public static Report run(Profile profile, Optional<Sources> sources, AnalysisOptions options) {
        return run(profile, sources, options, EventSource.NONE);
    }

    /** Returns the findings on a profile, and what the program waits for where its events can be read. */
    public static Report run(Profile profile, Optional<Sources> sources, AnalysisOptions options, EventSource events) {
        AnalysisContext context = AnalysisContext.classified(profile, sources, options);
        Grouping grouping = new Grouping(context);
        Account account = new Account(context);
        List<Judged> judged = new Claims(context, grouping, account).judge();
        Map<String, Judged> reported = reported(context, judged);
        FindingBuilder builder = new FindingBuilder(context);
        List<Finding> found = reported.values().stream().map(builder::build).sorted(ranking()).toList();
        Suppressions suppressions = Suppressions.of(found, sources, options);
        List<Finding> counting = suppressions.counting(found).stream()
                .filter(finding -> finding.confidence() != Confidence.LOW).toList();
        Fixes fixes = Fixes.of(context, counting, reported, grouping, builder);
        List<Finding> findings = found.stream().map(fixes::with).sorted(ranking()).toList();
        return new Report(profile, sources.map(Sources::base), findings, notEvaluated(context.totals(), options),
                warnings(context, findings, fixes, suppressions), account.rows(findings), calls(reported),
                ceilings(builder, reported),
                suppressions.byFinding(), WaitingProgram.of(profile, events), options.redaction().isPresent(),
                fixes.patch());
    }

    /** Returns the groups that are worth a finding, by its id, in the order they were found. */
    private static Map<String, Judged> reported(AnalysisContext context, List<Judged> judged) {
        return judged.stream().filter(one -> context.whyUnreported(one.candidate()).isEmpty())
                .collect(Collectors.toMap(Judged::id, Function.identity(), (one, other) -> one, LinkedHashMap::new));
    }

    /** Returns by finding the nodes where its calls begin. */
    private static Map<String, Set<Integer>> calls(Map<String, Judged> reported) {
        return reported.values().stream().collect(Collectors.toMap(Judged::id,
                one -> one.candidate().stacks().stream().map(SystemStack::entry).collect(Collectors.toSet())));
    }

    private static Map<String, Ceiling> ceilings(FindingBuilder builder, Map<String, Judged> reported) {
        Map<String, Ceiling> ceilings = new HashMap<>();
        reported.forEach((id, one) -> builder.ceiling(one).ifPresent(ceiling -> ceilings.put(id, ceiling)));
        return ceilings;
    }

    private static List<String> warnings(AnalysisContext context, List<Finding> findings, Fixes fixes,
            Suppressions suppressions) {
        List<String> warnings = new ArrayList<>(context.sources().map(Sources::warnings).orElse(List.of()));
        if (warnings.isEmpty() && context.options().redaction().isEmpty()) {
            context.sources().flatMap(sources -> WrongSources.of(findings, sources)).ifPresent(warnings::add);
        }
        warnings.addAll(context.frames().notes());
        EventCounts counts = context.profile().counts();
        if (!counts.gauges().isEmpty() || !counts.rows().isEmpty()) {
            warnings.addAll(AccountNotes.of(counts));
        }
        warnings.addAll(fixes.warnings());
        warnings.addAll(suppressions.warnings());
        return context.options().redaction().map(names -> warnings.stream().map(names::text).toList()).orElse(warnings);
    }

    static Comparator<Finding> ranking() {
        return (a, b) -> {
            int order = Boolean.compare(a.confidence() == Confidence.LOW, b.confidence() == Confidence.LOW);
            order = order != 0 ? order : a.severity().compareTo(b.severity());
            order = order != 0 ? order : Double.compare(b.middleCpuShare(), a.middleCpuShare());
            order = order != 0 ? order : Double.compare(b.systemShare().orElse(0), a.systemShare().orElse(0));
            order = order != 0 ? order : Long.compare(b.samples(), a.samples());
            return order != 0 ? order : a.id().compareTo(b.id());
        };
    }

    private static List<NotEvaluated> notEvaluated(CpuTotals totals, AnalysisOptions options) {
        List<NotEvaluated> list = new ArrayList<>();
        for (Rule rule : Rules.all()) {
            if (!options.wants(rule.id())) {
                list.add(new NotEvaluated(rule.id(), "not asked for"));
            } else if (totals.evidence() == Evidence.NONE) {
                list.add(new NotEvaluated(rule.id(), "no system-CPU evidence in the recording; needs " + rule.needs()));
            } else if (totals.evidence().measuresCpu()
                    && totals.systemSamples() < Finding.FAINT_SAMPLES) {
                list.add(new NotEvaluated(rule.id(), "only " + totals.systemSamples() + " system-CPU samples, at least "
                        + Finding.FAINT_SAMPLES + " are needed"));
            } else if (totals.evidence() == Evidence.IO_EVENTS && !rule.showsInEvents()) {
                list.add(new NotEvaluated(rule.id(),
                        "no CPU samples in the recording, only I/O events; needs " + rule.needs()));
            }
        }
        return list;
    }

    /** A group that is the rule's pattern. */
    record Judged(Candidate candidate, Verdict verdict, Grouping.Group group, String id) {}
}
