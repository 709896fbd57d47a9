package dev.perfhint.rules.analysis;

import dev.perfhint.profile.CpuTotals;
import dev.perfhint.profile.Evidence;
import dev.perfhint.profile.Profile;
import dev.perfhint.rules.model.Shares;
import dev.perfhint.rules.pattern.Candidate;
import dev.perfhint.rules.stack.IoEventStacks;
import dev.perfhint.rules.stack.ObservedStacks;
import dev.perfhint.rules.stack.Owners;
import dev.perfhint.rules.stack.Sizes;
import dev.perfhint.rules.stack.SourceFrames;
import dev.perfhint.rules.stack.Surroundings;
import dev.perfhint.rules.stack.SystemStack;
import dev.perfhint.rules.stack.SystemStacks;
import dev.perfhint.source.file.Sources;
import java.util.List;
import java.util.Optional;

/**
 * What every step of an analysis knows: the profile with its system-CPU stacks classified once, the sources and what is
 * asked for.
 *
 * @param totals of the best grade of evidence that the profile has
 * @param frames the recorded frames with the lines of the sources
 * @param surroundings the classified stacks, and what is known of each from the others
 */
record AnalysisContext(
        Profile profile,
        Optional<Sources> sources,
        AnalysisOptions options,
        CpuTotals totals,
        Owners owners,
        SourceFrames frames,
        Sizes sizes,
        Surroundings surroundings) {
    static final double MIN_CPU_SHARE = 0.002;
    /** Shares of one program differ: what has such a part of the report's least share is named in full reports. */
    private static final double NEAR = 0.5;

    static AnalysisContext classified(Profile profile, Optional<Sources> sources, AnalysisOptions options) {
        Owners owners = new Owners(profile, sources, options.appPackages());
        SystemStacks cpu = SystemStacks.of(profile, owners);
        List<SystemStack> raw = cpu.totals().evidence() == Evidence.IO_EVENTS
                ? IoEventStacks.of(profile, owners)
                : cpu.stacks();
        SourceFrames frames = new SourceFrames(profile, owners, sources, raw);
        Sizes sizes = new Sizes(profile, owners, raw, sources, frames);
        ObservedStacks observed = new ObservedStacks(profile);
        Surroundings surroundings = new Surroundings(
                raw.stream().map(sizes::resolve).map(observed::joined).toList(), profile.tree(), profile.methods());
        return new AnalysisContext(profile, sources, options, cpu.totals(), owners, frames, sizes, surroundings);
    }

    List<SystemStack> stacks() {
        return surroundings.all();
    }

    /** Returns why a group that is a rule's pattern is not reported; empty if it is. */
    Optional<String> whyUnreported(Candidate candidate) {
        if (!options.wants(candidate.rule().id())) {
            return Optional.of("not asked for");
        }
        if (candidate.samples() < FindingConfidence.MIN_REPEATED_SAMPLES) {
            return Optional.of("not reported: " + candidate.samples() + " samples, "
                    + FindingConfidence.MIN_REPEATED_SAMPLES + " needed");
        }
        Shares shares = Shares.of(candidate.samples(), candidate.nanos(), totals);
        double near = options.minShare() > AnalysisOptions.DEFAULTS.minShare() ? 1 : NEAR;
        boolean large = shares.system().isEmpty() || shares.system().getAsDouble() >= near * options.minShare()
                && shares.cpu().orElse(0) >= near * MIN_CPU_SHARE;
        return large ? Optional.empty() : Optional.of("not reported: too small a part");
    }
}
