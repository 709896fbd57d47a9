package dev.perfhint.rules.analysis;

import dev.perfhint.profile.CpuTotals;
import dev.perfhint.profile.Evidence;
import dev.perfhint.profile.Profile;
import dev.perfhint.rules.Rules;
import dev.perfhint.rules.events.AccountNotes;
import dev.perfhint.rules.model.Confidence;
import dev.perfhint.rules.model.Finding;
import dev.perfhint.rules.model.NotEvaluated;
import dev.perfhint.rules.model.Report;
import dev.perfhint.rules.model.Shares;
import dev.perfhint.rules.pattern.Candidate;
import dev.perfhint.rules.pattern.Rule;
import dev.perfhint.rules.pattern.Verdict;
import dev.perfhint.rules.stack.IoEventStacks;
import dev.perfhint.rules.stack.Owners;
import dev.perfhint.rules.stack.Sizes;
import dev.perfhint.rules.stack.SourceFrames;
import dev.perfhint.rules.stack.Surroundings;
import dev.perfhint.rules.stack.SystemStack;
import dev.perfhint.rules.stack.SystemStacks;
import dev.perfhint.source.file.Sources;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Finds the patterns in a profile: classifies its system-CPU stacks once, gives each to the most specific rule whose
 * pattern it is, gathered by creation site, and keeps what is worth reporting.
 *
 * <p>Findings hold disjoint parts of the system CPU, of the best grade the profile has. Without CPU evidence they are
 * ranked by the I/O events' calls, and shares are empty.
 */
public final class Analysis {
    static final double MIN_CPU_SHARE = 0.002;

    private final Profile profile;
    private final Optional<Sources> sources;
    private final AnalysisOptions options;
    private final Owners owners;
    private final SystemStacks cpu;
    private final CpuTotals totals;

    private Analysis(Profile profile, Optional<Sources> sources, AnalysisOptions options) {
        this.profile = profile;
        this.sources = sources;
        this.options = options;
        this.owners = new Owners(profile, sources, options.appPackages());
        this.cpu = SystemStacks.of(profile, owners);
        this.totals = cpu.totals();
    }

    /** Returns the findings on a profile; sources give creation sites and fixes. */
    public static Report run(Profile profile, Optional<Sources> sources, AnalysisOptions options) {
        return new Analysis(profile, sources, options).report();
    }

    private Report report() {
        List<SystemStack> raw = totals.evidence() == Evidence.IO_EVENTS ? IoEventStacks.of(profile, owners)
                : cpu.stacks();
        SourceFrames frames = new SourceFrames(profile, owners, sources, raw);
        Sizes sizes = new Sizes(profile, owners, raw, sources, frames);
        List<SystemStack> stacks = raw.stream().map(sizes::resolve).toList();
        Surroundings surroundings = new Surroundings(stacks, profile.tree(), profile.methods(), sources);
        Grouping grouping = new Grouping(profile, owners, sources, surroundings, frames);
        FindingBuilder builder = new FindingBuilder(profile, owners, sources, sizes, totals, grouping, frames,
                options.minShare());
        List<Finding> findings = new ArrayList<>();
        Map<String, Judged> judgedById = new HashMap<>();
        Map<String, Set<Integer>> calls = new HashMap<>();
        Account account = new Account(totals, stacks, surroundings);
        Claims claims = new Claims(profile, totals, surroundings, grouping, account,
                this::isSure);
        for (Judged judged : claims.judge(stacks)) {
            Optional<String> unreported = whyUnreported(judged.candidate());
            account.add(judged, unreported);
            if (unreported.isEmpty()) {
                findings.add(builder.build(judged));
                judgedById.put(judged.id(), judged);
                calls.put(judged.id(),
                        judged.candidate().stacks().stream().map(SystemStack::entry).collect(Collectors.toSet()));
            }
        }
        findings.sort(ranking());
        Suppressions suppressions = Suppressions.of(findings, sources, options);
        List<Finding> counting = suppressions.counting(findings).stream()
                .filter(finding -> finding.confidence() != Confidence.LOW).toList();
        Fixes fixes = sources.isPresent()
                ? Fixes.of(sources.get(), counting, judgedById, grouping, builder, options)
                : new Fixes(counting, Optional.empty(), List.of());
        List<Finding> ranked = new ArrayList<>(fixes.findings());
        ranked.addAll(suppressions.suppressed(findings));
        suppressions.counting(findings).stream().filter(finding -> finding.confidence() == Confidence.LOW)
                .forEach(ranked::add);
        ranked.sort(ranking());
        List<String> warnings = new ArrayList<>(sources.map(Sources::warnings).orElse(List.of()));
        warnings.addAll(frames.notes());
        if (!profile.counts().gauges().isEmpty() || !profile.counts().rows().isEmpty()) {
            warnings.addAll(AccountNotes.of(profile.counts()));
        }
        warnings.addAll(fixes.warnings());
        warnings.addAll(suppressions.warnings());
        return new Report(profile, sources.map(Sources::base), ranked, notEvaluated(), warnings,
                account.rows(ranked), calls, suppressions.byFinding(), Optional.empty(), fixes.patch());
    }

    private Optional<String> whyUnreported(Candidate candidate) {
        if (!options.wants(candidate.rule().id())) {
            return Optional.of("not asked for");
        }
        if (candidate.samples() < FindingConfidence.MIN_REPEATED_SAMPLES) {
            return Optional.of("not reported: " + candidate.samples() + " samples, "
                    + FindingConfidence.MIN_REPEATED_SAMPLES + " needed");
        }
        Shares shares = Shares.of(candidate.samples(), candidate.nanos(), totals);
        boolean large = shares.system().isEmpty()
                || shares.system().getAsDouble() >= options.minShare() && shares.cpu().orElse(0) >= MIN_CPU_SHARE;
        return large ? Optional.empty() : Optional.of("not reported: too small a part");
    }

    private boolean isSure(Candidate candidate) {
        return candidate.samples() >= FindingConfidence.MIN_SAMPLES && whyUnreported(candidate).isEmpty();
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

    private List<NotEvaluated> notEvaluated() {
        List<NotEvaluated> list = new ArrayList<>();
        for (Rule rule : Rules.all()) {
            if (!options.wants(rule.id())) {
                list.add(new NotEvaluated(rule.id(), "not asked for"));
            } else if (totals.evidence() == Evidence.NONE) {
                list.add(new NotEvaluated(rule.id(), "no system-CPU evidence in the recording; needs " + rule.needs()));
            } else if (totals.evidence().measuresCpu()
                    && totals.systemSamples() < FindingConfidence.MIN_REPEATED_SAMPLES) {
                list.add(new NotEvaluated(rule.id(), "only " + totals.systemSamples() + " system-CPU samples, at least "
                        + FindingConfidence.MIN_REPEATED_SAMPLES + " are needed"));
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
