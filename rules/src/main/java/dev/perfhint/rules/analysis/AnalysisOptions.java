package dev.perfhint.rules.analysis;

import dev.perfhint.profile.redact.Redaction;
import dev.perfhint.rules.model.Suppressor;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What an analysis is asked for.
 *
 * @param only ids of the rules to run; empty for all
 * @param ignore ids of rules not to run
 * @param minShare least share of system CPU that a finding needs, 0..1
 * @param appPackages packages that are the application's, whatever else they look like
 * @param finishFixes whether fixes are coalesced, compiled and joined to a patch; false only proposes them
 * @param unsafeFixes whether the joined patch takes {@code unsafe} fixes too
 * @param assuming whether a {@code safe} fix may rest on its assumptions
 * @param suppressors decide which findings do not count, besides comments in the sources
 * @param redaction what gave the profile its names, if they are pseudonyms
 */
public record AnalysisOptions(
        Set<String> only,
        Set<String> ignore,
        double minShare,
        List<String> appPackages,
        boolean finishFixes,
        boolean unsafeFixes,
        boolean assuming,
        List<Suppressor> suppressors,
        Optional<Redaction> redaction) {
    public static final AnalysisOptions DEFAULTS =
            new AnalysisOptions(Set.of(), Set.of(), 0.01, List.of(), false, false);

    public AnalysisOptions {
        only = Set.copyOf(only);
        ignore = Set.copyOf(ignore);
        appPackages = List.copyOf(appPackages);
        suppressors = List.copyOf(suppressors);
    }

    /** Options with the default assumptions, and without suppressors. */
    public AnalysisOptions(
            Set<String> only, Set<String> ignore, double minShare, List<String> appPackages, boolean finishFixes,
            boolean unsafeFixes) {
        this(only, ignore, minShare, appPackages, finishFixes, unsafeFixes, true, List.of());
    }

    /** Options for a profile whose names are its own. */
    public AnalysisOptions(
            Set<String> only, Set<String> ignore, double minShare, List<String> appPackages, boolean finishFixes,
            boolean unsafeFixes, boolean assuming, List<Suppressor> suppressors) {
        this(only, ignore, minShare, appPackages, finishFixes, unsafeFixes, assuming, suppressors, Optional.empty());
    }

    /** Returns the same options for a profile whose names are pseudonyms. */
    public AnalysisOptions with(Optional<Redaction> names) {
        return new AnalysisOptions(only, ignore, minShare, appPackages, finishFixes, unsafeFixes, assuming, suppressors,
                names);
    }

    /** Returns whether the rule is to run. */
    public boolean wants(String rule) {
        return (only.isEmpty() || only.contains(rule)) && !ignore.contains(rule);
    }
}
